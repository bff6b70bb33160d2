// The board theatre: whole games by clicks, values equal to the command line's, and every tool.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { analyze, board, openPage, run, shows, startBrowser, startServer, until, visit } from "./lib.mjs";

let server, browser, page;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  page = await openPage(browser, `${server.address}#/board`, { width: 1200, height: 1000 });
});

afterEach(() => assert.deepEqual(page.problems.splice(0), [], "console errors"));

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function show(fields) {
  await visit(page, `${server.address}#/board?${new URLSearchParams(fields)}`);
  return board(page, (state) => state.settled && state.game === fields.game);
}

const cell = (name) => page.locator(`[data-cell="${name}"]`);
const button = (name) => page.getByRole("button", { name, exact: true });

/** Makes a move as a user does: by clicks on its cells, by its button if it has none, by name if the page asks. */
async function play(state, move) {
  const cells = state.diagram?.moves.find(({ name }) => name === move)?.cells ?? [];
  if (cells.length === 0) return page.locator(".legal").getByRole("button", { name: move, exact: true }).click();
  // Of a multiple jump the first and the last cell are enough, unless two ways lead there.
  const same = state.diagram.moves.filter((other) => other.cells[0] === cells[0] && other.cells.at(-1) === cells.at(-1));
  const path = cells.length > 2 && same.length === 1 ? [cells[0], cells.at(-1)] : cells;
  for (const index of path) await page.locator(`[data-index="${index}"]`).click();
  if (same.length > 1 && same.every((other) => other.cells.length === cells.length)) {
    await page.locator("dialog[open]").getByRole("button", { name: move, exact: true }).click();
  }
}

/** Waits until the user may move or the game is over. */
function usersTurn(plies) {
  return board(page, (state) => state.settled && state.moves.length >= plies && !state.engine.thinking && !state.engine.to_move
    && (state.over !== null || state.legal.length > 0), { what: `the user's turn after ${plies} plies` });
}

/** Plays against the engine to the end. `choose` picks the user's move. */
async function playOut(choose, longest = 250) {
  let state = await usersTurn(0);
  const clicked = new Map();
  while (state.over === null) {
    assert.ok(state.moves.length < longest, "the game does not end");
    const move = choose(state);
    clicked.set(state.moves.length, move);
    await play(state, move);
    state = await usersTurn(state.moves.length + 1);
  }
  for (const [ply, move] of clicked) assert.equal(state.moves[ply], move, `ply ${ply}`);
  await shows(page.locator(".board-view .status"), (text) => text === state.result, state.result);
  return state;
}

describe("whole games by clicks against the engine", () => {
  // A fixed sequence: a failure repeats itself as far as the engine's time allows.
  let seed = 11;
  const random = (moves) => moves[(seed = (seed * 1103515245 + 12345) % 2147483648) % moves.length];

  for (const [game, result] of [["othello", /wins|Draw/], ["connect4", /wins|Draw/], ["checkers", /wins|Draw/], ["tictactoe", /wins|Draw/], ["nim", /wins/]]) {
    test(game, async () => {
      await show({ game, tool: "play" });
      await page.getByLabel("Level").selectOption("0.1s");
      await page.getByLabel("The engine plays").selectOption(game === "tictactoe" ? "first" : "second");
      const { result: words, moves } = await playOut(({ legal }) => random(legal));
      assert.match(words, result);
      assert.ok(moves.length >= (game === "nim" ? 2 : 5), `${moves}`);
    });
  }

  test("a click before the answer to the last one plays no second move", async () => {
    await show({ game: "connect4" });
    await page.locator('[data-index="3"]').evaluate((node) => {
      node.click();
      node.click();
    });
    await page.waitForTimeout(200);
    assert.deepEqual((await board(page)).moves, ["4"]);
  });

  test("chess, to a mate with two rooks", async () => {
    await show({ game: "chess", position: "4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", tool: "play" });
    await page.getByLabel("Level").selectOption({ index: 0 }); // the weakest
    await page.getByLabel("The engine plays").selectOption("second");
    const { moves, result } = await playOut(({ moves }) => (moves.length === 0 ? "Ra7" : "Rb8#"));
    assert.equal(moves.length, 3);
    assert.equal(result, "White wins");
  });

  test("chess, the shortest mate from the start position", async () => {
    await show({ game: "chess" });
    const line = ["f3", "e5", "g4", "Qh4#"];
    assert.equal((await playOut(({ moves }) => line[moves.length])).result, "Black wins");
  });

  test("chess, a promotion asks for the piece", async () => {
    const state = await show({ game: "chess", position: "8/P6k/8/8/8/8/8/K7 w - - 0 1" });
    await play(state, "a8=N");
    assert.deepEqual((await board(page, (state) => state.settled && state.ply === 1)).moves, ["a8=N"]);
    await page.getByRole("gridcell", { name: "a8, white knight" }).waitFor();
  });
});

