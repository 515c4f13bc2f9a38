// The UI tree: rows of what is on the screen, in the order and depth of uiautomator's XML.

const ARRANGES = ["text", "content-desc", "resource-id"];
const ACTS = ["clickable", "long-clickable", "checkable", "scrollable", "focused", "selected"];

/** The elements of a dump, in document order, each with what a person wants to know of it. */
export function read(xml) {
  const root = new DOMParser().parseFromString(xml, "application/xml").documentElement;
  const nodes = [];
  const visit = (element, parent, path) => {
    const facts = Object.fromEntries([...element.attributes].map((a) => [a.name, a.value]));
    const bounds = (facts.bounds ?? "").match(/-?\d+/g)?.map(Number) ?? [0, 0, 0, 0];
    const node = { facts, bounds, parent, path, depth: parent ? parent.depth + 1 : 1, children: [], element };
    node.kind = (facts.class ?? "").split(".").pop();
    node.key = `${path} ${node.kind} ${facts["resource-id"] ?? ""}`;
    node.arranges = !ARRANGES.some((name) => facts[name]) && !ACTS.some((name) => facts[name] === "true");
    nodes.push(node);
    parent?.children.push(node);
    [...element.children].forEach((child, i) => visit(child, node, `${path}/${i}`));
  };
  [...root.children].forEach((child, i) => visit(child, null, `${i}`));
  return nodes;
}

/** The smallest element at a place, the topmost of those. */
export function at(nodes, x, y) {
  let found = null, least = Infinity;
  for (const node of nodes) {
    const [left, top, right, bottom] = node.bounds;
    const area = (right - left) * (bottom - top);
    if (x >= left && x < right && y >= top && y < bottom && area <= least) [found, least] = [node, area];
  }
  return found;
}

