// The tree theatre: every state that the page shows is the state of the library's own replay.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { ask, openPage, startBrowser, startServer, until, visit } from "./lib.mjs";

let server, browser, page;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  page = await openPage(browser, `${server.address}#/tree`);
});

after(async () => {
  assert.deepEqual(page?.problems, []);
  await browser?.close();
  await server?.stop();
});

async function show(fields) {
  await visit(page, `${server.address}#/tree?${new URLSearchParams(fields)}`);
  await page.waitForFunction(() => window.nullwindowTheatre && document.querySelector(".counters"));
}

const step = () => page.evaluate(() => window.nullwindowTheatre.step());
const steps = () => page.evaluate(() => window.nullwindowTheatre.stage.steps.length);
const press = (key) => page.keyboard.press(key);

/**
 * Goes through the whole search, forward and back, by the player's buttons or in strides of several steps. Looks at each
 * state, at what is drawn, and at the counter of leaves beside the drawing.
 */
function walk(stride) {
  return page.evaluate(async (stride) => {
    const theatre = window.nullwindowTheatre;
    const { stage } = theatre;
    const last = stage.steps.length;
    const flags = ["here", "cut", "open", "in-max", "in-min", "in-both"];
    const drawn = () => [...document.querySelectorAll(".scene [data-node]")]
      .map(({ dataset, classList }) => [Number(dataset.node), ...flags.filter((flag) => classList.contains(flag))])
      .sort(([a], [b]) => a - b)
      .join(" ");
    const leaves = () => [...document.querySelectorAll(".counters dt")].find((term) => term.textContent === "leaves").nextSibling.textContent;
    const seen = [];
    const look = async () => {
      await null; // the page renders in a microtask; without a pause there is nothing to paint, which takes most of the time
      seen.push({ state: JSON.parse(JSON.stringify(theatre.state())), drawn: drawn(), leaves: leaves() });
    };
    const button = (label) => document.querySelector(`.controls button[aria-label="${label}"]`);
    const forward = () => (stride === 1 ? button("Step forward").click() : theatre.goto(theatre.step() + stride));
    const back = () => (stride === 1 ? button("Step back").click() : theatre.goto(theatre.step() - stride));
    await look();
    // Bounded, so that a control that does nothing fails the test instead of hanging it.
    for (let i = 0; i < last && theatre.step() < last; i++) {
      forward();
      await look();
    }
    for (let i = 0; i < last && theatre.step() > 0; i++) {
      back();
      await look();
    }
    return { last, at: theatre.step(), leaves: stage.all_leaves, nodes: stage.steps.map((step) => step.node), seen };
  }, stride);
}

/** What the drawing of a state must show, in the form of `walk`. */
function drawingOf({ nodes }, here) {
  return nodes.map((view, node) => [
    node,
    ...(node === here ? ["here"] : []),
    ...(view.cut ? ["cut"] : []),
    ...(view.live === undefined ? [] : ["open"]),
    ...(view.max && view.min ? ["in-both"] : view.max ? ["in-max"] : view.min ? ["in-min"] : []),
  ]).join(" ");
}

async function compareWithReplay(tree, fields, algorithm, stride) {
  await show({ ...fields, a: algorithm });
  const { last, at, leaves, nodes, seen } = await walk(stride);
  assert.ok(last > 10, `only ${last} steps`);
  assert.equal(at, 0, "the way back ends at the start");
  const wanted = [...new Set(seen.map(({ state }) => state.step))];
  assert.ok(wanted.includes(last), "the way forward ends at the end");
  assert.equal(seen.length, 2 * Math.ceil(last / stride) + 1);
  const replies = await ask(page, wanted.map((step) => ({ type: "tree-state", tree, algorithm, step })));
  const replay = new Map(wanted.map((step, i) => [step, replies[i]]));
  for (const { state, drawn, leaves: written } of seen) {
    const { id, type, last: _, ...truth } = replay.get(state.step);
    assert.equal(type, "tree-state", JSON.stringify(truth));
    // Algorithms without an OPEN list have none to show.
    assert.deepEqual({ ...state, open: state.open ?? [] }, truth, `${algorithm}, state ${state.step}`);
    assert.equal(drawn, drawingOf(truth, nodes[state.step - 1]), `${algorithm}, drawing of state ${state.step}`);
    assert.equal(written, `${truth.leaves} of ${leaves}`);
  }
}

describe("every state forward and back is the library's own", () => {
  for (const algorithm of ["alphabeta", "mtd+inf", "sss*", "mtd-f", "ps*(2)"]) {
    test(`${algorithm} on Pearl's tree`, () => compareWithReplay({ name: "pearl" }, { tree: "pearl" }, algorithm, 1));
  }
  test("mtd+inf on a uniform tree", () =>
    compareWithReplay({ kind: "uniform", size: "3x5", seed: 7 }, { kind: "uniform", size: "3x5", seed: "7" }, "mtd+inf", 7));
});

