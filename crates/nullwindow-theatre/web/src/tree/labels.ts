// How numbers and states are written.

import type { AlgorithmInfo, Merit, NodeView, StageNode } from "../protocol";

/** What the drawing tells about visits: at this step, in this pass, in an earlier one, or never. */
export type Visit = "here" | "now" | "seen" | "unseen";

export function visitOf(view: NodeView, pass: number, here: boolean): Visit {
  if (here) return "here";
  if (view.pass === undefined) return "unseen";
  return view.pass === pass ? "now" : "seen";
}

export function number(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

export function merit(value: Merit | undefined): string {
  if (value === "inf" || value === undefined) return "+∞";
  return value === "-inf" ? "−∞" : number(value);
}

/** Writes infinities and minus signs as mathematics does. */
export function typeset(text: string): string {
  return text.replace(/([+-]?)inf\b/g, (_, sign) => `${sign === "-" ? "−" : "+"}∞`).replace(/-(?=\d)/g, "−");
}

/** The merit, or the window if the node was visited in this pass. */
export function searchLabel(view: NodeView, pass: number): string {
  if (view.live !== undefined) return `${view.live ? "live" : "solved"} ${merit(view.merit)}`;
  if (view.g) return `g ${merit(view.merit)}`;
  return view.window && view.pass === pass ? typeset(view.window) : "";
}

/** The stored bounds: `=35`, `≥12`, `≤41` or both. */
export function boundsLabel(view: NodeView): string {
  if (view.lower !== undefined && view.lower === view.upper) return `=${number(view.lower)}`;
  const parts = [];
  if (view.lower !== undefined) parts.push(`≥${number(view.lower)}`);
  if (view.upper !== undefined) parts.push(`≤${number(view.upper)}`);
  return parts.join(" ");
}

const VISITS = {
  here: "the search is here",
  now: "visited in this pass",
  seen: "visited in an earlier pass",
  unseen: "not visited",
};

/** The node in words, for screen readers. */
export function spoken(node: StageNode, view: NodeView, pass: number, here: boolean, fold: string): string {
  const inner = node.kind !== "leaf";
  const label = searchLabel(view, pass);
  return [
    `${node.name}, ${inner ? `${node.kind.toUpperCase()} node` : `leaf, value ${node.value}`}`,
    view.cut ? "cut off" : VISITS[visitOf(view, pass, here)],
    label && (view.live !== undefined ? `in OPEN, ${label}` : `window ${label}`),
    inner && view.lower !== undefined && `at least ${view.lower}`,
    inner && view.upper !== undefined && `at most ${view.upper}`,
    view.max && "in the max solution tree",
    view.min && "in the min solution tree",
    fold,
  ].filter(Boolean).join(", ");
}

/** Returns how an algorithm is called on the page. Variants that share a title get their name too. */
export function algorithmTitle(algorithms: AlgorithmInfo[], name: string): string {
  const info = algorithms.find((algorithm) => algorithm.name === name);
  if (!info) return name;
  const shared = algorithms.filter((algorithm) => algorithm.title === info.title).length > 1;
  return typeset(info.title) + (shared ? `, ${name}` : "");
}
