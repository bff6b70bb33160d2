// The ten steps of the tour: what each teaches, which searches it shows, and its exercise.

import type { ComponentChildren } from "preact";
import type { Stage, TreeSource } from "../protocol";
import { leavesVisited } from "../tree/player";
import type { Exercise } from "./exercise";
import { Reading } from "./reading";

export interface TourStep {
  title: string;
  text: () => ComponentChildren;
  tree: TreeSource;
  searches: { algorithm: string; guess?: number }[];
  exercise: Exercise;
}

const PEARL: TreeSource = { name: "pearl" };

/** The leaves of a tree, in order. */
const leaves = (stage: Stage) => stage.nodes.flatMap((node, i) => (node.kind === "leaf" ? [i] : []));
/** The leaves whose first visit a search makes, in order. */
const visited = (stage: Stage) => leavesVisited(stage, stage.steps.length);
const named = (stage: Stage, node: number) => {
  const { kind, name, value } = stage.nodes[node]!;
  return kind === "leaf" ? `${name} = ${value}` : name;
};
/** The number of steps made when pass `k` (from 0) has asked its question. */
const passStart = (stage: Stage, k: number) => stage.passes[Math.min(k, stage.passes.length - 1)]!.first_step + 1;

export const STEPS: TourStep[] = [
  {
    title: "Minimax",
    tree: { text: "((41 5) (12 90))" },
    searches: [{ algorithm: "minimax" }],
    text: () => <>
      <p>Two players move in turn. MAX, drawn as a square, chooses the son with the largest value; MIN, drawn as a circle, the smallest. A leaf carries its value for MAX. The value of the root is what MAX gets if both play their best.</p>
      <p>Play the search. Minimax visits every leaf. The window beside a node, (−∞, +∞), says that every value matters there. The next step narrows it.</p>
    </>,
    exercise: {
      kind: "number",
      ask: ([stage]) => `What is the value of MIN's right node, ${stage!.nodes[stage!.nodes[0]!.sons[1]!]!.name}?`,
      judge: (given, [stage]) => {
        const node = stage!.nodes[0]!.sons[1]!;
        const value = Math.min(...stage!.nodes[node]!.sons.map((son) => stage!.nodes[son]!.value!));
        return given === value
          ? { right: true, words: `MIN moves there and takes the smaller leaf. MAX then chooses between the two circles, so the root is worth ${stage!.value}.` }
          : { right: false, words: "The node is a circle: MIN chooses there, and takes the smaller of its two leaves." };
      },
    },
  },
  {
    title: "Alpha-Beta's cutoff",
    tree: { text: "((3 5) (2 9))" },
    searches: [{ algorithm: "alphabeta" }],
    text: () => <>
      <p>Alpha-Beta carries a window (alpha, beta). Alpha is what MAX has already secured, beta what MIN has. A node whose value falls outside cannot change the root, so its remaining sons are cut off.</p>
      <p>A bar crosses the edge of a node that is cut off. The dashed line leads to the node whose bound decided: here MAX has 3 from b, and at c MIN can hold it to 2.</p>
    </>,
    exercise: {
      kind: "node",
      ask: () => "Which leaf does Alpha-Beta not visit?",
      at: () => 0,
      options: ([stage]) => leaves(stage!),
      judge: (given, [stage]) => {
        const skipped = leaves(stage!).filter((leaf) => !visited(stage!).includes(leaf));
        return skipped.includes(given)
          ? { right: true, words: "Whatever its value is, MIN already has a move at c that is worse for MAX than b." }
          : { right: false, words: `${named(stage!, given)} is visited. Play the search and watch for the bar.` };
      },
    },
  },
  {
    title: "The null-window test MT",
    tree: PEARL,
    searches: [{ algorithm: "mt", guess: 20 }],
    text: () => <>
      <p>MT asks one question: is the value at least gamma? Its window is (gamma − 1, gamma), which holds no integer. Every node fails high or low. No window is narrower, so none cuts off more.</p>
      <p>The answer is more than yes or no: it is a bound. “Yes” comes with a lower bound f−, proven by a min solution tree (orange); “no” with an upper bound f+, proven by a max solution tree (blue).</p>
    </>,
    exercise: {
      kind: "choice",
      ask: () => "MT asks whether Pearl's tree is worth 20 or more. Which bound does it return?",
      options: ([stage]) => {
        const answer = stage!.passes[0]!.answer ?? 0;
        return [`at least ${answer}`, `at most ${answer}`, "at least 20", "exactly 20"].sort();
      },
      judge: (given, [stage]) => {
        const pass = stage!.passes[0]!;
        const high = pass.lower !== null && pass.lower === pass.answer;
        const right = given === `${high ? "at least" : "at most"} ${pass.answer}`;
        return right
          ? { right, words: `The orange tree proves it, with ${stage!.leaves} of ${stage!.all_leaves} leaves.` }
          : { right, words: "Go to the last step: the root shows the bound that MT returns." };
      },
    },
  },
  {
    title: "Memory",
    tree: PEARL,
    searches: [{ algorithm: "mtd+inf" }],
    text: () => <>
      <p>One test gives one bound; the value needs two that meet. So MT is called again and again. With a transposition table a later pass reads the bounds of an earlier one, and does not search again what is known. The counters show probes and hits.</p>
      <p>Jump to the second pass (P, P) and step through it. A stored bound that already answers the question ends the visit of a node at once.</p>
    </>,
    exercise: {
      kind: "number",
      ask: () => "How many leaves does the second pass evaluate for the first time?",
      judge: (given, [stage]) => {
        const [first, second] = stage!.passes;
        const fresh = (second?.leaves ?? 0) - (first?.leaves ?? 0);
        return given === fresh
          ? { right: true, words: `The second pass visits ${fresh} new ${fresh === 1 ? "leaf" : "leaves"}. Memory answers everything else.` }
          : { right: false, words: "Compare the leaf counter at the end of pass 1 with that at the end of pass 2." };
      },
    },
  },
  {
    title: "MTD(+∞): down from above",
    tree: PEARL,
    searches: [{ algorithm: "mtd+inf" }],
    text: () => <>
      <p>MTD(+∞) starts with gamma = +∞. MT must answer “no, at most …”, and that upper bound is the next question. On Pearl's tree the answers are 41, 36, 35; then MT answers “yes, at least 35”, and both bounds are 35.</p>
      <p>Each pass keeps the blue max solution tree and replaces only the part that held the bound up: the leaf with the largest value.</p>
    </>,
    exercise: {
      kind: "node",
      ask: ([stage]) => `Pass 3 begins: ${stage!.passes[2]?.question ?? ""} Which leaf is visited next for the first time?`,
      at: ([stage]) => passStart(stage!, 2),
      options: ([stage]) => leaves(stage!).filter((leaf) => !leavesVisited(stage!, passStart(stage!, 2)).includes(leaf)),
      judge: (given, [stage]) => {
        const before = leavesVisited(stage!, passStart(stage!, 2)).length;
        const next = visited(stage!)[before]!;
        return given === next
          ? { right: true, words: `${named(stage!, next)} is the brother of the leaf that holds the bound up. MIN may prefer it.` }
          : { right: false, words: "Find the leaf of the blue tree with the largest value. Its bound must fall, so MIN needs another move there." };
      },
    },
  },
  {
    title: "SSS*: the same search as a list",
    tree: PEARL,
    searches: [{ algorithm: "sss*" }],
    text: () => <>
      <p>SSS* keeps a list, OPEN, of states (node, live or solved, merit), sorted by merit. It takes the first state and applies one of six cases to it. The merit is an upper bound: what the node can still be worth.</p>
      <p>Solved leaves in OPEN are the leaves of the blue tree. When the best merit falls, a pass of MTD(+∞) has ended. The list only does the work that the memory does there.</p>
    </>,
    exercise: {
      kind: "node",
      ask: () => "The second pass has begun. Which node does SSS* take from OPEN next?",
      at: ([stage]) => passStart(stage!, 1),
      options: ([stage]) => {
        const views = viewsAt(stage!, passStart(stage!, 1));
        return stage!.nodes.flatMap((_, i) => (views[i]!.live !== undefined ? [i] : []));
      },
      judge: (given, [stage]) => {
        const step = stage!.steps.slice(passStart(stage!, 1)).find((later) => later.case !== undefined);
        return given === step?.node
          ? { right: true, words: `It has the largest merit. Case ${step.case} applies.` }
          : { right: false, words: "OPEN is sorted by merit. SSS* takes the state with the largest." };
      },
    },
  },
  {
    title: "MTD(−∞) and DUAL*: up from below",
    tree: PEARL,
    searches: [{ algorithm: "mtd-inf" }],
    text: () => <>
      <p>The same from the other side: gamma starts at −∞, MT answers “yes, at least …”, and the next question is one higher. f− rises and an orange min solution tree is refined. DUAL* is this search as a list.</p>
      <p>Which side is cheaper depends on the tree. Neither needs to know anything about the value.</p>
    </>,
    exercise: {
      kind: "number",
      ask: () => "What does the first pass of MTD(−∞) answer: at least …?",
      judge: (given, [stage]) => {
        const { answer } = stage!.passes[0]!;
        return given === answer
          ? { right: true, words: `At MAX nodes the first son suffices; at MIN nodes all sons count, and the smallest leaf decides. MTD(−∞) then takes ${stage!.passes.length} passes in all to ${stage!.value}.` }
          : { right: false, words: "At every MAX node the first pass takes the first son, at every MIN node all sons. The smallest leaf of that tree is the answer." };
      },
    },
  },
  {
    title: "MTD(f) and the first guess",
    tree: PEARL,
    searches: [{ algorithm: "mtd-f", guess: 0 }],
    text: () => <>
      <p>MTD(f) starts from a guess f instead of an infinity. With a good guess a few passes suffice: one that proves the upper bound and one that proves the lower bound. Under iterative deepening the value of the previous depth is that guess.</p>
      <p>A guess far below the value makes MTD(f) behave like MTD(−∞), one far above like MTD(+∞).</p>
    </>,
    exercise: {
      kind: "guess",
      ask: () => "Find a first guess for which MTD(f) takes exactly two passes on Pearl's tree. Try several and compare.",
      tree: PEARL,
      judge: (stage) => stage.passes.length === 2
        ? { right: true, words: `Two passes, one for each bound. Any guess equal to the value, or one above it, does that on every tree. Which other guess works?` }
        : { right: false, words: `${stage.passes.length} passes: ${stage.passes.map((pass) => pass.answer).join(", ")}. Where do they end?` },
    },
  },
  {
    title: "Bisection: MTD(bi)",
    tree: PEARL,
    searches: [{ algorithm: "mtd-bi" }],
    text: () => <>
      <p>Between f− and f+ any question may be asked. MTD(bi) halves the interval, so its number of passes grows with the logarithm of the range. MTD(step) takes bigger steps from one side. The chart in the tree theatre shows how the bounds of these drivers converge.</p>
      <p>The average must be rounded up. Rounded down, f− = 34 and f+ = 35 would ask about 34 again, for ever.</p>
    </>,
    exercise: {
      kind: "number",
      ask: ([stage]) => {
        const { lower, upper } = bisected(stage!);
        return `After a pass the bounds are ${lower} and ${upper}. Which gamma does MTD(bi) ask about next?`;
      },
      judge: (given, [stage]) => {
        const { gamma } = bisected(stage!);
        return given === gamma
          ? { right: true, words: "The middle, rounded up: whatever the answer, half of the interval is gone." }
          : { right: false, words: "Take the average of the two bounds and round it up." };
      },
    },
  },
  {
    title: "The theorem, side by side",
    tree: { kind: "uniform", size: "2x4", seed: 7 },
    searches: [{ algorithm: "sss*" }, { algorithm: "mtd+inf" }],
    text: () => <>
      <p>Left SSS*, right MTD(+∞), synchronised by leaf count. One sorts a list, the other calls a depth-first search with memory. [PSPB96] proves that they expand the same leaves in the same order.</p>
      <Reading />
    </>,
    exercise: {
      kind: "choice",
      ask: () => "When do the two visit different leaves on this tree?",
      options: () => ["in the first pass", "after the first pass", "never"],
      judge: (given, [a, b]) => {
        const [left, right] = [visited(a!), visited(b!)];
        const at = left.findIndex((leaf, i) => right[i] !== leaf);
        const same = at < 0 && left.length === right.length;
        const truth = same ? "never" : at < (a!.passes[0]?.leaves ?? 0) ? "in the first pass" : "after the first pass";
        return given === truth
          ? { right: true, words: same ? `All ${left.length} leaves agree, in order. The same holds for DUAL* and MTD(−∞).` : "That is where they part." }
          : { right: false, words: "Use L to go from leaf to leaf and compare the two drawings." };
      },
    },
  },
];

/** The first pass of a bisection before which both bounds are finite. */
function bisected(stage: Stage): { lower: number; upper: number; gamma: number } {
  for (let k = 1; k < stage.passes.length; k++) {
    const { lower, upper } = stage.passes[k - 1]!;
    const gamma = stage.passes[k]!.beta;
    if (lower !== null && upper !== null && gamma !== null) return { lower, upper, gamma };
  }
  throw new Error("the search has no pass between two finite bounds");
}

function viewsAt(stage: Stage, at: number) {
  const views = stage.initial.slice();
  for (const step of stage.steps.slice(0, at)) for (const change of step.changes) views[change.node] = change.after;
  return views;
}
