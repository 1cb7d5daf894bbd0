// WebSocket to the sandbox: requests with answers, events, automatic reconnection.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

export class Refused extends Error {}

export class Link {
  /** onEvent(event) for each event; onState("connected" | "lost"). */
  constructor(person, { onEvent, onState }) {
    this.person = person;
    this.onEvent = onEvent;
    this.onState = onState;
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ as: this.person ?? "" });
    this.socket = new WebSocket(`${scheme}://${location.host}/page/live?${query}`);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onState("connected");
    });
    this.socket.addEventListener("message", (frame) => this.receive(JSON.parse(frame.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  receive(event) {
    if (event.re === undefined) {
      this.onEvent(event);
      return;
    }
    const question = this.waiting.get(event.re);
    this.waiting.delete(event.re);
    if (!question) return;
    if (event.error === undefined) question.resolve(event.answer);
    else question.reject(new Refused(event.error));
  }

  lost() {
    for (const question of this.waiting.values()) {
      question.reject(new Refused("The connection to the sandbox was lost. Try again."));
    }
    this.waiting.clear();
    if (this.closed) return;
    this.onState("lost");
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Sends a request as this person; rejects with Refused and the reason. */
  ask(what, details = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("The sandbox is not connected. Is the program running?"));
    }
    const number = (this.number += 1);
    this.socket.send(JSON.stringify({ ask: number, do: what, ...details }));
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
