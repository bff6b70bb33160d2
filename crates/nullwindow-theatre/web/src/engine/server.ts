// The engine behind a WebSocket. The socket reconnects by itself after the server went away.

import type { Pending, Transport, TransportEvents } from "../engine";

const FIRST_DELAY = 250;
const LONGEST_DELAY = 4000;

export class ServerTransport implements Transport {
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  /** Requests made before the socket opened. */
  private queue: Pending[] = [];

  constructor(private readonly events: TransportEvents) {
    this.connect();
  }

  send(request: Pending) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(request.text);
    else this.queue.push(request);
  }

  cancel(request: Pending, cancelId: number) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ id: cancelId, type: "cancel", target: request.id }));
      return;
    }
    this.queue = this.queue.filter((queued) => queued.id !== request.id);
    this.events.reply({ id: request.id, type: "stopped", stopped: true, last: true });
  }

  private connect() {
    const address = new URL("api/engine", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = FIRST_DELAY;
      this.events.state("ready");
      const queued = this.queue;
      this.queue = [];
      for (const request of queued) socket.send(request.text);
    };
    socket.onmessage = (event) => this.events.reply(JSON.parse(String(event.data)));
    socket.onclose = () => this.lost();
  }

  private lost() {
    this.socket = null;
    this.events.state("lost");
    // A request without a reply can be repeated unnoticed. A stream that has begun cannot: its
    // panel would see the same replies twice.
    this.queue = [];
    for (const request of this.events.pending()) {
      if (request.answered) this.events.drop(request.id, "the connection to the server was lost");
      else this.queue.push(request);
    }
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
  }
}
