// The page as plain files, with the engine as wasm in workers. SITE names the directory.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { analyze, ask, board, openPage, shows, SITE, startBrowser, startServer, visit } from "./lib.mjs";

const skip = SITE ? false : "SITE is not set";
if (skip) console.error("SKIPPED: SITE names no directory with the page and engine.wasm, so the page without a server is NOT tested");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".txt": "text/plain", ".wasm": "application/wasm" };

/** Serves the files of the site as any web server does. */
async function serveFiles(directory) {
  const files = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, "http://site").pathname).replace(/\/$/, "/index.html");
    try {
      const bytes = await readFile(join(directory, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => files.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${files.address().port}/`, stop: () => files.close() };
}

describe("the page without a server", { skip }, () => {
  let site, browser, page;

  before(async () => {
    [site, browser] = await Promise.all([serveFiles(SITE), startBrowser()]);
    page = await openPage(browser, `${site.address}#/board`, { width: 1200, height: 1000 });
  });

  afterEach(() => assert.deepEqual(page.problems.splice(0), [], "console errors"));

  after(async () => {
    await browser?.close();
    site?.stop();
  });

  async function show(fields) {
    await visit(page, `${site.address}#/board?${new URLSearchParams(fields)}`);
    return board(page, (state) => state.settled && state.game === fields.game);
  }

  test("says that its engine runs in the page", async () => {
    await shows(page.locator("footer"), (text) => text.includes("engine in this page"), "the kind of engine");
    const hosts = new Set(page.requested.map((url) => new URL(url).host));
    assert.deepEqual([...hosts], [new URL(site.address).host]);
  });

  for (const [game, depth, selective] of [["chess", 4, true], ["othello", 6, false], ["checkers", 7, true]]) {
    test(`${game}: value, move and nodes are the command line's`, async () => {
      await show({ game, a: `mtd-f,${depth}d,${selective ? "selective" : "full"},best`, on: "a" });
      const { analysis } = await board(page, ({ analysis }) => analysis.ended !== null, { timeout: 30_000 });
      const { latest } = analysis;
      const truth = await analyze(game, { depth, selective });
      assert.deepEqual(
        { depth: latest.depth, value: latest.value, best: latest.best, nodes: latest.nodes },
        { depth: truth.depth, value: truth.value, best: truth.move, nodes: truth.total },
      );
    });
  }

  test("a search of a tree is the native one, step by step", async () => {
    await visit(page, `${site.address}#/tree?tree=pearl&a=sss*`);
    await page.waitForFunction(() => window.nullwindowTheatre && document.querySelector(".counters"));
    const stage = await page.evaluate(() => window.nullwindowTheatre.stage);
    const server = await startServer();
    const served = await openPage(browser, server.address);
    const [{ id, ...truth }] = await ask(served, [{ type: "tree", tree: { name: "pearl" }, algorithm: "sss*", guess: null, depth: null }]);
    await served.context().close();
    await server.stop();
    const { id: _, ...own } = stage;
    assert.deepEqual(own, truth);
    await page.keyboard.press("End");
    await shows(page.locator(".pane h2"), (text) => text.includes(`value ${truth.value}`), "the value");
  });

  test("two engines search at once, and stop", async () => {
    await show({ game: "othello", a: "mtd-f,60s,full,best", b: "negascout,60s,full,best", on: "ab" });
    await board(page, ({ analysis, second }) => analysis.running && second.running && analysis.iterations.length > 2 && second.iterations.length > 2);
    for (const name of ["Engine A", "Engine B"]) await page.getByRole("region", { name }).getByRole("button", { name: "Stop" }).click();
    const { analysis, second } = await board(page, (state) => !state.busy);
    assert.equal(analysis.ended, "Stopped.");
    assert.equal(second.ended, "Stopped.");
    await page.locator('[data-cell="d3"]').click();
    assert.equal((await board(page, (state) => state.settled && state.ply === 1)).legal.length, 3, "the engine still answers");
  });

  test("a game against the engine", async () => {
    let state = await show({ game: "othello", tool: "play", engine: "second", level: "0.1s" });
    for (let plies = 2; plies <= 6; plies += 2) {
      await page.locator(`[data-cell="${state.legal[0]}"]`).click();
      state = await board(page, (state) => state.settled && state.moves.length === plies && !state.engine.to_move);
    }
    assert.equal(state.moves.length, 6);
  });
});
