// What stands beside a drawing: the step in words, counters, lists and pseudo-code.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Stage } from "../protocol";
import { boundsLabel, merit, number, typeset } from "./labels";
import type { Player } from "./player";

export function StepText({ player }: { player: Player }) {
  const { step, stage } = player;
  if (!step) return <p class="step">Before the first step.</p>;
  const node = stage.nodes[step.node];
  const loose = step.event === "pass" || step.event === "answer";
  // A list algorithm took a state: show it as it was in OPEN.
  const taken = step.case === undefined ? undefined : step.changes.find((change) => change.node === step.node)?.before;
  return (
    <p class="step">
      {taken?.live !== undefined
        ? <><b>({node?.name}, {taken.live ? "live" : "solved"}, {merit(taken.merit)})</b> {step.case! > 0 && `case ${step.case}: `}</>
        : !loose && node && <><b>{node.name}</b> </>}
      {typeset(step.text)}
    </p>
  );
}

export function Counters({ player }: { player: Player }) {
  const { stage, step } = player;
  const root = player.views[0]!;
  const cells: [string, string][] = [
    ["pass", `${player.pass + 1} of ${stage.passes.length}`],
    ["leaves", `${step?.leaves ?? 0} of ${stage.all_leaves}`],
    ["root", boundsLabel(root) || "unknown"],
  ];
  const last = stage.steps[stage.steps.length - 1];
  if (last && last.visits > last.leaves) cells.splice(2, 0, ["leaf visits", String(step?.visits ?? 0)]);
  if (last && last.probes > 0) cells.push(["table probes", String(step?.probes ?? 0)], ["hits", String(step?.hits ?? 0)]);
  return <dl class="counters">{cells.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}

const MOST_LISTED = 40;

export function Lists({ player }: { player: Player }) {
  const { stage } = player;
  const { open, backup } = player;
  const name = (node: number) => stage.nodes[node]!.name;
  return (
    <>
      {open && (
        <List title="OPEN" length={open.length} empty="empty">
          {open.slice(0, MOST_LISTED).map((entry) => (
            <li key={entry.node} class={entry.solved ? "solved" : "live"}>({name(entry.node)}, {entry.solved ? "solved" : "live"}, {merit(entry.merit)})</li>
          ))}
        </List>
      )}
      {backup.length > 0 && (
        <List title="BACKUP" length={backup.length} empty="empty">
          {backup.slice(0, MOST_LISTED).map((entry) => (
            <li key={entry.node}>({name(entry.node)}, {entry.last}, {entry.low === null ? "−∞" : number(entry.low)}, {entry.high === null ? "+∞" : number(entry.high)})</li>
          ))}
        </List>
      )}
      <SolutionTrees player={player} />
    </>
  );
}

function List({ title, length, empty, children }: { title: string; length: number; empty: string; children: preact.ComponentChildren }) {
  return (
    <section class="list">
      <h3>{title} <span class="count">{length}</span></h3>
      {length === 0 ? <p class="note">{empty}</p> : <ol>{children}</ol>}
      {length > MOST_LISTED && <p class="note">and {length - MOST_LISTED} more</p>}
    </section>
  );
}

function SolutionTrees({ player }: { player: Player }) {
  const { stage, views } = player;
  const leaves = (side: "max" | "min") =>
    stage.nodes.flatMap((node, i) => (node.kind === "leaf" && views[i]![side] ? [number(node.value ?? 0)] : []));
  const max = leaves("max");
  const min = leaves("min");
  const root = views[0]!;
  const line = (name: string, list: string[], bound: string) => list.length > 0 && (
    <p class={`solution in-${name}`}>
      <b>{name} solution tree</b> {bound}: <span class="mono">{list.slice(0, MOST_LISTED).join(" ")}{list.length > MOST_LISTED ? " …" : ""}</span>
    </p>
  );
  return (
    <div class="solutions">
      {line("max", max, root.upper === undefined ? "" : `at most ${number(root.upper)}`)}
      {line("min", min, root.lower === undefined ? "" : `at least ${number(root.lower)}`)}
      {max.length > 0 && min.length > 0 && root.lower === root.upper && <p class="solution in-both">They meet: the value is {number(root.lower!)}.</p>}
    </div>
  );
}

/** Scrolls a box so that its marked line is in view. `scrollIntoView` would also move the page. */
function useCurrentInView<T extends HTMLElement>(box: RefObject<T>, selector: string, key: unknown) {
  useEffect(() => {
    const element = box.current!;
    const current = element.querySelector<HTMLElement>(selector);
    if (!current) return;
    const top = current.offsetTop;
    if (top < element.scrollTop || top + current.offsetHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top - element.clientHeight / 2;
    }
  }, [key]);
}

export function Code({ stage, line }: { stage: Stage; line: number | undefined }) {
  const box = useRef<HTMLPreElement>(null);
  useCurrentInView(box, ".current", line);
  return (
    <section class="code">
      <h3>{typeset(stage.code.title)} <span class="note">{stage.code.source}</span></h3>
      <pre ref={box} tabIndex={0} aria-label="Pseudo-code">
        {stage.code.lines.map((text, i) => (
          <div key={i} class={i === line ? "current" : ""} aria-current={i === line ? "step" : undefined}>{text || " "}</div>
        ))}
      </pre>
    </section>
  );
}

export function Passes({ player, onGo }: { player: Player; onGo: (step: number) => void }) {
  const { stage } = player;
  const box = useRef<HTMLOListElement>(null);
  useCurrentInView(box, ".running", player.pass);
  return (
    <section class="passes">
      <h3>Passes</h3>
      <ol ref={box}>
        {stage.passes.map((pass, i) => {
          const state = player.at > pass.last_step ? "done" : player.at > pass.first_step ? "running" : "";
          return (
            <li key={i} class={state}>
              <button type="button" onClick={() => onGo(pass.first_step + 1)} aria-current={state === "running" ? "step" : undefined}>
                <span>{i + 1}. {typeset(pass.question)}</span>
                <span>{state === "done" ? typeset(pass.reply) : ""}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
