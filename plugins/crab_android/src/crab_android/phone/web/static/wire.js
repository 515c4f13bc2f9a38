// The wire to the phone: what it tells, and what is done to it, one thing after the other.

export class Wire {
  #last = Promise.resolve();
  #waiting = 0;

  /** @param {(facts: object) => void} told what is new  @param {(alive: boolean) => void} linked */
  constructor(told, linked) {
    this.facts = {};
    const source = new EventSource("events");
    source.onopen = () => linked(true);
    source.onerror = () => linked(false);
    source.onmessage = (message) => {
      const news = JSON.parse(message.data);
      Object.assign(this.facts, news);
      told(news);
    };
  }

  /** Do something to the phone, after all that was done before; what it answers, or an error that it tells. */
  send(gesture) {
    this.#waiting += 1;
    const answer = this.#last.then(async () => {
      const response = await fetch("input", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(gesture),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    });
    this.#last = answer.catch(() => {}).finally(() => { this.#waiting -= 1; });
    return answer;
  }

  /** Whether something that was sent has not been done yet. */
  get busy() { return this.#waiting > 0; }

  async picture() {
    const response = await fetch("screen.png");
    if (!response.ok) throw new Error(await response.text());
    return response.blob();
  }
}
