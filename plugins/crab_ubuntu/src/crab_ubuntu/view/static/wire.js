// The wire beside the picture: what the page is told, and what its buttons ask for.

const AGAIN = 800;  // milliseconds until the next attempt

const place = (name) => new URL(name, location.href.replace(/^http/, "ws")).href;

/** Address of the connection that shows the desktop. */
export const screenAddress = () => place("screen");

export class Wire {
  #socket = null;

  /** @param {(news: object) => void} told what is new */
  constructor(told) {
    this.told = told;
    this.#connect();
  }

  #connect() {
    this.#socket = new WebSocket(place("news"));
    this.#socket.onmessage = (message) => this.told(JSON.parse(message.data));
    this.#socket.onclose = () => setTimeout(() => this.#connect(), AGAIN);
  }

  ask(what, facts = {}) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: what, ...facts }));
  }

  act(name, facts) { this.ask("act", { name, arguments: facts }); }
}
