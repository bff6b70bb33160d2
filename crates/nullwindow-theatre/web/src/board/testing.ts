// The state of the theatre for tests in a real browser.

import type { Theatre } from "./model/theatre";

declare global {
  interface Window { nullwindowBoard?: { state(): unknown } }
}

/** Publishes the state as `window.nullwindowBoard`. Returns a function that withdraws it. */
export function exposeState(theatre: Theatre): () => void {
  window.nullwindowBoard = { state: () => stateOf(theatre) };
  return () => void delete window.nullwindowBoard;
}

function stateOf({ record, first, second, solver, opponent, judge, upper, setup, tool, compare }: Theatre) {
  const { board } = record;
  return {
    game: record.game.name,
    position: record.position,
    moves: record.moves,
    ply: record.ply,
    settled: board !== null && !record.waiting,
    flip: record.flip,
    notation: board?.notation ?? null,
    mover: board?.mover ?? null,
    first_moves: board?.first_moves ?? null,
    over: board?.over ?? null,
    result: board?.result ?? null,
    legal: board?.moves ?? [],
    diagram: board?.diagram ?? null,
    preview: record.preview?.board.notation ?? null,
    tool,
    compare,
    analysis: analysisOf(first),
    second: compare ? analysisOf(second) : null,
    solved: solver.result,
    solving: solver.running,
    engine: { sides: opponent.sides, thinking: opponent.running, to_move: opponent.toMove, hint: opponent.hint },
    judgements: record.moves.map((_, ply) => judge.at(ply)),
    judging: judge.running,
    upper: upper.root,
    setup: setup.diagram?.cells.map((cell) => cell.piece) ?? null,
    errors: { position: record.positionError, board: record.boardError, setup: setup.error },
    busy: [first, second, solver, opponent, opponent.hints, judge, upper].some((part) => part.running),
  };
}

function analysisOf({ wanted, running, settings, latest, iterations, passes, ended, error }: Theatre["first"]) {
  return { wanted, running, settings, latest, iterations, passes: passes.length, ended, error };
}
