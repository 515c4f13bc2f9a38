// The desktop in the page: noVNC's viewer, kept connected.

import RFB from "./novnc/core/rfb.js";
import { screenAddress } from "./wire.js";

const AGAIN = 800;  // milliseconds until the next attempt

export class Screen {
  #element; #rfb = null; #viewOnly = true;
  /** Told whether the desktop is shown. */
  onlink = () => {};

  constructor(element) {
    this.#element = element;
    this.#connect();
  }

  set viewOnly(value) {
    this.#viewOnly = value;
    if (this.#rfb) this.#rfb.viewOnly = value;
  }

  get canvas() { return this.#element.querySelector("canvas"); }

  focus() { this.#rfb?.focus(); }

  #connect() {
    const rfb = new RFB(this.#element, screenAddress(), { shared: true });
    this.#rfb = rfb;
    rfb.scaleViewport = true;
    rfb.background = "transparent";
    rfb.qualityLevel = 8;
    rfb.compressionLevel = 1;  // to the same machine: quick rather than small
    rfb.viewOnly = this.#viewOnly;
    rfb.addEventListener("connect", () => {
      this.canvas.setAttribute("aria-label", "The desktop’s screen");
      this.canvas.setAttribute("role", "img");
      this.onlink(true);
    });
    rfb.addEventListener("disconnect", () => {
      this.onlink(false);
      setTimeout(() => this.#connect(), AGAIN);
    });
  }
}
