// What the tests share: the program, the browser, and questions to both.

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The program under test. */
export const PROGRAM = resolve(process.env.NULLWINDOW ?? here("../../../../target/release/nullwindow"));
/** The bundle under test: the one in the repository, not the one inside the program. */
export const DIST = resolve(process.env.DIST ?? here("../dist"));
/** A directory with the page and the engine as wasm, or undefined. */
export const SITE = process.env.SITE;

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

for (const path of [PROGRAM, DIST, CHROMIUM]) {
  if (!existsSync(path)) throw new Error(`${path} is missing; set NULLWINDOW, DIST or CHROMIUM`);
}

/** Starts the server and waits for its address. `stop` ends it as Ctrl-C does. */
export async function startServer({ port = 0 } = {}) {
  const child = spawn(PROGRAM, ["serve", "--port", String(port), "--site", DIST], { cwd: tmpdir(), stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    void exit.then(({ code, signal }) => reject(new Error(`the server ended with ${code ?? signal} before its first line`)));
  });
  const address = /http:\/\/\S+/.exec(first)?.[0];
  if (!address) throw new Error(`no address in the first line: ${first}`);
  const stop = () => {
    child.kill("SIGINT");
    return exit;
  };
  return { address, first, pid: child.pid, port: Number(new URL(address).port), stop };
}

export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/**
 * Opens a page in a context of its own. `page.problems` collects console errors, warnings and
 * exceptions, `page.requested` the addresses of all requests.
 */
export async function openPage(browser, address, { width = 1280, height = 800, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.problems = [];
  page.requested = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
  page.on("request", (request) => page.requested.push(request.url()));
  page.on("websocket", (socket) => page.requested.push(socket.url()));
  await page.goto(address);
  return page;
}

/** Repeats `look` until its result passes `test`, and returns that result. */
export async function until(look, test, { what = String(test), timeout = 15_000 } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && test(seen)) return seen;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; last: ${JSON.stringify(seen)?.slice(0, 1500)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the state of the board theatre passes `test`, and returns that state. */
export function board(page, test = (state) => state.settled, options = {}) {
  return until(() => page.evaluate(() => window.nullwindowBoard?.state()), test, options);
}

/** Waits until the text of an element passes `test`: the page renders a moment after its state changed. */
export function shows(locator, test, what) {
  return until(() => locator.innerText(), test, { what: `${what} in ${locator}` });
}

/** Goes to an address of the page in a fresh document, as a new tab does. */
export async function visit(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
}

/** Asks the engine over a WebSocket of its own, in the page's origin. Returns the last reply to each request. */
export function ask(page, requests) {
  return page.evaluate(async (messages) => {
    const address = new URL("api/engine", location.href);
    address.protocol = "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
    const replies = [];
    for (const [i, message] of messages.entries()) {
      socket.send(JSON.stringify({ id: i + 1, ...message }));
      replies.push(await new Promise((resolve) => {
        socket.onmessage = ({ data }) => {
          const reply = JSON.parse(data);
          if (reply.id === i + 1 && reply.last) resolve(reply);
        };
      }));
    }
    socket.close();
    return replies;
  }, requests);
}

/** Runs the program and returns its output as JSON, one object per line. */
export async function run(...args) {
  const { stdout } = await promisify(execFile)(PROGRAM, [...args, "--json"], { maxBuffer: 1 << 26 });
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/** Returns the deepest iteration that `nullwindow analyze` reports with the page's size of the table. */
export async function analyze(game, { position, depth, selective = false, algorithm = "mtd-f" }) {
  const place = position ? ["--position", position] : [];
  const width = selective ? "--selective" : "--full-width";
  const rows = await run("analyze", game, ...place, "--depth", String(depth), "--algorithm", algorithm, width, "--table", "64M");
  return rows.at(-1);
}
