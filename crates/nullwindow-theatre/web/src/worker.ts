// The engine in a Web Worker. The first message is the compiled module; every other message is a
// request as a JSON string. Replies are posted as JSON strings.

interface Exports {
  memory: WebAssembly.Memory;
  request_buffer(length: number): number;
  /** Handles the request in the buffer; calls `emit` for every reply. */
  handle(): void;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: string): void;
};
const encoder = new TextEncoder();
const decoder = new TextDecoder();

let module: WebAssembly.Module | null = null;
let engine: Exports | null = null;

function start(): Exports {
  const instance = new WebAssembly.Instance(module!, {
    env: {
      emit(pointer: number, length: number) {
        // The memory may have grown, so the view is made anew each time.
        scope.postMessage(decoder.decode(new Uint8Array(engine!.memory.buffer, pointer, length)));
      },
      now: () => performance.now(),
    },
  });
  return instance.exports as unknown as Exports;
}

scope.onmessage = (event) => {
  if (event.data instanceof WebAssembly.Module) {
    module = event.data;
    return;
  }
  const text = event.data as string;
  try {
    engine ??= start();
    const bytes = encoder.encode(text);
    const pointer = engine.request_buffer(bytes.length);
    new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
    engine.handle();
  } catch (error) {
    // A trap leaves the instance in an unknown state: the next request gets a new one.
    engine = null;
    const message = `the engine stopped: ${error instanceof Error ? error.message : error}`;
    scope.postMessage(JSON.stringify({ id: JSON.parse(text).id, type: "error", message, last: true }));
  }
};
