// The recorded actions, in words.

const make = (name, className, text = "") => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

const keyNames = { ctrl: "Ctrl", alt: "Alt", shift: "Shift", super: "Super", esc: "Esc" };
const key = (name) => keyNames[name] ?? (name.length === 1 ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1));
const at = ({ x, y }) => `${x}, ${y}`;
const withButton = (words, { button }) => (button && button !== "left" ? `${words} (${button})` : words);

/** What an action does, and with what. */
const WORDS = {
  click: (a) => [withButton("Click", a), at(a)],
  double_click: (a) => [withButton("Double click", a), at(a)],
  right_click: (a) => ["Right click", at(a)],
  triple_click: (a) => ["Triple click", at(a)],
  drag: (a) => [withButton("Drag", a), `${a.from_x}, ${a.from_y} → ${a.to_x}, ${a.to_y}`],
  scroll: (a) => [`Scroll ${a.direction}`, `${a.amount} × at ${at(a)}`],
  paste: (a) => ["Paste", a.text ? `“${a.text}”` : "what was copied"],
  write_text: (a) => ["Type", `“${a.text}”`],
  press: (a) => ["Press", key(a.key)],
  hotkey: (a) => ["Press", a.keys.map(key).join(" + ")],
  key_down: (a) => ["Hold", key(a.key)],
  key_up: (a) => ["Release", key(a.key)],
};

export class Steps {
  #list; #steps = [];
  /** Told the place of an action that shall go. */
  onremove = () => {};

  constructor(list) { this.#list = list; }

  get count() { return this.#steps.length; }

  /** Take over the actions from one place on. */
  show(first, steps) {
    const atEnd = this.#list.scrollTop + this.#list.clientHeight >= this.#list.scrollHeight - 8;
    this.#steps.splice(first, Infinity, ...steps);
    while (this.#list.children.length > first) this.#list.lastChild.remove();
    steps.forEach((step, i) => this.#list.append(this.#row(step, first + i)));
    if (atEnd) this.#list.scrollTop = this.#list.scrollHeight;
  }

  #row({ name, arguments: facts }, place) {
    const [what, how] = WORDS[name]?.(facts) ?? [name, JSON.stringify(facts)];
    const row = make("li", "step");
    const remove = make("button", "remove", "×");
    remove.type = "button";
    remove.title = "Leave this action out";
    remove.setAttribute("aria-label", `Leave out action ${place + 1}`);
    remove.addEventListener("click", () => this.onremove(place));
    row.append(make("span", "number", place + 1), make("b", "what", what), make("span", "how", how), remove);
    return row;
  }
}
