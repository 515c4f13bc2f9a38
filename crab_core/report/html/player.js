"use strict";
(() => {
  const STATES = { w: "waiting", a: "active", p: "passed", e: "error" };
  const LABELS = { w: "waiting", a: "not passed yet", e: "evaluator raised" };
  const SECONDS_A_STEP = 1.5;
  const links = JSON.parse(document.getElementById("picture-links").textContent);
  const dialog = document.querySelector("dialog.large");

  /** The address of a picture, made when it is shown: embedded text becomes a data URI. */
  function address(key) {
    if (links[key]) return links[key];
    const block = document.getElementById(`picture-${key}`);
    return block ? `data:${block.dataset.mediaType};base64,${block.textContent}` : "";
  }

  for (const film of document.querySelectorAll("video[data-film]")) film.src = address(film.dataset.film);

  class Player {
    constructor(section) {
      this.section = section;
      this.id = section.dataset.id;
      this.steps = [...section.querySelectorAll(".step")];
      this.marksInTimeline = [...section.querySelectorAll(".timeline button")];
      this.nodes = [...section.querySelectorAll(".node")];
      this.edges = [...section.querySelectorAll(".edge")];
      this.toggle = section.querySelector(".marks");
      this.position = 1;
      this.timer = null;
      this.listen();
    }

    listen() {
      const on = (selector, act) => this.section.querySelector(selector)?.addEventListener("click", act);
      on(".back", () => this.move(this.position - 1));
      on(".forth", () => this.move(this.position + 1));
      on(".play", () => this.play());
      this.toggle?.addEventListener("change", () => this.showPictures());
      for (const mark of this.marksInTimeline) {
        mark.addEventListener("click", () => this.move(Number(mark.dataset.position)));
      }
      for (const node of this.nodes) {
        const step = this.steps.find((s) => node.dataset.step && s.dataset.step === node.dataset.step);
        if (!step) continue;
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "0");
        const go = () => this.move(Number(step.dataset.position));
        node.addEventListener("click", go);
        node.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
      }
      for (const picture of this.section.querySelectorAll(".picture")) {
        picture.addEventListener("click", () => enlarge(picture.querySelector("img")));
      }
      for (const screen of this.section.querySelectorAll(".screen[data-ratio]")) {
        screen.style.flexGrow = screen.dataset.ratio;
        screen.style.maxWidth = `calc(${screen.dataset.ratio} * var(--tallest))`;
      }
    }

    move(position) {
      const known = Math.min(Math.max(position, 1), this.steps.length);
      this.show(known);
      history.replaceState(null, "", `#${encodeURIComponent(this.id)}/${known}`);
    }

    show(position) {
      if (!this.steps.length) return;
      this.position = Math.min(Math.max(position, 1), this.steps.length);
      this.steps.forEach((step, i) => step.classList.toggle("shown", i + 1 === this.position));
      this.marksInTimeline.forEach((mark, i) => {
        if (i + 1 !== this.position) return mark.removeAttribute("aria-current");
        mark.setAttribute("aria-current", "step");
        const line = mark.parentElement;
        line.scrollLeft = mark.offsetLeft - line.offsetLeft - line.clientWidth / 2;
      });
      this.section.querySelector(".back").disabled = this.position === 1;
      this.section.querySelector(".forth").disabled = this.position === this.steps.length;
      if (this.position === this.steps.length) this.stop();
      this.showPictures();
      this.showGraph();
    }

    /** Pictures of this step and of its neighbours are loaded, so that moving is instant; others are let go. */
    showPictures(all = false) {
      this.steps.forEach((step, i) => {
        const near = all || Math.abs(i + 1 - this.position) <= 1;
        for (const picture of step.querySelectorAll(".screens img")) {
          const { raw, marked } = picture.dataset;
          const key = this.toggle?.checked ? marked || raw : raw || marked;
          if (!near) {
            picture.removeAttribute("src");
            delete picture.dataset.shown;
          } else if (picture.dataset.shown !== key) {
            picture.src = address(key);
            picture.dataset.shown = key;
          }
        }
      });
    }

    showGraph(position = this.position) {
      const step = this.steps[position - 1];
      const states = step.dataset.states;
      const before = position > 1 ? this.steps[position - 2].dataset.states : "";
      for (const node of this.nodes) {
        const i = Number(node.dataset.node);
        const letter = states[i];
        const now = letter === "p" && node.dataset.step === step.dataset.step && before[i] !== "p";
        node.setAttribute("class", `node ${STATES[letter]}${now ? " now" : ""}`);
        const at = node.dataset.step === "0" ? "true at the start" : `passed at step ${node.dataset.step}`;
        node.querySelector(".status").textContent = letter === "p" ? at : LABELS[letter];
      }
      for (const edge of this.edges) {
        edge.classList.toggle("done", states[Number(edge.dataset.from)] === "p");
      }
      const passed = [...states].filter((letter) => letter === "p").length;
      const when = step.dataset.step ? `after step ${step.dataset.step}` : "at the end";
      this.section.querySelector(".when").textContent = `${passed} of ${states.length} passed ${when}`;
    }

    play() {
      if (this.timer) return this.stop();
      if (this.position === this.steps.length) this.move(1);
      this.timer = setInterval(() => this.move(this.position + 1), 1000 * SECONDS_A_STEP);
      this.playButton("❚❚", "Stop playing");
    }

    stop() {
      if (!this.timer) return;
      clearInterval(this.timer);
      this.timer = null;
      this.playButton("▶", "Play the steps");
    }

    playButton(sign, label) {
      const button = this.section.querySelector(".play");
      button.textContent = sign;
      button.title = label;
      button.setAttribute("aria-label", label);
    }
  }

  function enlarge(picture) {
    const large = dialog.querySelector("img");
    large.src = picture.src;
    large.alt = picture.alt;
    dialog.showModal();
  }

  /** A model call is filled when it is opened: messages that stand elsewhere are copied, pictures loaded. */
  function open(box) {
    const call = box.closest(".exchange");
    if (!call?.open) return;
    const again = box.dataset.as && box.querySelector(".again");
    if (again && box.open) {
      const copy = document.getElementById(box.dataset.as).cloneNode(true);
      copy.removeAttribute("id");
      again.replaceWith(copy);
    }
    for (const picture of box.querySelectorAll("img[data-key]:not([src])")) {
      picture.src = address(picture.dataset.key);
    }
  }

  const players = new Map();
  for (const section of document.querySelectorAll(".episode")) {
    players.set(section.dataset.id, new Player(section));
  }
  let current = null;

  /** Show the episode and step that the address names: #EPISODE/STEP. */
  function follow() {
    const [id, position] = location.hash.slice(1).split("/").map(decodeURIComponent);
    const first = document.querySelector(".episodes tr[data-episode]:not(.replaced)");
    const chosen = players.get(id) || players.get(first?.dataset.episode);
    if (!chosen) return;
    if (current && current !== chosen) current.stop();
    current = chosen;
    for (const player of players.values()) player.section.classList.toggle("shown", player === current);
    for (const row of document.querySelectorAll(".episodes tr[data-episode]")) {
      row.classList.toggle("shown", row.dataset.episode === current.id);
    }
    current.show(Number(position) || current.position);
    if (id === current.id && !position) current.section.scrollIntoView();
  }

  document.addEventListener("keydown", (event) => {
    if (!current || dialog.open || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input:not([type=checkbox]), .wide")) return;
    const moves = {
      ArrowLeft: () => current.move(current.position - 1),
      ArrowRight: () => current.move(current.position + 1),
      Home: () => current.move(1),
      End: () => current.move(current.steps.length),
      m: () => current.toggle?.click(),
      p: () => current.play(),
    };
    if (!moves[event.key] || !current.steps.length) return;
    event.preventDefault();
    moves[event.key]();
  });

  document.querySelector(".episodes tbody")?.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-episode]");
    if (row && !event.target.closest("a")) location.hash = encodeURIComponent(row.dataset.episode);
  });
  // A toggle does not bubble; it is caught on its way down.
  document.addEventListener("toggle", (event) => open(event.target), true);
  document.addEventListener("click", (event) => {
    const sent = event.target.closest(".sent");
    if (sent) enlarge(sent.querySelector("img"));
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  window.addEventListener("hashchange", follow);
  // On paper stand all steps with their pictures, and the graph as it was at the end.
  window.addEventListener("beforeprint", () => {
    if (!current?.steps.length) return;
    current.showPictures(true);
    current.showGraph(current.steps.length);
  });
  window.addEventListener("afterprint", () => current?.show(current.position));
  document.documentElement.classList.add("js");
  follow();
})();
