// Places the visible nodes: sons below their parent, leaves side by side.

import { hierarchy, tree } from "d3-hierarchy";
import type { Stage } from "../protocol";

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: Map<number, Place>;
  /** The box around all nodes and their labels. */
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Width that a leaf needs for its window, and height of a level. */
export const LEAF_WIDTH = 62;
const LEVEL_HEIGHT = 88;
const MARGIN = { left: 40, right: 70, top: 34, bottom: 52 };

export function layout(stage: Stage, folded: Set<number>): Layout {
  const inner = (node: number) => stage.nodes[node]!.kind !== "leaf";
  const root = hierarchy(0, (node) => (folded.has(node) ? [] : stage.nodes[node]!.sons));
  tree<number>()
    .nodeSize([LEAF_WIDTH, LEVEL_HEIGHT])
    // An inner node carries its labels to its right, so it needs more room than a leaf.
    .separation((a, b) => (inner(a.data) || inner(b.data) ? 1.7 : a.parent === b.parent ? 1 : 1.15))(root);
  const places = new Map<number, Place>();
  let left = Infinity;
  let right = -Infinity;
  let bottom = 0;
  root.each((node) => {
    const place = { x: node.x!, y: node.y! };
    places.set(node.data, place);
    left = Math.min(left, place.x);
    right = Math.max(right, place.x);
    bottom = Math.max(bottom, place.y);
  });
  return {
    places,
    left: left - MARGIN.left,
    top: -MARGIN.top,
    width: right - left + MARGIN.left + MARGIN.right,
    height: bottom + MARGIN.top + MARGIN.bottom,
  };
}