describe("values equal the command line's", () => {
  const places = [
    ["chess", 5, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"],
    ["othello", 6, "---------------------------OX------XO--------------------------- X"],
    ["checkers", 8, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"],
  ];
  for (const [game, depth, position] of places) {
    for (const selective of [false, true]) {
      test(`${game}, depth ${depth}, ${selective ? "selective" : "full width"}`, async () => {
        await show({ game, position, a: `mtd-f,${depth}d,${selective ? "selective" : "full"},best` });
        await button("Analyse").click();
        const [{ analysis }, truth] = await Promise.all([
          board(page, ({ analysis }) => analysis.ended !== null, { timeout: 30_000 }),
          analyze(game, { position, depth, selective }),
        ]);
        const { latest } = analysis;
        assert.deepEqual(
          { depth: latest.depth, value: latest.value, best: latest.best, nodes: latest.nodes, line: latest.line },
          { depth: truth.depth, value: truth.value, best: truth.move, nodes: truth.total, line: truth.pv },
        );
        await shows(page.locator(".facts"), (text) => text.includes(truth.move) && text.includes(latest.text), "move and value");
      });
    }
  }

  test("every root move of an Othello position", async () => {
    const position = places[1][2];
    await show({ game: "othello", position, a: "mtd-f,4d,full,all" });
    await button("Analyse").click();
    const { analysis } = await board(page, ({ analysis }) => analysis.ended !== null);
    const rows = await run("analyze", "othello", "--position", position, "--depth", "4", "--full-width", "--table", "64M", "--multipv", "4");
    const values = (moves) => moves.map(({ move, value }) => [move, value]);
    assert.equal(analysis.latest.moves.length, 4);
    assert.deepEqual(values(analysis.latest.moves), values(rows.at(-1).moves));
    assert.equal(analysis.latest.nodes, rows.at(-1).total);
    await page.locator("ol.values > li").nth(3).waitFor();
  });
});

test("a wrong position shows its message beside the field and keeps the board", async () => {
  const { notation } = await show({ game: "chess", moves: "e4" });
  const field = page.getByLabel("Position", { exact: true });
  await field.fill("rnbqkbnr/ppp w");
  await button("Set").click();
  const message = page.locator("form.position .field .error");
  await message.waitFor();
  assert.ok((await message.textContent()).length > 10);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.ok((await field.getAttribute("aria-describedby")).split(" ").includes(await message.getAttribute("id")));
  const state = await board(page);
  assert.equal(state.notation, notation);
  assert.equal(await cell("e4").getAttribute("aria-label"), "e4, white pawn");
  await field.fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await button("Set").click();
  await message.waitFor({ state: "detached" });
  assert.equal((await board(page, (state) => state.notation.startsWith("4k3"))).moves.length, 0);
});

test("a position is set up by clicking", async () => {
  await show({ game: "chess", tool: "setup" });
  await button("Set up a position").click();
  await button("Clear").click();
  await button("Use this position").click();
  await page.locator(".tools .error").waitFor();
  const put = async (piece, name) => {
    await page.getByRole("radio", { name: piece, exact: true }).check({ force: true });
    await cell(name).click();
  };
  await put("white king", "e1");
  await put("black king", "e8");
  await put("white rook", "a1");
  await put("white pawn", "b2");
  await put("remove a piece", "b2");
  await page.getByLabel("To move").selectOption("second");
  await button("Use this position").click();
  const { notation } = await board(page, (state) => state.setup === null && state.moves.length === 0 && !state.notation.startsWith("rnbq"));
  assert.match(notation, /^4k3\/8\/8\/8\/8\/8\/8\/R3K3 b /);
});

test("a pasted game is judged and its blunder marked", async () => {
  await show({ game: "chess", tool: "setup" });
  await page.getByLabel(/^A game or a position/).fill('[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
  await button("Read").click();
  await board(page, (state) => state.moves.length === 4);
  await page.getByRole("tab", { name: "Judge" }).click();
  for (const [label, text] of [["Depth", "4"], ["Seconds a move", ""]]) {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel(label, { exact: true }).blur();
  }
  await button("Judge the game").click();
  const { judgements } = await board(page, (state) => !state.judging && state.judgements.every(Boolean));
  assert.deepEqual(judgements.map(({ move }) => move), ["f3", "e5", "g4", "Qh4#"]);
  assert.equal(judgements[2].mark, "??");
  assert.equal(judgements[3].mark, "");
  const marked = page.locator("ol.marked > li", { hasText: "g4" });
  await marked.getByRole("img", { name: "blunder" }).waitFor();
  await marked.locator("button").first().click();
  await board(page, (state) => state.ply === 3);
  await page.locator(".judge canvas").waitFor();
});

test("the upper tree of a search expands", async () => {
  await show({ game: "chess", tool: "tree", upper: "mtd-f,4" });
  await button("Search").click();
  const { upper, legal } = await board(page, (state) => state.upper !== null && !state.busy);
  assert.equal(upper.moves, legal.length);
  const rows = page.locator("[role=treegrid] tbody tr");
  const before = await until(() => rows.count(), (count) => count > legal.length / 2, { what: "rows of the root moves" });
  const closed = page.locator('[role=treegrid] tbody tr[aria-expanded="false"]').first();
  const move = (await closed.locator("td").first().innerText()).replace(/[▸▾]/g, "").trim();
  await closed.click();
  await board(page, (state) => !state.busy);
  await page.waitForFunction((before) => document.querySelectorAll("[role=treegrid] tbody tr").length > before, before);
  assert.ok(move.length > 0);
  // By keyboard: the focused row shows its position on the board; the left arrow closes it.
  const open = page.locator('[role=treegrid] tbody tr[aria-expanded="true"][aria-level="2"]').first();
  await open.focus();
  await board(page, (state) => state.preview !== null);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((before) => document.querySelectorAll("[role=treegrid] tbody tr").length <= before, before);
});

test("take back and hint", async () => {
  let state = await show({ game: "chess", tool: "play" });
  await page.getByLabel("Level").selectOption({ index: 0 }); // the weakest
  await page.getByLabel("The engine plays").selectOption("second");
  await play(state, "e4");
  state = await usersTurn(2);
  assert.equal(state.moves.length, 2);
  await button("Hint").click();
  const { engine } = await board(page, (state) => state.engine.hint !== null && !state.busy);
  assert.ok(state.legal.includes(engine.hint.move));
  await shows(page.locator(".play .state"), (text) => text.startsWith(`Hint: ${engine.hint.move} `), "the hint");
  await button("Take back").click();
  state = await board(page, (state) => state.moves.length === 0);
  await page.waitForTimeout(200);
  assert.equal((await board(page)).moves.length, 0, "the engine does not answer a move that was taken back");
});

test("exact result near the end", async () => {
  const moves = "4 4 4 4 4 2 3 3 5 6 2 5 2 2 5 5";
  const { notation } = await show({ game: "connect4", moves });
  await button("Solve exactly").click();
  const { solved } = await board(page, (state) => state.solved !== null && !state.solving);
  assert.equal(solved.solved, true);
  const [truth] = await run("solve", "connect4", "--position", notation);
  assert.equal(solved.value, truth.value);
  await shows(page.locator(".exact .words"), (text) => text.startsWith(solved.words), solved.words);
});

test("two engines agree side by side", async () => {
  await show({ game: "othello", moves: "f5 d6 c3", a: "mtd-f,6d,full,best", b: "negascout,6d,full,best" });
  for (const name of ["Engine A", "Engine B"]) await page.getByRole("region", { name }).getByRole("button", { name: "Analyse" }).click();
  const { analysis, second } = await board(page, (state) => state.analysis.ended !== null && state.second?.ended !== null);
  assert.equal(analysis.latest.depth, 6);
  assert.equal(second.latest.value, analysis.latest.value);
  assert.notEqual(second.latest.nodes, analysis.latest.nodes, "they are two searches");
});

test("the board is played by keyboard", async () => {
  await show({ game: "chess" });
  await cell("e2").focus();
  for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual((await board(page, (state) => state.ply === 1)).moves, ["e4"]);
});
