// One node of the drawing: its shape, its labels and the edge to its parent. All changes are made
// to the elements directly: drawing the whole tree anew at every step would not be smooth.

import type { NodeView, StageNode } from "../protocol";
import { boundsLabel, number, searchLabel, visitOf } from "./labels";
import type { Place } from "./layout";

const SVG = "http://www.w3.org/2000/svg";

export function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** Half the side of a MAX node's square; the radius of a MIN node. */
export const RADIUS = 15;

export class Glyph {
  readonly group: SVGGElement;
  readonly edge: SVGGElement;
  private readonly search: SVGTextElement;
  private readonly bounds: SVGTextElement;
  private readonly badge: SVGTextElement;
  private readonly line: SVGPathElement;
  private readonly bar: SVGPathElement;
  private written = "";

  constructor(readonly index: number, private readonly node: StageNode, id: string, named: boolean) {
    this.group = element("g", { id, role: "treeitem", "data-node": index });
    this.edge = element("g");
    this.line = element("path", { class: "link" });
    this.bar = element("path", { class: "bar" });
    this.edge.append(this.line, this.bar);
    const leaf = node.kind === "leaf";
    this.group.append(element("circle", { class: "halo", r: RADIUS + 6 }), shape(node));
    this.group.append(text("name", 0, 4.5, leaf ? number(node.value ?? 0) : node.name));
    if (leaf && named) this.group.append(text("tag", -RADIUS - 3, -9, node.name));
    this.search = leaf ? text("search", 0, 29, "") : text("search side", RADIUS + 5, -3, "");
    this.bounds = leaf ? text("bounds", 0, 43, "") : text("bounds side", RADIUS + 5, 12, "");
    this.badge = text("badge", 0, RADIUS + 24, "");
    this.group.append(this.search, this.bounds, this.badge);
  }

  place(at: Place, parent: Place | null) {
    this.group.setAttribute("transform", `translate(${at.x} ${at.y})`);
    if (!parent) return;
    const top = at.y - RADIUS;
    const bottom = parent.y + RADIUS;
    this.line.setAttribute("d", `M${parent.x} ${bottom}L${at.x} ${top}`);
    // The bar stands across the edge, near the node that is cut off.
    const bx = parent.x + (at.x - parent.x) * 0.7;
    const by = bottom + (top - bottom) * 0.7;
    const length = Math.hypot(at.x - parent.x, top - bottom) || 1;
    const nx = (-(top - bottom) / length) * 8;
    const ny = ((at.x - parent.x) / length) * 8;
    this.bar.setAttribute("d", `M${bx - nx} ${by - ny}L${bx + nx} ${by + ny}`);
  }

  /** Shows a view. Returns at once if nothing visible has changed. */
  show(view: NodeView, pass: number, here: boolean, source: boolean, badge: string) {
    const proof = view.max && view.min ? "in-both" : view.max ? "in-max" : view.min ? "in-min" : "";
    const search = searchLabel(view, pass);
    // A leaf's value stands in its shape; its bounds would only repeat it.
    const bounds = this.node.kind === "leaf" ? "" : boundsLabel(view);
    const state = `${visitOf(view, pass, here)} ${proof} ${view.cut ? "cut" : ""} ${view.live === undefined ? "" : "open"}`;
    const key = `${state}|${search}|${bounds}|${source}|${badge}`;
    if (key === this.written) return;
    this.written = key;
    this.group.setAttribute("class", `node ${this.node.kind} ${state} ${source ? "source" : ""} ${badge ? "folded" : ""}`);
    this.edge.setAttribute("class", `edge ${state}`);
    this.search.textContent = search;
    this.bounds.textContent = bounds;
    this.badge.textContent = badge;
  }
}

function shape(node: StageNode): SVGElement {
  switch (node.kind) {
    case "max":
      return element("rect", { class: "shape", x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 3 });
    case "min":
      return element("circle", { class: "shape", r: RADIUS });
    case "leaf": {
      const width = Math.max(2 * RADIUS, 10 + 8 * String(node.value ?? 0).length);
      return element("rect", { class: "shape", x: -width / 2, y: -12, width, height: 25, rx: 12 });
    }
  }
}

function text(name: string, x: number, y: number, content: string): SVGTextElement {
  const node = element("text", { class: name, x, y });
  node.textContent = content;
  return node;
}
