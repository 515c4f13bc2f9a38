// A person's hand on the screen of one device: pointer, wheel and keys become actions.

const APART = 6; // pixels of the window by which a pointer may tremble; what goes farther is dragged
const LONG = 600; // milliseconds after which a press is a long one
const AGAIN = 280; // milliseconds in which another click makes a double one
const CALM = 250; // milliseconds after which a wheel has come to rest
const NOTCH = 100; // what a browser tells for one notch of a wheel
const LINE = 33; // the same for one line, where it tells lines
const BUTTONS = ["left", "middle", "right"];
const KEYS = {
  Enter: "enter", Escape: "esc", Tab: "tab", Backspace: "backspace", Delete: "delete", Insert: "insert",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  PageUp: "pageup", PageDown: "pagedown", Home: "home", End: "end",
};
const SVG = "http://www.w3.org/2000/svg";

export class Hand {
  constructor(device, can, act, allowed) {
    Object.assign(this, { name: device.name, can: new Set(can), act, allowed });
    this.text = "";
    this.clicks = 0;
    this.wheel = { x: 0, y: 0 };
    this.build(device);
    this.listen();
  }

  build(device) {
    this.element = make("section", "device");
    this.head = make("h3", "", device.name);
    this.head.append(make("small", "", device.description));
    this.head.title = device.description;
    this.larger = button("", () => this.element.dispatchEvent(new CustomEvent("larger", { bubbles: true, detail: this.name })));
    this.larger.className = "quiet larger";
    this.head.append(this.larger);
    this.glass = make("div", "glass");
    this.screen = make("div", "screen");
    this.screen.tabIndex = -1; // by a click alone: who goes by the Tab key is not caught in it
    this.image = make("img");
    this.image.alt = `Screen of ${device.name}`;
    this.image.draggable = false;
    this.traces = document.createElementNS(SVG, "svg");
    this.screen.append(this.image, this.traces);
    this.glass.append(this.screen);
    this.below = make("div", "below");
    this.typing = make("div", "typing");
    this.typing.hidden = true;
    this.output = make("output");
    this.typing.append("Typing", this.output, button("Type it", () => this.act()), button("Discard", () => this.clear()));
    this.below.append(this.typing);
    for (const name of ["back", "home"].filter((one) => this.can.has(one) && this.can.has("long"))) {
      this.below.append(button(name[0].toUpperCase() + name.slice(1), () => this.do({ action: name })));
    }
    this.hint = make("span", "", this.can.has("type") ? "Click the screen, then type" : "");
    this.below.append(this.hint);
    this.said = make("div", "said");
    this.element.append(this.head, this.glass, this.below, this.said);
  }

  show(device, marks, turn) {
    const screen = device.screen;
    this.size = screen;
    this.glass.hidden = this.below.hidden = !screen;
    this.element.classList.toggle("blank", !screen);
    this.larger.hidden = !screen;
    if (screen) {
      const picture = `pictures/${marks && screen.marked ? screen.marked : screen.picture}`;
      if (this.picture !== picture) this.load(picture);
    }
    if (this.turned !== turn) this.traces.replaceChildren();
    this.turned = turn;
    const texts = [...device.texts];
    if (!screen && device.elements) texts.push({ name: "elements", text: device.elements });
    const told = JSON.stringify(texts);
    if (this.told === told) return;
    this.told = told;
    this.said.replaceChildren(...texts.flatMap((one) => [make("h4", "", one.name), make("pre", "", one.text)]));
  }

  // The last picture stays until the next one is there.
  load(picture) {
    this.picture = picture;
    const next = new Image();
    next.addEventListener("load", () => { if (this.picture === picture) this.image.src = picture; });
    next.src = picture;
  }

  // How wide the screen is for one that is as tall as the window lets it be, and how tall that is.
  room() {
    const rest = [this.head, this.below, this.said].reduce((sum, part) => sum + (part.hidden ? 0 : part.offsetHeight + 8), 0);
    const height = Math.max(this.element.parentElement.clientHeight - rest - 32, 200);
    return { height, width: height * this.size.width / this.size.height };
  }

  fit(width) {
    const { width: most } = this.room();
    const across = Math.min(width, most);
    this.stretch(across);
    this.element.style.width = `${across}px`;
  }

  stretch(across) {
    this.image.style.width = `${across}px`;
    this.image.style.height = `${across * this.size.height / this.size.width}px`;
  }

  // In a narrow window every device has the whole width.
  fitAlone(width) {
    const across = Math.min(width, innerHeight * 0.78 * this.size.width / this.size.height);
    this.stretch(across);
    this.element.style.width = "";
    this.larger.hidden = true;
  }

  enlarge(yes) {
    this.larger.textContent = yes ? "Smaller" : "Larger";
    this.larger.title = yes ? "Show all devices alike" : "Give this device most of the window";
  }

  /* -- what waits to be sent -- */

  // Letters that came after these stay.
  sent(text) {
    if (this.text.startsWith(text)) this.write(this.text.slice(text.length));
  }

  clear() {
    this.write("");
  }

  write(text) {
    this.text = text;
    this.output.textContent = text;
    this.typing.hidden = !text;
    this.hint.hidden = Boolean(text);
  }

