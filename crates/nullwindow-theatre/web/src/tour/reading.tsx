// Where to go after the tour.

import { address } from "../router";

export function Reading() {
  return (
    <>
      <p>What to read and to try next:</p>
      <ul>
        <li>[PSPB96] A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin: <i>Best-First Fixed-Depth Minimax Algorithms</i>. Artificial Intelligence 87 (1996). The theorem, MTD(f), and experiments with real programs.</li>
        <li>[PSPB94] The same authors: <i>A New Paradigm for Minimax Search</i>. University of Alberta (1994). Short, with all drivers.</li>
        <li>[dBP96] A. de Bruin, W. Pijls: <i>Trends in Game Tree Search</i>. Erasmus University Rotterdam (1996). Solution trees.</li>
        <li><a href={address("tree", { tree: "trends", a: "alphabeta", b: "sss-2" })}>Alpha-Beta beside SSS-2</a> on the tree of [dBP96]: eleven leaves against eight.</li>
        <li><a href={address("tree", { text: "((0 0) (1 1))", a: "sss*", b: "alphabeta" })}>A counterexample</a>: two leaf values, and yet SSS* and Alpha-Beta visit different leaves.</li>
        <li><a href="#/board">The board theatre</a>: the same searches on real positions.</li>
      </ul>
    </>
  );
}
