// Puts the page together: the phone on one side, what is on its screen on the other.

import { Details } from "./details.js";
import { Screen } from "./screen.js";
import { at, Tree } from "./tree.js";
import { Wire } from "./wire.js";

const one = (id) => document.getElementById(id);

let noteTimer = 0;
function note(text) {
  one("note").textContent = text;
  one("note").classList.add("shown");
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => one("note").classList.remove("shown"), 2600);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(`Copied: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`);
  } catch {
    note("The browser does not let this page use the clipboard.");
  }
}

// -- parts --------------------------------

const wire = new Wire(told, linked);
const screen = new Screen(wire, note);
const tree = new Tree(one("tree"));
const details = new Details(one("details"), copy, tap);

function tap(node) {
  const [left, top, right, bottom] = node.bounds;
  return screen.tap((left + right) / 2, (top + bottom) / 2);
}

function linked(alive) {
  one("link").textContent = alive ? "Live" : "The phone does not answer";
  one("link").classList.toggle("alive", alive);
  document.body.classList.toggle("gone", !alive);
}

function told(news) {
  const facts = wire.facts;
  if (news.size) {
    const [width, height] = news.size;
    one("glass").style.aspectRatio = `${width} / ${height}`;
    document.body.classList.toggle("turned", width > height);
    document.body.style.setProperty("--shape", width / height);
  }
  one("app").textContent = facts.app;
  one("component").textContent = `${facts.package}/${facts.activity}`;
  document.title = `${facts.app} – Crab phone`;
  one("glass").dataset.told = facts.picture;
  if (news.tree) {
    tree.show(news.tree, facts.package);
    one("count").textContent = `${tree.nodes.length} elements in ${facts.window}`;
  }
  screen.refresh();
}

// -- element and picture --------------------------------

const name = (node) => {
  const [left, top, right, bottom] = node.bounds;
  return `${node.kind}  ${right - left} × ${bottom - top}`;
};

tree.onchoose = (node) => {
  screen.frame(one("chosen"), node?.bounds, node ? name(node) : "");
  details.show(node, tree.nodes);
};
tree.onover = (node) => screen.frame(one("over"), node?.bounds);
tree.onact = tap;
screen.onover = (x, y) => {
  const node = at(tree.nodes, x, y);
  tree.over(node);
  screen.frame(one("over"), screen.picking ? node?.bounds : null);
};
screen.onpick = (x, y) => {
  tree.choose(at(tree.nodes, x, y), { reveal: true });
  one("filter").value = tree.words;
  one("lean").setAttribute("aria-pressed", tree.lean);
  pick(false);
};

function pick(on) {
  screen.picking = on;
  one("pick").setAttribute("aria-pressed", on);
  one("glass").classList.toggle("picking", on);
  if (!on) screen.frame(one("over"), null);
}

// -- controls --------------------------------

one("pick").addEventListener("click", () => pick(!screen.picking));
document.addEventListener("keydown", (event) => {
  if (event.key === "C" && event.shiftKey && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    pick(!screen.picking);
  }
});
one("lean").addEventListener("click", () => {
  tree.lean = !tree.lean;
  one("lean").setAttribute("aria-pressed", tree.lean);
  tree.render();
});
one("filter").addEventListener("input", (event) => tree.filter(event.target.value));
one("xml").addEventListener("click", () => copy(wire.facts.tree ?? ""));
one("front").addEventListener("click", () => copy(one("component").textContent));
one("rotate").addEventListener("click", () => screen.turn());
one("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(screen.blob);
  link.download = `phone-${wire.facts.package}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
for (const button of document.querySelectorAll("[data-key]")) {
  let held = 0, long = false;
  button.addEventListener("pointerdown", () => {
    long = false;
    held = setTimeout(() => { long = true; screen.press(button.dataset.key, { long: true }); }, 600);
  });
  for (const end of ["pointerup", "pointerleave"]) button.addEventListener(end, () => clearTimeout(held));
  button.addEventListener("click", () => { if (!long) screen.press(button.dataset.key); long = false; });
}

// -- colours --------------------------------

function paint(scheme) {
  document.documentElement.style.colorScheme = scheme === "auto" ? "light dark" : scheme;
  for (const choice of document.querySelectorAll("[name=scheme]")) choice.checked = choice.value === scheme;
}
for (const choice of document.querySelectorAll("[name=scheme]")) {
  choice.addEventListener("change", () => { localStorage.setItem("scheme", choice.value); paint(choice.value); });
}
paint(localStorage.getItem("scheme") ?? "auto");
document.documentElement.classList.add("js");
