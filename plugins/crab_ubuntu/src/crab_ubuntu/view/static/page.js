// Puts the page together: the desktop, and beside it the recording and the text.

import { Screen } from "./screen.js";
import { Steps } from "./steps.js";
import { Wire } from "./wire.js";

const one = (id) => document.getElementById(id);

let noteTimer = 0;
function note(text) {
  one("note").textContent = text;
  one("note").classList.add("shown");
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => one("note").classList.remove("shown"), 3600);
}

// -- what is shown --------------------------------

const screen = new Screen(one("screen"));
const steps = new Steps(one("steps"));
const wire = new Wire(told);
let facts = { busy: "" }, linked = false;

screen.onlink = (alive) => {
  linked = alive;
  show();
};

function told(news) {
  if (news.note) note(news.note);
  if ("clipboard" in news) received(news.clipboard);
  if ("steps" in news) steps.show(news.first, news.steps);
  if ("screen" in news) {
    const { screen: size, viewOnly, recording, busy } = news;
    facts = { size, viewOnly, recording, busy };
  }
  show();
}

function show() {
  const { size, viewOnly, recording, busy } = facts;
  if (size) {
    one("size").textContent = `${size[0]} × ${size[1]}`;
    document.body.style.setProperty("--across", size[0]);
    document.body.style.setProperty("--down", size[1]);
    screen.viewOnly = viewOnly || Boolean(busy);
    document.body.classList.toggle("looking", viewOnly);
  }
  document.body.classList.toggle("covered", !linked);
  document.body.classList.toggle("busy", Boolean(busy));
  document.body.classList.toggle("gone", !linked && !busy);
  document.body.classList.toggle("taping", Boolean(recording));
  one("busy").textContent = busy ? `${busy}…` : "The desktop does not answer";
  one("link").textContent = busy || (linked ? (viewOnly ? "Live, to look at only" : "Live") : "The desktop does not answer");
  one("link").classList.toggle("alive", linked && !busy);
  one("record").setAttribute("aria-pressed", Boolean(recording));
  one("record").querySelector("span").textContent = recording ? "Stop" : "Record";
  one("hint").hidden = steps.count > 0;
  one("hint").textContent = recording ? HINTS.recording : HINTS.idle;
  one("ends").hidden = steps.count === 0;
}

const HINTS = {
  idle: one("hint").textContent,
  recording: "Recording. Use the desktop; what you do is listed here.",
};

// -- buttons --------------------------------

function act(name, facts) {
  wire.act(name, facts);
  screen.focus();
}

one("activities").addEventListener("click", () => act("press", { key: "super" }));
one("switch").addEventListener("click", () => act("hotkey", { keys: ["alt", "tab"] }));
one("escape").addEventListener("click", () => act("press", { key: "esc" }));
one("record").addEventListener("click", () => {
  wire.ask("record", { on: !facts.recording });
  screen.focus();
});
one("clear").addEventListener("click", () => wire.ask("clear"));
one("play").addEventListener("click", () => wire.ask("play"));
one("over").addEventListener("click", () => {
  wire.ask("clear");
  wire.ask("start over");
});
steps.onremove = (place) => wire.ask("remove", { place });

for (const [button, action] of [["type", "write_text"], ["paste", "paste"]]) {
  one(button).addEventListener("click", () => {
    if (one("text").value) act(action, { text: one("text").value });
  });
}
one("copy").addEventListener("click", () => wire.ask("copy"));
async function received(text) {
  if (!text) {
    note("No text was copied on the desktop.");
    return;
  }
  one("text").value = text;
  try {
    await navigator.clipboard.writeText(text);
    note("Copied from the desktop.");
    screen.focus();
  } catch {
    one("text").select();
    note("Here it is; the browser does not let this page copy it.");
  }
}

one("full").addEventListener("click", async () => {
  try {
    await one("frame").requestFullscreen();
    await navigator.keyboard?.lock?.();
  } catch { note("The browser does not let this page use the whole screen."); }
  screen.focus();
});

// -- colours --------------------------------

function paint(scheme) {
  document.documentElement.style.colorScheme = scheme === "auto" ? "light dark" : scheme;
  for (const choice of document.querySelectorAll("[name=scheme]")) choice.checked = choice.value === scheme;
}
for (const choice of document.querySelectorAll("[name=scheme]")) {
  choice.addEventListener("change", () => { localStorage.setItem("scheme", choice.value); paint(choice.value); });
}
paint(localStorage.getItem("scheme") ?? "auto");
show();
