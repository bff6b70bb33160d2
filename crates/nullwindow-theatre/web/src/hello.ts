// What the engine offers: games, algorithms and trees. Asked once per connection.

import { useEffect, useState } from "preact/hooks";
import { engine } from "./engine";
import type { Hello } from "./protocol";

let answer: Promise<Hello> | null = null;

export function hello(): Promise<Hello> {
  answer ??= engine.request<Hello>({ type: "hello" }, undefined, "hello").promise;
  answer.catch(() => (answer = null));
  return answer;
}

/** Returns what the engine offers, or null until it has answered. */
export function useHello(): Hello | null {
  const [value, setValue] = useState<Hello | null>(null);
  useEffect(() => {
    let gone = false;
    hello().then((reply) => gone || setValue(reply), () => {});
    return () => void (gone = true);
  }, []);
  return value;
}
