// The page on which people approve actions: every open question, the oldest first.

const AGAIN = 1000; // milliseconds until the next try when Crab does not answer
const TRIES = 5;
const LOOK = 500; // milliseconds in which whoever clicks cannot have seen that the list has changed
const SVG = "http://www.w3.org/2000/svg";

const $ = (id) => document.getElementById(id);
const cards = new Map();

function show(questions, heard) {
  for (const [number, card] of cards) {
    if (questions.some((question) => question.number === number)) continue;
    card.remove();
    cards.delete(number);
    for (const other of cards.values()) rest(other);
  }
  for (const question of questions) {
    if (!cards.has(question.number)) {
      cards.set(question.number, build(question));
      $("questions").append(cards.get(question.number));
      rest(cards.get(question.number));
    }
    cards.get(question.number).until = heard + question.seconds * 1000;
  }
  const count = questions.length;
  $("calm").hidden = count > 0;
  $("count").textContent = count === 1 ? "1 action waits" : `${count || "No"} actions wait`;
  document.title = count ? `(${count}) Crab: approve actions` : "Crab: approve actions";
  tick();
}

// A click that was meant for what stood there before answers nothing.
function rest(card) {
  const buttons = [...card.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  clearTimeout(card.resting);
  card.resting = setTimeout(() => { for (const button of buttons) button.disabled = false; }, LOOK);
}

function build(question) {
  const card = $("question").content.firstElementChild.cloneNode(true);
  const part = (name) => card.querySelector(name);
  part(".task").textContent = `${question.task}, on ${question.environment}`;
  part(".what").textContent = question.labels.length
    ? `${question.name} on ${question.labels.map((label) => `“${label}”`).join(" and ")}`
    : question.name;
  part(".reason").textContent = question.reason;
  part(".reason").hidden = !question.reason;
  part(".arguments").replaceChildren(...Object.entries(question.arguments).flatMap(([name, value]) =>
    [element("dt", name), element("dd", value)]));
  if (question.screen) {
    part(".seen").hidden = false;
    part("img").src = `pictures/${question.number}`;
    const { width, height } = question.screen;
    part("img").style.setProperty("--ratio", width / height);
    part("img").style.setProperty("--across", `${width}px`);
    part("svg").setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [x, y, across, down] of question.boxes) draw(part("svg"), "rect", { x, y, width: across, height: down, rx: 6 });
    for (const [cx, cy] of question.places) draw(part("svg"), "circle", { cx, cy, r: Math.max(width, height) / 70 });
  }
  const why = part("form").elements.reason;
  for (const button of card.querySelectorAll(".buttons button")) {
    button.addEventListener("click", () => answer(question.number, button.value, why.value));
  }
  // Whoever has written why not, and presses Enter, does not mean yes.
  part("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (why.value.trim()) answer(question.number, "deny", why.value);
  });
  return card;
}

async function answer(number, word, reason) {
  const facts = { number, allowed: word !== "deny", always: word === "always", reason };
  const headers = { "Content-Type": "application/json" };
  try {
    const done = await fetch("answer", { method: "POST", headers, body: JSON.stringify(facts) });
    say(done.ok ? "" : (await done.json()).error);
  } catch {
    say("Crab does not answer.");
  }
}

function draw(svg, name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  svg.append(made);
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function say(text) {
  $("note").textContent = text;
  $("note").hidden = !text;
}

function tick() {
  for (const card of cards.values()) {
    const seconds = Math.max(0, Math.ceil((card.until - performance.now()) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    card.querySelector(".left").textContent = `Denied in ${left}`;
  }
}

async function listen() {
  let after = "";
  let failed = 0;
  for (;;) {
    try {
      const answer = await fetch(`news?after=${after}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const news = await answer.json();
      failed = 0;
      after = news.version;
      show(news.questions, performance.now());
      if (news.over) break;
    } catch {
      failed += 1;
      if (failed >= TRIES) break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
  show([], 0);
  $("count").textContent = "The run has ended";
  $("calm").textContent = "You can close this page.";
}

setInterval(tick, 1000);
listen();
