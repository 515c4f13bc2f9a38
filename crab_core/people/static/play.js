// The page of a playing person: shows what is news, and hands on what is done.
import { Form } from "./form.js";
import { Hand } from "./hand.js";

const AGAIN = 1000; // milliseconds until the next try when Crab does not answer
const TRIES = 5;
const THIRD = 0.34; // of the width, at most, for an upright screen beside others
const SMALL = 0.16; // the same for every screen beside an enlarged one
const WORDS = {
  starting: "The devices are started …",
  ready: "Ready when you are",
  turn: "Your turn",
  acting: "Working …",
  ended: "The episode has ended",
  over: "The end",
};

const $ = (id) => document.getElementById(id);
const hands = new Map();
let scene = { phase: "starting", devices: [], steps: [] };
let actions = {};
let heard = 0; // when the scene came, by the clock of the page
let sending = false;
let large = ""; // the device that has most of the window

/* -- doing -- */

async function post(name, facts = {}) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(name, { method: "POST", headers, body: JSON.stringify(facts) });
  if (!answer.ok) {
    const text = await answer.text();
    let reason = text;
    try { reason = JSON.parse(text).error; } catch { /* it is told in plain words */ }
    throw new Error(reason);
  }
}

// What was typed on a screen and not sent yet comes first.
async function act(...wanted) {
  if (scene.phase !== "turn" || sending) return false;
  const typing = [...hands.values()].map((hand) => [hand, hand.text]);
  const typed = typing.filter(([, text]) => text).map(([hand, text]) => hand.wish({ action: "type", text }));
  sending = true;
  show({ ...scene, phase: "acting" });
  try {
    await post("act", { turn: scene.turn, do: [...typed, ...wanted] });
    for (const [hand, text] of typing) hand.sent(text);
    say("");
    return true;
  } catch (error) {
    if (scene.phase === "acting") show({ ...scene, phase: "turn" });
    say(error.message);
    return false;
  } finally {
    sending = false;
  }
}

let silence;
function say(text) {
  clearTimeout(silence);
  $("note").textContent = text;
  $("note").hidden = !text;
  if (text) silence = setTimeout(() => say(""), 8000);
}

// What cannot be taken back is asked twice. A browser tells of a closed dialog a little later, when the next
// question may be there already: so what is done on "yes" belongs to the dialog, not to one closing of it.
let asked;
function ask(question, does) {
  $("question").textContent = question;
  $("sure").returnValue = "";
  asked = does;
  $("sure").showModal();
}
$("sure").addEventListener("close", () => {
  if ($("sure").returnValue !== "yes" || !asked) return;
  const does = asked;
  asked = undefined;
  does();
});

/* -- showing -- */

function show(news) {
  const before = scene;
  scene = news;
  document.body.dataset.phase = news.phase;
  $("phase").textContent = WORDS[news.phase];
  $("task").textContent = news.task || "Play";
  document.title = `${news.phase === "turn" ? "● " : ""}${news.task || "Crab: play"}`;
  $("description").textContent = news.description || "Shown once you start.";
  const left = news.limit - news.steps.length;
  $("steps").textContent = news.limit ? `${news.steps.length} of ${news.limit}` : news.steps.length;
  $("steps").classList.toggle("near", news.limit > 0 && left <= 2);
  const playing = news.phase === "turn" || news.phase === "acting";
  $("answer").hidden = $("done").hidden = !playing;
  for (const part of document.querySelectorAll(".side button, .side input:not([type=checkbox])")) {
    part.disabled = news.phase !== "turn" && part.tagName === "BUTTON";
  }
  $("stop").hidden = news.phase === "over" || news.phase === "ended";
  $("numbers").hidden = !news.devices.some((device) => device.screen?.marked);
  tick();
  showGraph(news.graph);
  showDevices(news.devices);
  if (news.steps.length !== before.steps.length || news.episode !== before.episode) showSteps(news.steps);
  showCover(news);
}

