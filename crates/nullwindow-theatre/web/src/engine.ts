// The connection to the engine: a WebSocket to the server, or wasm workers. Both carry the same
// messages, so the rest of the page does not know which one answers.

import type { Reply } from "./protocol";
import { ServerTransport } from "./engine/server";
import { WorkerTransport } from "./engine/workers";

export type ConnectionState = "connecting" | "ready" | "lost";

export interface EngineRequest {
  type: string;
  [field: string]: unknown;
}

/** A request under way. `promise` resolves with the last reply, or rejects with an EngineError. */
export interface Running<T> {
  promise: Promise<T>;
  cancel(): void;
}

export class EngineError extends Error {
  /** Names the request's field that was wrong, where known. */
  readonly field: string | null;
  /** The connection ended before the last reply. */
  readonly lost: boolean;

  constructor(message: string, field: string | null = null, lost = false) {
    super(message);
    this.name = "EngineError";
    this.field = field;
    this.lost = lost;
  }
}

export interface Pending {
  id: number;
  /** The request as sent. */
  text: string;
  panel: string;
  /** A reply has arrived: the request cannot be repeated unnoticed. */
  answered: boolean;
  onReply: (reply: Reply & Record<string, unknown>) => void;
}

export interface TransportEvents {
  state(state: ConnectionState): void;
  reply(reply: Reply & Record<string, unknown>): void;
  /** The request ends without a last reply. */
  drop(id: number, reason: string): void;
  /** The connection is back: these requests are to be sent again or dropped. */
  pending(): Iterable<Pending>;
}

export interface Transport {
  send(request: Pending): void;
  cancel(request: Pending, cancelId: number): void;
}

export class EngineClient {
  state: ConnectionState = "connecting";
  private nextId = 1;
  private readonly waiting = new Map<number, Pending & { reject(error: EngineError): void }>();
  private readonly listeners = new Set<(state: ConnectionState) => void>();
  private readonly transport: Promise<Transport>;

  constructor() {
    this.transport = this.open();
    this.transport.catch(() => this.setState("lost"));
  }

  /**
   * Sends a request. `onReply` receives every reply but errors, the last one included.
   *
   * Requests of one panel share a worker and wait for each other when the engine is wasm. Two
   * searches that shall run at the same time need two panels.
   */
  request<T extends Reply = Reply>(
    message: EngineRequest,
    onReply?: (reply: any) => void,
    panel = "main",
  ): Running<T> {
    const id = this.nextId++;
    const promise = new Promise<T>((resolve, reject) => {
      const pending = {
        id,
        text: JSON.stringify({ id, ...message }),
        panel,
        answered: false,
        reject,
        onReply: (reply: Reply & Record<string, unknown>) => {
          if (reply.type === "error") {
            const field = typeof reply.field === "string" ? reply.field : null;
            this.waiting.delete(id);
            reject(new EngineError(String(reply.message), field));
            return;
          }
          onReply?.(reply);
          if (reply.last) {
            this.waiting.delete(id);
            resolve(reply as unknown as T);
          }
        },
      };
      this.waiting.set(id, pending);
      this.transport.then(
        (transport) => this.waiting.has(id) && transport.send(pending),
        () => this.drop(id, "the page cannot read engine.json"),
      );
    });
    const cancel = () => {
      void this.transport.then((transport) => {
        const pending = this.waiting.get(id);
        if (pending) transport.cancel(pending, this.nextId++);
      });
    };
    return { promise, cancel };
  }

  /** Calls `listener` at every change of state, and once now. Returns a function that ends it. */
  subscribe(listener: (state: ConnectionState) => void): () => void {
    this.listeners.add(listener);
    listener(this.state);
    return () => this.listeners.delete(listener);
  }

  private async open(): Promise<Transport> {
    const response = await fetch("engine.json");
    const settings = (await response.json()) as { engine: string; wasm?: string };
    const events: TransportEvents = {
      state: (state) => this.setState(state),
      reply: (reply) => {
        const pending = this.waiting.get(reply.id);
        if (!pending) return; // cancelled, or the reply to a cancel
        pending.answered = true;
        pending.onReply(reply);
      },
      drop: (id, reason) => this.drop(id, reason),
      pending: () => [...this.waiting.values()],
    };
    return settings.engine === "wasm"
      ? new WorkerTransport(settings.wasm ?? "engine.wasm", events)
      : new ServerTransport(events);
  }

  private drop(id: number, reason: string) {
    const pending = this.waiting.get(id);
    this.waiting.delete(id);
    pending?.reject(new EngineError(reason, null, true));
  }

  private setState(state: ConnectionState) {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}

/** The page's one connection. */
export const engine = new EngineClient();