const make = (name, className, text) => {
  const element = document.createElement(name);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

export class Tree {
  nodes = []; chosen = null; lean = false; words = "";
  #root; #rows = new Map(); #closed = new Set(); #package = ""; #current = "";
  onchoose = () => {}; onover = () => {}; onact = () => {};

  constructor(root) {
    this.#root = root;
    root.addEventListener("click", (event) => {
      const node = this.#nodeOf(event);
      if (!node) return;
      if (event.target.classList.contains("turn")) this.#toggle(node);
      else this.choose(node);
    });
    root.addEventListener("dblclick", (event) => { const node = this.#nodeOf(event); if (node) this.onact(node); });
    root.addEventListener("pointerover", (event) => this.onover(this.#nodeOf(event)));
    root.addEventListener("pointerleave", () => this.onover(null));
    root.addEventListener("keydown", (event) => this.#walk(event));
  }

  #nodeOf(event) { return this.#rows.get(event.target.closest(".row")?.dataset.key)?.node ?? null; }

  show(xml, front) {
    this.nodes = read(xml);
    this.#package = front;
    this.chosen = this.nodes.find((node) => node.key === this.chosen?.key) ?? null;
    this.render();
    this.onchoose(this.chosen);
  }

  filter(words) { this.words = words.trim().toLowerCase(); this.render(); }

  #matches(node) {
    const { facts } = node;
    return [facts.text, facts["content-desc"], facts["resource-id"], facts.class]
      .some((value) => value?.toLowerCase().includes(this.words));
  }

  render() {
    const focused = this.#root.contains(document.activeElement);
    const before = this.#rows;
    this.#rows = new Map();
    const kept = this.words ? new Set() : null;
    for (const node of kept ? this.nodes.filter((n) => this.#matches(n)) : []) {
      for (let up = node; up; up = up.parent) kept.add(up);
    }
    const list = document.createDocumentFragment();
    const visit = (node, level) => {
      if (kept && !kept.has(node)) return;
      const leftOut = this.lean && node.arranges && !kept;
      const closed = this.#closed.has(node.key) && !kept;
      if (!leftOut) list.append(this.#row(node, level, closed, before.get(node.key)));
      if (closed && !leftOut) return;
      for (const child of node.children) visit(child, leftOut ? level : level + 1);
    };
    for (const node of this.nodes) if (!node.parent) visit(node, 1);
    this.#root.replaceChildren(list);
    if (!this.#rows.has(this.#current)) this.#current = this.chosen?.key ?? this.#rows.keys().next().value ?? "";
    this.#mark();
    if (focused) this.#rows.get(this.#current)?.row.focus({ preventScroll: true });
  }

  #row(node, level, closed, old) {
    const { facts } = node;
    const look = JSON.stringify([level, closed, node.children.length > 0, facts, this.#package, this.words]);
    if (old?.look === look) {
      old.node = node;
      this.#rows.set(node.key, old);
      old.row.classList.remove("over");
      return old.row;
    }
    const row = make("div", "row");
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", level);
    if (node.children.length) row.setAttribute("aria-expanded", !closed);
    row.tabIndex = -1;
    row.dataset.key = node.key;
    row.style.paddingInlineStart = `${6 + 14 * (level - 1)}px`;
    const turn = make("span", node.children.length ? "turn" : "turn none");
    row.append(turn, make("span", "kind", node.kind));
    const id = facts["resource-id"];
    if (id) row.append(make("span", "id", `#${id.replace(`${this.#package}:id/`, "")}`));
    if (facts.text) row.append(make("span", "text", facts.text));
    if (facts["content-desc"]) row.append(make("span", "desc", facts["content-desc"]));
    for (const state of ["checked", "selected", "focused", "scrollable"]) {
      if (facts[state] === "true") row.append(make("span", `state ${state}`, state));
    }
    if (facts.enabled === "false") row.append(make("span", "state", "disabled"));
    if (node.arranges) row.classList.add("arranges");
    if (this.words && this.#matches(node)) row.classList.add("match");
    this.#rows.set(node.key, { row, node, look });
    return row;
  }

  #mark() {
    for (const [key, { row, node }] of this.#rows) {
      row.setAttribute("aria-selected", node === this.chosen);
      row.tabIndex = key === this.#current ? 0 : -1;
    }
  }

  choose(node, { reveal = false } = {}) {
    this.chosen = node;
    if (node && reveal) {
      for (let up = node.parent; up; up = up.parent) this.#closed.delete(up.key);
      if (!this.#rows.has(node.key)) { this.words = ""; this.lean = this.lean && !node.arranges; this.render(); }
    }
    if (node) this.#current = node.key;
    this.#mark();
    if (reveal) this.#rows.get(node?.key)?.row.scrollIntoView({ block: "nearest" });
    this.onchoose(node);
  }

  over(node) {
    for (const { row, node: own } of this.#rows.values()) row.classList.toggle("over", own === node);
  }

  #toggle(node) {
    if (!this.#closed.delete(node.key)) this.#closed.add(node.key);
    this.render();
  }

  /** Keys of a tree as the ARIA authoring practices have them. */
  #walk(event) {
    const rows = [...this.#rows.values()];
    const here = rows.findIndex(({ row }) => row === document.activeElement);
    if (here < 0) return;
    const { node } = rows[here];
    const open = node.children.length > 0 && !this.#closed.has(node.key);
    const go = (index) => {
      const next = rows[Math.min(Math.max(index, 0), rows.length - 1)];
      this.choose(next.node);
      next.row.focus();
    };
    const parent = rows.findIndex((entry) => entry.node === node.parent);
    const moves = {
      ArrowDown: () => go(here + 1),
      ArrowUp: () => go(here - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (node.children.length && !open ? this.#toggle(node) : open && go(here + 1)),
      ArrowLeft: () => (open ? this.#toggle(node) : parent >= 0 && go(parent)),
      " ": () => this.choose(node),
      Enter: () => this.onact(node),
    };
    if (!moves[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moves[event.key]();
  }
}
