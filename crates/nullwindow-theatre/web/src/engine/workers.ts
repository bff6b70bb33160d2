// The engine as wasm in Web Workers, one per panel. A worker runs one request at a time and cannot
// hear a cancel while it searches, so cancelling replaces the worker.

import type { Pending, Transport, TransportEvents } from "../engine";

interface Slot {
  worker: Worker;
  queue: Pending[];
}

export class WorkerTransport implements Transport {
  private readonly slots = new Map<string, Slot>();
  private readonly module: Promise<WebAssembly.Module>;

  constructor(wasm: string, private readonly events: TransportEvents) {
    // The page compiles once and hands the module to every worker.
    this.module = fetch(wasm)
      .then((response) => {
        if (!response.ok) throw new Error(`${wasm}: ${response.status}`);
        return response.arrayBuffer();
      })
      .then((bytes) => WebAssembly.compile(bytes));
    this.module.then(
      () => events.state("ready"),
      (error) => {
        events.state("lost");
        for (const request of events.pending()) {
          events.drop(request.id, `the engine cannot be loaded: ${error}`);
        }
      },
    );
  }

  send(request: Pending) {
    let slot = this.slots.get(request.panel);
    if (!slot) {
      slot = { worker: this.start(request.panel), queue: [] };
      this.slots.set(request.panel, slot);
    }
    slot.queue.push(request);
    if (slot.queue.length === 1) this.post(slot, request);
  }

  cancel(request: Pending) {
    const slot = this.slots.get(request.panel);
    if (slot) {
      const running = slot.queue[0]?.id === request.id;
      slot.queue = slot.queue.filter((queued) => queued.id !== request.id);
      if (running) {
        slot.worker.terminate();
        slot.worker = this.start(request.panel);
        if (slot.queue[0]) this.post(slot, slot.queue[0]);
      }
    }
    this.events.reply({ id: request.id, type: "stopped", stopped: true, last: true });
  }

  private start(panel: string): Worker {
    const worker = new Worker("worker.js");
    void this.module.then((module) => worker.postMessage(module), () => {});
    worker.onmessage = (event) => {
      const reply = JSON.parse(event.data as string);
      const slot = this.slots.get(panel);
      if (reply.last && slot?.queue[0]?.id === reply.id) {
        slot!.queue.shift();
        if (slot!.queue[0]) this.post(slot!, slot!.queue[0]);
      }
      this.events.reply(reply);
    };
    return worker;
  }

  private post(slot: Slot, request: Pending) {
    const worker = slot.worker;
    // After the module: a worker handles messages in the order in which they were posted.
    void this.module.then(() => worker.postMessage(request.text), () => {});
  }
}
