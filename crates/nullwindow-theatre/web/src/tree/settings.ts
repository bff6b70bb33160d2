// What the address says about the tree theatre, and back.

import type { TreeSource } from "../protocol";
import { address } from "../router";

export interface Settings {
  /** "name", "text", or a kind of generated tree. */
  kind: string;
  name: string;
  text: string;
  size: string;
  seed: string;
  a: string;
  /** Empty: one search only. */
  b: string;
  /** The first guesses; empty: the algorithm's own. */
  guess: string;
  guessB: string;
}

export const KINDS = ["uniform", "ordered", "incremental"];

export const DEFAULTS: Settings = {
  kind: "name",
  name: "pearl",
  text: "((41 5) (12 90))",
  size: "3x4",
  seed: "7",
  a: "mtd+inf",
  b: "",
  guess: "",
  guessB: "",
};

export function readSettings(params: URLSearchParams): Settings {
  const get = (key: string, fallback: string) => params.get(key) ?? fallback;
  const kind = params.has("text") ? "text" : KINDS.includes(get("kind", "")) ? get("kind", "") : "name";
  return {
    kind,
    name: get("tree", DEFAULTS.name),
    text: get("text", DEFAULTS.text),
    size: get("size", DEFAULTS.size),
    seed: get("seed", DEFAULTS.seed),
    a: get("a", DEFAULTS.a),
    b: get("b", ""),
    guess: get("guess", ""),
    guessB: get("guessb", ""),
  };
}

export function writeSettings(settings: Settings, step: number, toggles: Set<number>): string {
  const { kind, name, text, size, seed, a, b, guess, guessB } = settings;
  const tree = kind === "name" ? { tree: name } : kind === "text" ? { text } : { kind, size, seed };
  return address("tree", {
    ...tree,
    a,
    b,
    guess,
    guessb: b ? guessB : "",
    step: step || "",
    fold: [...toggles].sort((x, y) => x - y).join("."),
  });
}

export function readToggles(params: URLSearchParams): Set<number> {
  const text = params.get("fold") ?? "";
  return new Set(text.split(".").filter((part) => /^\d+$/.test(part)).map(Number));
}

export function treeOf(settings: Settings): TreeSource {
  const { kind, name, text, size, seed } = settings;
  if (kind === "name") return { name };
  return kind === "text" ? { text } : { kind, size, seed: Number(seed) };
}

/** Returns the guess as the protocol wants it; throws words for the field if it is no number. */
export function guessOf(text: string): number | null {
  if (text.trim() === "") return null;
  const value = Number(text.trim().replace("−", "-"));
  if (!Number.isInteger(value)) throw new Error("the first guess is a whole number, or empty");
  return value;
}
