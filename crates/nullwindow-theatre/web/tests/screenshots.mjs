// Writes pictures of the main views: node tests/screenshots.mjs DIRECTORY

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { board, openPage, startBrowser, startServer, until } from "./lib.mjs";

const [directory] = process.argv.slice(2);
if (!directory) throw new Error("usage: node tests/screenshots.mjs DIRECTORY");
await mkdir(directory, { recursive: true });

const server = await startServer();
const browser = await startBrowser();

/** Opens a view, waits until `ready` is done, and takes its picture. */
async function picture(name, fields, ready) {
  const page = await openPage(browser, `${server.address}#/${fields.page}?${new URLSearchParams(fields.params)}`);
  await ready(page);
  await page.waitForTimeout(500); // charts are drawn a moment after their data
  const path = join(directory, `${name}.png`);
  await page.screenshot({ path });
  await page.context().close();
  console.log(path);
}

try {
  await picture("tree", { page: "tree", params: { tree: "pearl", a: "sss*", b: "mtd+inf" } }, async (page) => {
    await page.waitForFunction(() => window.nullwindowTheatre && document.querySelectorAll(".pane .counters").length === 2);
    // In the middle of the search, where both have solved a part of the tree.
    const last = Number(await page.locator(".slider input").getAttribute("max"));
    await page.evaluate((moment) => window.nullwindowTheatre.goto(moment), Math.round(0.6 * last));
  });

  const opening = "e4 e5 Nf3 Nc6 Bb5 a6";
  await picture("board", { page: "board", params: { game: "chess", moves: opening, a: "mtd-f,10d,selective,best", on: "a" } }, async (page) => {
    await board(page, ({ analysis }) => analysis.ended !== null, { timeout: 60_000 });
    // The whole board, and beside it both charts.
    await page.locator(".board").evaluate((node) => scrollBy(0, node.getBoundingClientRect().top - 8));
  });

  await picture("othello", { page: "board", params: { game: "othello", moves: "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7", a: "mtd-f,5s,full,all", on: "a" } }, async (page) => {
    await board(page, ({ analysis }) => analysis.ended !== null, { timeout: 60_000 });
    await until(() => page.locator("ol.values > li").count(), (count) => count > 3, { what: "the values of the moves" });
  });
} finally {
  await browser.close();
  await server.stop();
}
