// The phone's screen: the picture, fingers, the wheel, and the keyboard.

const SLOP = 8;            // CSS pixels that a finger may tremble
const LONG = 500;          // milliseconds until a touch is a long one
const REST = 120;          // milliseconds without movement after which a lifted finger throws nothing
const LINE = 40;           // pixels of a line, where the wheel counts lines
const KEYS = {
  Enter: "ENTER", Backspace: "DEL", Delete: "FORWARD_DEL", Escape: "BACK", PageUp: "PAGE_UP", PageDown: "PAGE_DOWN",
  ArrowLeft: "DPAD_LEFT", ArrowRight: "DPAD_RIGHT", ArrowUp: "DPAD_UP", ArrowDown: "DPAD_DOWN",
  Home: "MOVE_HOME", End: "MOVE_END",
};
const TOGETHER = ["a", "c", "x"];  // with Control; what is pasted comes as text
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];  // with Shift, they select

const one = (id) => document.getElementById(id);

export class Screen {
  #wire; #note; #down = null; #shown = -1; #loading = false; #wheel = null; #composing = false;
  #canvas = one("picture"); #glass = one("glass"); #keys = one("keys"); #finger = one("finger");
  picking = false;
  /** Called with a place in pixels of the phone: the pointer is over it, or it was picked. */
  onover = () => {}; onpick = () => {};

  constructor(wire, note) {
    this.#wire = wire;
    this.#note = note;
    this.#touches();
    this.#typing();
    new ResizeObserver(() => { if (this.blob) this.#paint().catch(() => {}); }).observe(this.#canvas);
  }

  // -- picture --------------------------------

  get size() { return this.#wire.facts.size ?? [1080, 2400]; }

  /** Show what the phone shows now, and again when it has changed meanwhile. */
  async refresh() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      while (this.#shown !== this.#wire.facts.picture) {
        const number = this.#wire.facts.picture;
        this.blob = await this.#wire.picture();
        await this.#paint();
        this.#shown = number;
        this.#glass.dataset.shown = number;
        this.#glass.dataset.awake = this.#wire.facts.awake;
      }
    } catch { /* the wire tells when the phone is gone */ }
    finally { this.#loading = false; }
  }

  /** Draw the picture as large as it is shown, made smaller with care so that small text stays sharp. */
  async #paint() {
    const scale = (this.#canvas.clientWidth * devicePixelRatio) / this.size[0];
    if (!scale) return;
    const smaller = { resizeWidth: Math.round(this.size[0] * scale), resizeQuality: "high" };
    const bitmap = await createImageBitmap(this.blob, scale < 1 ? smaller : {});
    [this.#canvas.width, this.#canvas.height] = [bitmap.width, bitmap.height];
    this.#canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
  }

  /** Lay a box of the phone's pixels over the picture. */
  frame(element, bounds, label = "") {
    element.hidden = !bounds;
    if (!bounds) return;
    const [width, height] = this.size;
    const [left, top, right, bottom] = bounds;
    element.style.left = `${(100 * left) / width}%`;
    element.style.top = `${(100 * top) / height}%`;
    element.style.width = `${(100 * (right - left)) / width}%`;
    element.style.height = `${(100 * (bottom - top)) / height}%`;
    const tag = element.querySelector("span");
    if (tag) {
      tag.textContent = label;
      element.classList.toggle("low", top < height * 0.06);
    }
  }

  // -- fingers --------------------------------

  #place(event) {
    const box = this.#canvas.getBoundingClientRect();
    const [width, height] = this.size;
    return [
      Math.min(Math.max(((event.clientX - box.left) / box.width) * width, 0), width - 1),
      Math.min(Math.max(((event.clientY - box.top) / box.height) * height, 0), height - 1),
    ];
  }

  #touches() {
    const glass = this.#glass;
    glass.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#keys.focus({ preventScroll: true });
      if (event.button === 1) this.#do({ do: "key", key: "HOME" });
      if (event.button !== 0) return;
      const [x, y] = this.#place(event);
      if (this.picking) { this.onpick(x, y); return; }
      glass.setPointerCapture(event.pointerId);
      const down = { x, y, at: event.timeStamp, left: event.clientX, top: event.clientY, moved: false };
      down.timer = setTimeout(() => {
        this.#do({ do: "long_tap", x, y });
        this.#lift();
      }, LONG);
      this.#down = down;
      this.#press(event);
    });
    glass.addEventListener("pointermove", (event) => {
      const [x, y] = this.#place(event);
      if (!this.#down) { this.onover(x, y); return; }
      const far = Math.hypot(event.clientX - this.#down.left, event.clientY - this.#down.top);
      if (far > SLOP && !this.#down.moved) {
        this.#down.moved = true;
        clearTimeout(this.#down.timer);
      }
      this.#press(event);
      this.#down.last = event.timeStamp;
      if (this.#down.moved && !this.#wire.busy) {
        this.#do({ do: "drag", x1: this.#down.x, y1: this.#down.y, x2: x, y2: y });
        this.#down.dragged = true;
      }
    });
    glass.addEventListener("pointerup", (event) => {
      const down = this.#down;
      if (!down || event.button !== 0) return;
      this.#lift();
      const [x, y] = this.#place(event);
      const ms = Math.round(event.timeStamp - down.at);
      const rested = event.timeStamp - down.last > REST;
      const way = { x1: down.x, y1: down.y, x2: x, y2: y };
      if (down.moved) this.#do({ do: "swipe", ...way, ms: Math.min(ms, 60000), rested });
      else this.#do({ do: "tap", x: down.x, y: down.y });
    });
    glass.addEventListener("pointercancel", () => {
      const down = this.#down;
      this.#lift();
      if (down?.dragged) this.#do({ do: "drag", x1: down.x, y1: down.y, x2: down.x, y2: down.y });
    });
    glass.addEventListener("pointerleave", () => this.onover(-1, -1));
    glass.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.#down) this.#do({ do: "key", key: "BACK" });
    });
    glass.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
  }

