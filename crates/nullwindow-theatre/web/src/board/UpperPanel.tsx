// The upper tree of a real search, as a treegrid: a row per node, opened on demand.

import { useRef, useState } from "preact/hooks";
import { Button } from "../ui";
import { AlgorithmSelect, NumberField, WidthSelect } from "./fields";
import { bounds, count, time } from "./format";
import { useModels } from "./model/emitter";
import type { Theatre } from "./model/theatre";
import type { Upper, UpperRow } from "./model/upper";

const ANSWERED: Record<string, string> = {
  search: "search", table: "table", leaf: "leaf", rule: "rule", none: "not visited",
};

export function UpperPanel({ theatre }: { theatre: Theatre }) {
  const { upper, record } = theatre;
  useModels(theatre, upper, record);
  const { settings } = upper;
  const algorithm = theatre.algorithms.find((a) => a.name === settings.algorithm);
  const over = record.board === null || record.board.over !== null;
  return (
    <div class="upper">
      <div class="settings">
        <AlgorithmSelect algorithms={theatre.algorithms} value={settings.algorithm} onChange={(name) => upper.set({ algorithm: name })} />
        {record.game.selective && (
          <WidthSelect selective={settings.selective} possible={algorithm?.follows_rules ?? true} onChange={(selective) => upper.set({ selective })} />
        )}
        <NumberField label="Depth" value={settings.depth} min={1} max={Math.min(record.game.deepest, theatre.hello.limits.depth)} onChange={(depth) => upper.set({ depth: depth ?? settings.depth })} />
        {upper.running
          ? <Button onClick={() => upper.cancel()}>Stop</Button>
          : <Button kind="primary" disabled={over} onClick={() => void upper.search()}>Search</Button>}
      </div>
      {upper.error && <p class="error" role="alert">{upper.error}</p>}
      <p class="state" role="status">
        {upper.running && "Searching…"}
        {!upper.running && upper.root && `${count(upper.nodes)} nodes, ${time(upper.seconds)}.`}
        {upper.root && !upper.current && " This tree belongs to another position."}
      </p>
      {upper.root && (
        <div class="toolbar">
          <Button disabled={upper.running} onClick={() => void upper.expandPrincipal()}>Expand along the principal variation</Button>
        </div>
      )}
      {upper.root && <Tree theatre={theatre} />}
      {!upper.root && !upper.running && <p class="note">Searches the position shown and lists the nodes near the root: bounds, best reply, nodes spent below, and whether the table or a search answered.</p>}
    </div>
  );
}

function Tree({ theatre }: { theatre: Theatre }) {
  const { upper, record } = theatre;
  const [focus, setFocus] = useState("");
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = upper.rows();
  const key = (row: UpperRow) => row.path.join(" ");
  const current = Math.max(0, rows.findIndex((row) => key(row) === focus));
  const whole = Math.max(1, upper.root!.below);
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocus(key(row));
    body.current?.querySelectorAll<HTMLElement>("tr")[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row) return;
    const act: Record<string, () => void> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.open ? go(current + 1) : void upper.expand(row.path)),
      ArrowLeft: () => (row.open ? upper.close(row.path) : go(rows.findIndex((r) => key(r) === row.path.slice(0, -1).join(" ")))),
      Enter: () => toggle(upper, row),
    };
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  // A row shows its position on the board while it has the focus.
  const show = (path: string[]) => upper.current && void record.show(path);
  return (
    <div class="treegrid">
      <table role="treegrid" aria-label="Upper tree of the search" onKeyDown={onKeyDown} onFocusOut={() => void record.show([])}>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col" title="For the player who made the move">Bounds</th>
            <th scope="col">Best reply</th>
            <th scope="col">Nodes below</th>
            <th scope="col" class="number">Visits</th>
            <th scope="col">Answered by</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, i) => (
            <tr
              role="row" key={key(row)} tabIndex={i === current ? 0 : -1} class={row.principal ? "principal" : undefined}
              aria-level={row.level} aria-posinset={row.index} aria-setsize={row.of}
              aria-expanded={row.node.moves > 0 ? row.open : undefined}
              onFocus={() => { setFocus(key(row)); show(row.path); }}
              onClick={() => toggle(upper, row)}
            >
              <Cells row={row} upper={upper} whole={whole} theatre={theatre} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toggle(upper: Upper, row: UpperRow) {
  if (row.open) upper.close(row.path);
  else void upper.expand(row.path);
}

function Cells({ row, upper, whole, theatre }: { row: UpperRow; upper: Upper; whole: number; theatre: Theatre }) {
  const { node } = row;
  const share = node.below / whole;
  const waiting = upper.waiting === row.path.join(" ") && upper.running;
  return (
    <>
      <td role="gridcell" class="move" style={{ paddingInlineStart: `${(row.level - 1) * 1.1}rem` }}>
        <span class="twisty" aria-hidden="true">{waiting ? "…" : node.moves === 0 ? "" : row.open ? "▾" : "▸"}</span>
        {node.move ?? "root"}
        {row.principal && row.level > 1 && <span class="pv" title="Principal variation">PV</span>}
      </td>
      <td role="gridcell" class="number">{bounds(theatre.record.game, node.lower, node.upper)}</td>
      <td role="gridcell">{node.best ?? "–"}</td>
      <td role="gridcell">
        <span class="amount" style={{ "--share": share }} title={`${node.below} nodes, ${(100 * share).toFixed(1)} %`}>{count(node.below)}</span>
      </td>
      <td role="gridcell" class="number">{node.visits}</td>
      <td role="gridcell">
        {ANSWERED[node.answered] ?? node.answered}
        {node.cut && <span class="cut" title="The move refuted its parent: the moves after it were not searched"> cutoff</span>}
      </td>
    </>
  );
}
