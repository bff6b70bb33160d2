// The game record as a list of moves, with the marks of its judgement.

import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui";
import { negated } from "./format";
import { useModels } from "./model/emitter";
import type { GameRecord } from "./model/record";
import type { Theatre } from "./model/theatre";

const MARK_NAMES: Record<string, string> = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/** Writes the number of a move: `3.` for the first player, `3…` for the second. */
export function moveNumber(record: GameRecord, ply: number): string {
  const at = record.firstStarts ? ply : ply + 1;
  return `${Math.floor(at / 2) + 1}${at % 2 === 0 ? "." : "…"}`;
}

export function MoveList({ theatre }: { theatre: Theatre }) {
  const { record, judge } = theatre;
  useModels(record, judge);
  const list = useRef<HTMLOListElement>(null);
  // The current move stays in sight, without scrolling the page.
  useEffect(() => {
    const box = list.current;
    const item = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !item) return;
    const top = item.offsetTop; // from the list, which is positioned
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }, [record.ply, record.moves.length]);
  const rows: (number | null)[][] = [];
  for (let ply = record.firstStarts ? 0 : -1; ply < record.moves.length; ply += 2) {
    rows.push([ply < 0 ? null : ply, ply + 1 < record.moves.length ? ply + 1 : null]);
  }
  const [white, black] = record.players;
  return (
    <section class="record panel" aria-label="Game record">
      <h2>Moves</h2>
      {(white || black) && <p class="note">{white ?? "?"} – {black ?? "?"}</p>}
      <Navigation record={record} />
      {rows.length === 0 && <p class="note">No moves yet.</p>}
      <ol class="moves" ref={list}>
        {rows.map(([a, b], i) => (
          <li key={i}>
            <span class="number">{i + 1}.</span>
            {[a, b].map((ply, column) => (ply === null || ply === undefined
              ? <span key={column}>{column === 0 ? "…" : ""}</span>
              : <Move theatre={theatre} ply={ply} key={column} />))}
          </li>
        ))}
      </ol>
      {record.board?.over !== null && record.board && (
        <p class="result" role="status">{record.board.result ?? (record.board.drawn ? "Draw" : "The game is over.")}</p>
      )}
    </section>
  );
}

function Move({ theatre: { record, judge }, ply }: { theatre: Theatre; ply: number }) {
  const judgement = judge.at(ply);
  const mark = judgement?.mark ?? "";
  // Texts of judgements are the mover's; the record takes the first player's view throughout.
  const view = (text: string) => (record.firstMoved(ply) ? text : negated(text));
  const better = judgement && mark !== "" && judgement.best ? `better ${judgement.best} ${view(judgement.best_text ?? "")}` : undefined;
  return (
    <button
      type="button" class="ply" aria-current={record.ply === ply + 1 ? "true" : undefined} data-ply={ply + 1} title={better}
      onClick={() => void record.goTo(ply + 1)}
    >
      {record.moves[ply]}
      {mark !== "" && <span class={`mark ${MARK_NAMES[mark]}`} role="img" aria-label={`${MARK_NAMES[mark]}, ${better ?? ""}`}>{mark}</span>}
      {judgement && <small>{view(judgement.text)}</small>}
    </button>
  );
}

function Navigation({ record }: { record: GameRecord }) {
  const { ply, moves } = record;
  const go = (to: number) => () => void record.goTo(to);
  return (
    <div class="toolbar navigation" role="toolbar" aria-label="Go through the game">
      <Button kind="icon" label="Start of the game" keys="Home" disabled={ply === 0} onClick={go(0)}><Icon d="M5 4v12M16 4l-9 6 9 6z" /></Button>
      <Button kind="icon" label="Previous move" keys="←" disabled={ply === 0} onClick={go(ply - 1)}><Icon d="M14 4l-9 6 9 6z" /></Button>
      <Button kind="icon" label="Next move" keys="→" disabled={ply === moves.length} onClick={go(ply + 1)}><Icon d="M6 4l9 6-9 6z" /></Button>
      <Button kind="icon" label="End of the game" keys="End" disabled={ply === moves.length} onClick={go(moves.length)}><Icon d="M15 4v12M4 4l9 6-9 6z" /></Button>
    </div>
  );
}

/** Symbols as drawings: few fonts have all of the arrows. */
function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={d} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" />
    </svg>
  );
}
