// What is known of one element, each line to be copied.

const STATES = [
  "clickable", "long-clickable", "checkable", "checked", "scrollable", "focusable", "focused", "selected", "password",
];

const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

/** A text as XPath writes it; there, quotes cannot be escaped. */
function literal(text) {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text.split('"').map((part) => `"${part}"`).join(`, '"', `)})`;
}

/** An XPath over the dump that finds this element only. */
export function xpath(node, nodes) {
  for (const unique of [true, false]) {
    for (const name of ["resource-id", "content-desc", "text"]) {
      const value = node.facts[name];
      const same = value ? nodes.filter((other) => other.facts[name] === value) : [];
      const path = `//node[@${name}=${literal(value ?? "")}]`;
      if (same.length === 1) return path;
      if (same.length && !unique) return `(${path})[${same.indexOf(node) + 1}]`;
    }
  }
  const steps = [];
  for (let up = node; up; up = up.parent) {
    const beside = up.parent ? up.parent.children : nodes.filter((other) => !other.parent);
    steps.unshift(`node[${beside.indexOf(up) + 1}]`);
  }
  return `/hierarchy/${steps.join("/")}`;
}

export class Details {
  #root; #copy; #tap; #shown = "";

  constructor(root, copy, tap) {
    [this.#root, this.#copy, this.#tap] = [root, copy, tap];
    this.show(null, []);
  }

  show(node, nodes) {
    const look = node ? JSON.stringify([node.key, node.facts]) : "none";
    if (look === this.#shown) return;
    this.#shown = look;
    if (!node) {
      const hint = make("p", "hint", "Choose an element in the tree, or switch on Pick and click on the picture.");
      this.#root.replaceChildren(hint);
      return;
    }
    const { facts } = node;
    const [left, top, right, bottom] = node.bounds;
    const head = make("div", "head");
    head.append(make("h2", "", node.kind || "View"));
    const tap = make("button", "", "Tap");
    tap.type = "button";
    tap.title = "Touch the middle of the element (Enter in the tree)";
    tap.addEventListener("click", () => this.#tap(node));
    const element = make("button", "", "Copy element");
    element.type = "button";
    element.addEventListener("click", () => {
      this.#copy(node.element.cloneNode(false).outerHTML ?? new XMLSerializer().serializeToString(node.element));
    });
    head.append(tap, element);
    const list = make("dl", "");
    const line = (name, value, shown = value) => {
      if (!value) return;
      const copy = make("button", "copy", shown);
      copy.type = "button";
      copy.title = `Copy ${name.toLowerCase()}`;
      copy.addEventListener("click", () => this.#copy(value));
      const definition = make("dd", "");
      definition.append(copy);
      list.append(make("dt", "", name), definition);
    };
    line("Text", facts.text);
    line("Description", facts["content-desc"]);
    line("Id", facts["resource-id"]);
    line("Class", facts.class);
    line("Package", facts.package);
    line("Bounds", facts.bounds, `${left}, ${top} – ${right}, ${bottom}`);
    line("Size", `${right - left}x${bottom - top}`, `${right - left} × ${bottom - top} px`);
    line("Middle", `${Math.floor((left + right) / 2)} ${Math.floor((top + bottom) / 2)}`);
    line("XPath", xpath(node, nodes));
    const states = make("ul", "states");
    for (const state of STATES) {
      if (facts[state] === "true") states.append(make("li", "", state));
    }
    if (facts.enabled === "false") states.append(make("li", "off", "disabled"));
    if (facts.checkable === "true" && facts.checked !== "true") states.append(make("li", "off", "not checked"));
    list.append(make("dt", "", "States"));
    const definition = make("dd", "");
    definition.append(states.children.length ? states : make("span", "hint", "none"));
    list.append(definition);
    this.#root.replaceChildren(head, list);
  }
}
