// Asks the engine for searches.

import { engine, EngineError, type Running } from "../engine";
import type { Stage, TreeSource } from "../protocol";

export interface StageRequest {
  tree: TreeSource;
  algorithm: string;
  guess: number | null;
}

// The last few answers: going back to a setting, or charting what is shown, costs no search.
const KEPT = 12;
const answers = new Map<string, Promise<Stage>>();

/** Returns a search as a stage. Equal requests share one answer. */
export function requestStage(request: StageRequest, panel = "main"): Promise<Stage> {
  const key = JSON.stringify(request);
  const known = answers.get(key);
  if (known) return known;
  const running: Running<Stage> = engine.request<Stage>({ type: "tree", ...request }, undefined, panel);
  answers.set(key, running.promise);
  running.promise.catch(() => answers.delete(key));
  const oldest = answers.keys().next().value;
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
  return running.promise;
}

/** Returns the words of an error and the field that they belong to. */
export function explain(error: unknown): { field: string | null; message: string } {
  if (error instanceof EngineError) return { field: error.field, message: error.message };
  return { field: null, message: error instanceof Error ? error.message : String(error) };
}
