// Which subtrees are folded. A drawing of some hundred nodes can be read and stays smooth; beyond
// that, subtrees that the search never enters fold first, then the deepest levels.

import type { Stage, StageNode } from "../protocol";

export const MOST_VISIBLE = 600;

/** Returns the nodes that are folded unless the user decides otherwise. */
export function foldedByDefault(stage: Stage, most = MOST_VISIBLE): Set<number> {
  const { nodes } = stage;
  const folded = new Set<number>();
  if (nodes.length <= most) return folded;
  const visited = visitedNodes(stage);
  nodes.forEach((node, i) => {
    if (node.sons.length > 0 && !visited.has(i)) folded.add(i);
  });
  const depths = depthsOf(nodes);
  for (let level = Math.max(...depths) - 1; level > 0 && countVisible(nodes, folded) > most; level--) {
    nodes.forEach((node, i) => {
      if (depths[i] === level && node.sons.length > 0) folded.add(i);
    });
  }
  return folded;
}

/** Applies the user's toggles, as the address keeps them, e.g. "12.40". */
export function withToggles(folded: Set<number>, toggles: Set<number>): Set<number> {
  const result = new Set(folded);
  for (const node of toggles) if (!result.delete(node)) result.add(node);
  return result;
}

export function countVisible(nodes: StageNode[], folded: Set<number>): number {
  return visibleNodes(nodes, folded).length;
}

/** Returns the nodes that are drawn, in preorder. */
export function visibleNodes(nodes: StageNode[], folded: Set<number>): number[] {
  const result: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    result.push(node);
    if (!folded.has(node)) stack.push(...nodes[node]!.sons.slice().reverse());
  }
  return result;
}

/** For each node, how many nodes its subtree has, itself included. */
export function subtreeSizes(nodes: StageNode[]): Int32Array {
  const sizes = new Int32Array(nodes.length).fill(1);
  // Nodes are in preorder: sons come after their parent.
  for (let i = nodes.length - 1; i > 0; i--) sizes[nodes[i]!.parent!]! += sizes[i]!;
  return sizes;
}

export function depthsOf(nodes: StageNode[]): Int32Array {
  const depths = new Int32Array(nodes.length);
  for (let i = 1; i < nodes.length; i++) depths[i] = depths[nodes[i]!.parent!]! + 1;
  return depths;
}

function visitedNodes(stage: Stage): Set<number> {
  const visited = new Set<number>();
  for (const step of stage.steps) {
    for (const change of step.changes) if (change.after.pass !== undefined) visited.add(change.node);
  }
  return visited;
}