test("keys move, jump and play", async () => {
  await show({ tree: "pearl", a: "mtd+inf" });
  const last = await steps();
  await press("ArrowRight");
  await press("ArrowRight");
  await press("ArrowLeft");
  assert.equal(await step(), 1);
  await press("End");
  assert.equal(await step(), last);
  await press("Home");
  assert.equal(await step(), 0);
  const { stage } = await page.evaluate(() => ({ stage: window.nullwindowTheatre.stage }));
  await press("l");
  assert.equal(await step(), stage.steps.findIndex((step) => step.visits > 0) + 1);
  await press("c");
  const cutoff = await step();
  assert.ok(stage.steps[cutoff - 1].changes.some((change) => change.after.cut) || stage.steps[cutoff - 1].event === "cutoff");
  await press("End");
  await press("Shift+P");
  assert.equal(await step(), stage.passes.at(-1).first_step + 1);
  await press("Home");
  await press("Space");
  await until(step, (at) => at >= 2, { what: "the search to play" });
  await press("Space");
  const paused = await step();
  await page.waitForTimeout(700);
  assert.equal(await step(), paused, "paused");
});

test("the address restores the step and the settings", async () => {
  await show({ tree: "pearl", a: "mtd-f", guess: "5" });
  for (let i = 0; i < 9; i++) await press("ArrowRight");
  await until(() => page.url(), (url) => url.includes("step=9"), { what: "the step in the address" });
  const before = await page.evaluate(() => JSON.stringify(window.nullwindowTheatre.state()));
  await page.reload();
  await page.waitForFunction(() => window.nullwindowTheatre);
  assert.equal(await step(), 9);
  assert.equal(await page.evaluate(() => JSON.stringify(window.nullwindowTheatre.state())), before);
  assert.equal(await page.getByLabel("First guess").inputValue(), "5");
  assert.equal(await page.getByLabel("Algorithm", { exact: true }).inputValue(), "mtd-f");
});

test("SSS* beside MTD(+inf) visits the same leaves at the same moments", async () => {
  await show({ tree: "pearl", a: "sss*", b: "mtd+inf" });
  const rows = await page.evaluate(async () => {
    const text = (pane) => [...pane.querySelectorAll(".counters dt")].find((term) => term.textContent === "leaves").nextSibling.textContent;
    const forward = document.querySelector('.controls button[aria-label="Step forward"]');
    const rows = [];
    while (!forward.disabled) {
      forward.click();
      await new Promise((resolve) => setTimeout(resolve));
      rows.push([...document.querySelectorAll(".pane")].map(text));
    }
    return rows;
  });
  assert.ok(rows.length > 30);
  for (const [i, [left, right]] of rows.entries()) assert.equal(left, right, `moment ${i + 1}`);
  const { leaves } = await page.evaluate(() => window.nullwindowTheatre.stage);
  assert.match(rows.at(-1)[0], new RegExp(`^${leaves} of `));
  assert.match(await page.locator(".comparison .verdict").textContent(), new RegExp(`^Both visited the same ${leaves} leaves in the same order`));
  const [left, right] = await page.locator(".comparison td").allTextContents();
  assert.equal(left, right);
});

test("a wrong tree shows its message beside the field", async () => {
  await show({ text: "((41 5) (12 90))", a: "alphabeta" });
  const field = page.getByLabel(/^Tree as text/);
  await field.fill("((41 5) (12 x))");
  await field.blur();
  const message = page.locator(".field.wide .error");
  await message.waitFor();
  assert.match(await message.textContent(), /x/);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await field.getAttribute("aria-describedby"), await message.getAttribute("id"));
  await field.fill("((41 5) (12 91))");
  await field.blur();
  await message.waitFor({ state: "detached" });
  await page.waitForFunction(() => window.nullwindowTheatre?.stage.position.includes("91"));
});

test("drawing and trace are exported as files", async () => {
  await show({ tree: "pearl", a: "sss*" });
  await press("End");
  const file = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await file("Export SVG");
  assert.match(svg.name, /\.svg$/);
  const drawing = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return { root: parsed.documentElement.tagName, nodes: parsed.querySelectorAll(".node").length, text: parsed.documentElement.textContent };
  }, String(svg.bytes));
  assert.equal(drawing.root, "svg");
  assert.equal(drawing.nodes, await page.locator(".scene [data-node]").count());
  assert.doesNotMatch(drawing.text, /var\(--/, "the file needs no style of the page");
  const png = await file("Export PNG");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  const trace = await file("Export trace");
  const lines = String(trace.bytes).trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(lines.length > 20);
});