  wish(gesture) {
    return { environment: this.name, gesture };
  }

  do(gesture) {
    return this.act(this.wish(gesture));
  }

  /* -- pointer -- */

  listen() {
    const glass = this.image;
    glass.addEventListener("contextmenu", (event) => event.preventDefault());
    glass.addEventListener("pointerdown", (event) => this.down(event));
    glass.addEventListener("pointermove", (event) => this.move(event));
    glass.addEventListener("pointerup", (event) => this.up(event));
    glass.addEventListener("pointercancel", () => { this.pressed = null; });
    glass.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    this.screen.addEventListener("keydown", (event) => this.key(event));
  }

  place(event) {
    const box = this.image.getBoundingClientRect();
    const inside = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return {
      x: inside((event.clientX - box.x) / box.width * this.size.width, this.size.width),
      y: inside((event.clientY - box.y) / box.height * this.size.height, this.size.height),
    };
  }

  down(event) {
    event.preventDefault();
    this.screen.focus({ preventScroll: true });
    if (!this.allowed()) return;
    this.image.setPointerCapture(event.pointerId);
    this.pressed = { at: this.place(event), x: event.clientX, y: event.clientY, button: event.button, time: event.timeStamp };
  }

  move(event) {
    if (this.pressed && this.far(event) && this.can.has("drag")) this.trace(this.pressed.at, this.place(event));
  }

  far(event) {
    return Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > APART;
  }

  up(event) {
    const pressed = this.pressed;
    if (!pressed || event.button !== pressed.button) return;
    const [from, to] = [pressed.at, this.place(event)];
    const far = this.far(event);
    this.pressed = null;
    if (pressed.button === 0 && far) {
      if (this.can.has("drag")) this.do({ action: "drag", path: [[from.x, from.y], [to.x, to.y]] });
    } else if (pressed.button === 0 && this.can.has("long") && event.timeStamp - pressed.time >= LONG) {
      this.trace(from);
      this.do({ action: "long_press", ...from });
    } else if (pressed.button === 0) {
      this.trace(from);
      this.click(from);
    } else if (this.can.has(BUTTONS[pressed.button])) {
      this.trace(from);
      this.do({ action: "click", ...from, button: BUTTONS[pressed.button] });
    }
  }

  // Where a double click is an action of its own, the first click waits for a second.
  click(at) {
    this.clicks += 1;
    clearTimeout(this.waiting);
    const send = () => {
      const count = Math.min(this.clicks, 2);
      this.clicks = 0;
      this.do({ action: "click", ...at, count });
    };
    if (this.can.has("double") && this.clicks < 2) this.waiting = setTimeout(send, AGAIN);
    else send();
  }

  trace(from, to) {
    this.traces.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    const scale = this.size.width / this.image.clientWidth;
    const circle = document.createElementNS(SVG, "circle");
    attributes(circle, { cx: from.x, cy: from.y, r: 9 * scale, "stroke-width": 2.5 * scale });
    circle.style.strokeWidth = 2.5 * scale;
    this.traces.replaceChildren(circle);
    if (!to) return;
    const line = document.createElementNS(SVG, "line");
    attributes(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    line.style.strokeWidth = 3 * scale;
    this.traces.append(line);
  }

  turn(event) {
    if (!this.can.has("scroll")) return;
    event.preventDefault();
    if (!this.allowed()) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    this.wheel.x += event.deltaX * unit;
    this.wheel.y += event.deltaY * unit;
    const at = this.place(event);
    clearTimeout(this.rolling);
    this.rolling = setTimeout(() => this.roll(at), CALM);
  }

  roll(at) {
    const { x, y } = this.wheel;
    this.wheel = { x: 0, y: 0 };
    const across = Math.abs(x) > Math.abs(y);
    const way = across ? x : y;
    const direction = across ? (way > 0 ? "right" : "left") : (way > 0 ? "down" : "up");
    const amount = Math.max(1, Math.round(Math.abs(way) / NOTCH));
    this.do({ action: "scroll", ...at, direction, amount });
  }

  /* -- keys -- */

  key(event) {
    if (!this.can.has("type") || event.isComposing) return;
    const letter = [...event.key].length === 1;
    const third = event.getModifierState("AltGraph"); // a letter of the keyboard's third level, not a shortcut
    const held = third ? [] : [event.ctrlKey && "ctrl", event.altKey && "alt", event.metaKey && "super"].filter(Boolean);
    if (letter && !held.length) {
      this.write(this.text + event.key);
    } else if (event.key === "Backspace" && this.text && !held.length) {
      this.write([...this.text].slice(0, -1).join(""));
    } else if (event.key === "Escape" && this.text) {
      this.clear();
    } else {
      const name = letter ? event.key.toLowerCase() : KEYS[event.key] ?? (/^F\d+$/.test(event.key) ? event.key.toLowerCase() : "");
      if (!name) return;
      if (event.shiftKey) held.push("shift");
      this.do({ action: "press", keys: [...held, name] });
    }
    event.preventDefault();
  }
}

function make(name, kind = "", text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function button(text, does) {
  const made = make("button", "", text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

function attributes(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
}
