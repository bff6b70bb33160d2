// A request whose replies belong to one position: a hint, an exact result, the judgement of a game.

import { engine, EngineError, type EngineRequest, type Running } from "../../engine";
import type { Reply } from "../../protocol";
import { Emitter } from "./emitter";

export class Task extends Emitter {
  running = false;
  error: string | null = null;
  private request: Running<Reply> | null = null;

  constructor(private readonly panel: string) {
    super();
  }

  /** Starts a request in place of the one under way. Returns its last reply; null if it was replaced or failed. */
  async run<T extends Reply>(message: EngineRequest, onReply?: (reply: any) => void): Promise<T | null> {
    this.abandon();
    this.error = null;
    this.running = true;
    const request = engine.request<T>(message, (reply) => {
      if (this.request !== request) return;
      onReply?.(reply);
      this.changed();
    }, this.panel);
    this.request = request;
    this.changed();
    try {
      const reply = await request.promise;
      return this.request === request ? reply : null;
    } catch (error) {
      if (this.request === request) this.error = describe(error);
      return null;
    } finally {
      if (this.request === request) {
        this.request = null;
        this.running = false;
        this.changed();
      }
    }
  }

  /** Asks the engine to end the request; what it has sent so far stays. */
  cancel() {
    this.request?.cancel();
  }

  /** Ends the request and ignores what still arrives. */
  abandon() {
    this.request?.cancel();
    this.request = null;
    this.running = false;
    this.changed();
  }
}

function describe(error: unknown): string {
  if (error instanceof EngineError && error.lost) return "The connection was lost before the end.";
  return error instanceof Error ? error.message : String(error);
}