  #press(event) {
    const box = this.#glass.getBoundingClientRect();
    this.#finger.hidden = false;
    this.#finger.style.left = `${event.clientX - box.left}px`;
    this.#finger.style.top = `${event.clientY - box.top}px`;
  }

  #lift() {
    clearTimeout(this.#down?.timer);
    this.#down = null;
    this.#finger.hidden = true;
  }

  /** A turning wheel becomes one movement for each picture. */
  #turn(event) {
    event.preventDefault();
    const [x, y] = this.#place(event);
    const unit = (event.deltaMode === 1 ? LINE : 1) * (this.size[0] / this.#canvas.getBoundingClientRect().width);
    const idle = !this.#wheel;
    this.#wheel ??= { do: "wheel", x, y, dx: 0, dy: 0 };
    this.#wheel.dx += event.deltaX * unit;
    this.#wheel.dy += event.deltaY * unit;
    if (idle) this.#roll();
  }

  #roll() {
    requestAnimationFrame(() => {
      if (this.#wire.busy) { this.#roll(); return; }
      const wheel = this.#wheel;
      this.#wheel = null;
      for (const way of ["dx", "dy"]) wheel[way] = Math.min(Math.max(wheel[way], -9999), 9999);
      this.#do(wheel);
    });
  }

  // -- keyboard --------------------------------

  #typing() {
    const keys = this.#keys;
    keys.addEventListener("keydown", (event) => {
      if (event.isComposing || event.key === "Process") return;
      const control = event.ctrlKey || event.metaKey;
      const letter = control && !event.shiftKey && TOGETHER.includes(event.key) && event.key.toUpperCase();
      const key = letter || KEYS[event.key];
      if (!key) return;
      event.preventDefault();
      this.press(key, { control, shift: event.shiftKey && MOVES.includes(event.key) });
    });
    // On a touch screen, the browser's own keyboard tells what it deletes only here.
    keys.addEventListener("beforeinput", (event) => {
      if (event.inputType === "deleteContentBackward" && !keys.value) this.press("DEL");
    });
    keys.addEventListener("compositionstart", () => { this.#composing = true; });
    keys.addEventListener("compositionend", () => { this.#composing = false; this.#type(); });
    keys.addEventListener("input", () => { if (!this.#composing) this.#type(); });
  }

  async #type() {
    const text = this.#keys.value.replaceAll("\r\n", "\n");
    this.#keys.value = "";
    if (!text) return;
    const answer = await this.#do({ do: "text", text });
    if (answer && !answer.typed) this.#note("No text field has the focus on the phone.");
  }

  /** Press a key of the phone, by Android's name for it. */
  async press(key, how = {}) {
    const answer = await this.#do({ do: "key", key, ...how });
    if (answer?.clipboard) {
      try {
        await navigator.clipboard.writeText(answer.clipboard);
        this.#note("Copied from the phone.");
      } catch { this.#note("The browser does not let this page use the clipboard."); }
    }
  }

  tap(x, y) { return this.#do({ do: "tap", x, y }); }

  turn() { return this.#do({ do: "rotate" }); }

  async #do(gesture) {
    try {
      return await this.#wire.send(gesture);
    } catch (error) {
      this.#note(error.message);
      return null;
    }
  }
}