function tick() {
  const seconds = scene.seconds + (scene.running ? (performance.now() - heard) / 1000 : 0) || 0;
  const whole = Math.floor(seconds);
  $("time").textContent = clock(whole) + (scene.seconds_limit ? ` of ${clock(scene.seconds_limit)}` : "");
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function showGraph(graph) {
  $("graph").hidden = $("reached").hidden = !graph;
  if (!graph) return;
  $("checkpoints").textContent = `${graph.passed} of ${graph.total}`;
  if ($("drawing").dataset.shown !== graph.drawing) {
    $("drawing").innerHTML = graph.drawing;
    $("drawing").dataset.shown = graph.drawing;
  }
}

function showDevices(devices) {
  const names = devices.map((device) => device.name).join("\n");
  if ($("devices").dataset.names !== names) {
    $("devices").dataset.names = names;
    hands.clear();
    for (const device of devices) {
      const can = actions[device.name]?.gestures ?? [];
      hands.set(device.name, new Hand(device, can, act, () => scene.phase === "turn"));
    }
    $("devices").replaceChildren(...[...hands.values()].map((hand) => hand.element));
  }
  for (const device of devices) hands.get(device.name).show(device, $("marks").checked, scene.turn);
  fit();
}

// Upright screens get what they need up to a third of the width, the others share the rest.
function fit() {
  const shown = [...hands.values()].filter((hand) => hand.size);
  if (!shown.length) return;
  const blank = [...hands.values()].some((hand) => !hand.size);
  const box = $("devices");
  const style = getComputedStyle(box);
  const inside = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (style.flexDirection === "column") {
    for (const hand of shown) hand.fitAlone(inside);
    return;
  }
  const width = (blank ? 0.6 : 1) * inside - 18 * (hands.size - 1);
  if (!hands.has(large) || !hands.get(large).size) large = "";
  const first = (hand) => large ? hand.name !== large : hand.size.width < hand.size.height && shown.length > 1;
  const narrow = shown.filter(first);
  const rest = shown.filter((hand) => !narrow.includes(hand));
  let left = width;
  for (const hand of narrow) {
    const most = width * (large ? SMALL : THIRD) / (rest.length ? 1 : narrow.length * THIRD);
    const across = Math.min(hand.room().width, most);
    hand.fit(across);
    left -= across;
  }
  const aspects = rest.reduce((sum, hand) => sum + hand.size.width / hand.size.height, 0);
  for (const hand of rest) hand.fit(left * hand.size.width / hand.size.height / aspects);
  for (const hand of shown) {
    hand.enlarge(hand.name === large);
    hand.larger.hidden = hands.size < 2;
  }
}

function showSteps(steps) {
  $("nothing").hidden = steps.length > 0;
  $("log").replaceChildren(...steps.map((step) => {
    const line = document.createElement("li");
    line.append(element("span", "number", step.number), element("div", ""));
    line.lastChild.append(element("code", step.ok ? "" : "bad", step.call));
    if (step.text) line.lastChild.append(element("p", step.ok ? "" : "bad", step.text));
    for (const name of step.passed) line.lastChild.append(element("p", "good", `✓ ${name}`));
    return line;
  }));
}

function showCover(news) {
  const covered = !["turn", "acting"].includes(news.phase);
  $("cover").hidden = !covered;
  if (!covered) return;
  const result = news.result;
  $("start").hidden = news.phase !== "ready";
  $("outcome").hidden = !result;
  if (news.phase === "ready") {
    const names = news.devices.map((device) => device.name).join(" and ");
    cover("Ready when you are", `You use ${names}. The clock runs from Start on, and the task is shown then. ` +
      "Every action is a step, as it is for an agent: a click, a text, a key.");
    if (document.activeElement === document.body) $("start").focus();
  } else if (result) {
    const scored = result.status === "scored";
    const next = news.phase === "over" ? "You can close this page." : "";
    cover(result.success ? "Done" : scored ? `Ended: ${result.termination}` : "Not scored",
      [scored ? "" : failure(result), next].filter(Boolean).join("\n"));
    const facts = {
      Checkpoints: `${Math.round(result.completion * 100)} %`,
      Steps: result.steps,
      Time: clock(result.seconds),
    };
    $("outcome").replaceChildren(...Object.entries(facts).map(([name, value]) => {
      const pair = document.createElement("div");
      pair.append(element("dt", "", name), element("dd", "", value));
      return pair;
    }));
  } else if (news.phase === "over") {
    cover("The end", "You can close this page.");
  } else {
    cover("One moment", "The devices are brought into their start worlds.");
  }
}

function failure(result) {
  return result.termination === "stopped"
    ? "You have stopped. The episode can be played again."
    : `${result.termination}. ${result.error}`;
}

function cover(headline, message) {
  $("headline").textContent = headline;
  $("message").textContent = message;
}

function element(name, kind, text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

/* -- listening -- */

async function listen() {
  let after = "";
  let failed = 0;
  while (scene.phase !== "over") {
    try {
      const answer = await fetch(`news?after=${after}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const news = await answer.json();
      failed = 0;
      after = news.version;
      // Every episode may have devices of its own.
      if (news.phase === "ready" && scene.phase !== "ready" || (news.devices.length && !form.filled)) {
        actions = await (await fetch("actions")).json();
        $("devices").dataset.names = "";
        form.fill(actions);
        $("line").elements.typed.placeholder = example();
      }
      heard = performance.now();
      show(news);
    } catch {
      failed += 1;
      if (failed >= TRIES || ["ended"].includes(scene.phase)) break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
  if (scene.phase !== "over") show({ ...scene, phase: "over", running: false });
}

// How an action is typed here.
function example() {
  const known = Object.values(actions).flatMap((space) => space.actions);
  const pointing = known.find((action) => action.elements.includes("element"));
  return pointing ? `${pointing.name}(element=3)` : known.length ? `${known[0].name}(…)` : "";
}

const form = new Form($("form"), act);
$("start").addEventListener("click", () => post("start").catch((error) => say(error.message)));
$("stop").addEventListener("click", () => {
  ask("Stop here? The episode is not scored then, and can be played again.",
    () => post("stop").catch((error) => say(error.message)));
});
$("wait").addEventListener("click", () => act({ environment: "root", name: "wait" }));
$("marks").addEventListener("change", () => show(scene));
$("line").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = event.target.elements.typed;
  if (input.value.trim() && await act({ typed: input.value })) input.value = "";
});
$("answer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = event.target.elements.answer.value;
  await act({ environment: "root", name: "submit", arguments: { answer } });
});
$("done").addEventListener("click", () => {
  ask("Say that the task is done? Nothing can be done afterwards.",
    () => act({ environment: "root", name: "complete" }));
});
$("devices").addEventListener("larger", (event) => {
  large = large === event.detail ? "" : event.detail;
  fit();
});
addEventListener("resize", fit);
setInterval(tick, 500);
listen();
