// The page as the server delivers it: security, reconnection, speed, and quality at all sizes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { after, before, describe, test } from "node:test";
import { board, openPage, startBrowser, startServer, until } from "./lib.mjs";

let server, browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a request with headers that a browser would not let a page choose. */
function get(path, headers = {}, { port } = server) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, type: response.headers["content-type"], text }));
    });
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode });
    });
    sent.on("error", reject);
    sent.end();
  });
}

const upgrade = (headers = {}) => get("/api/engine", {
  Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", ...headers,
});

const VIEWS = {
  tree: "#/tree?tree=pearl&a=mtd%2Binf&step=20",
  "two searches": "#/tree?tree=pearl&a=sss*&b=mtd%2Binf&step=20",
  chess: "#/board?game=chess&moves=e4+e5&a=mtd-f,3d,full,all&on=a",
  "two engines": "#/board?game=othello&moves=f5&a=mtd-f,4d,full,best&b=negascout,4d,full,best&on=ab",
  "connect4, play": "#/board?game=connect4&moves=4+4&tool=play",
  "checkers, judge": "#/board?game=checkers&moves=11-15&tool=judge",
  "upper tree": "#/board?game=chess&tool=tree",
  "set up": "#/board?game=chess&tool=setup",
  nim: "#/board?game=nim",
  tour: "#/tour/3",
  laboratory: "#/lab",
};

/** Goes to a view inside the page and waits until it shows its content. */
async function view(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  const ready = page.waitForFunction((hash) => {
    if (hash.startsWith("#/tree")) return window.nullwindowTheatre && document.querySelector(".counters");
    if (hash.startsWith("#/lab")) return document.querySelector(".lab :is(table, pre, li)");
    if (hash.startsWith("#/tour")) return document.querySelector("main h1, main h2");
    const state = window.nullwindowBoard?.state();
    // By the words on the page, which follow the state a moment later.
    const ended = [...document.querySelectorAll(".engine .state")].filter((words) => words.textContent === "Finished.").length;
    const analysed = ended === (/on=(\w+)/.exec(hash)?.[1].length ?? 0);
    return state?.settled && analysed && !state.busy && hash.includes(`game=${state.game}`);
  }, hash);
  await ready.catch(async (error) => {
    throw new Error(`${hash} is not ready: ${JSON.stringify(await page.evaluate(() => window.nullwindowBoard?.state()))}`, { cause: error });
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

describe("the server", () => {
  test("is healthy and says where it listens", async () => {
    assert.match(server.first, /http:\/\/127\.0\.0\.1:\d+\/$/);
    const { status, type, text } = await get("/api/health");
    assert.equal(status, 200);
    assert.match(type, /^application\/json/);
    assert.equal(JSON.parse(text).status, "ok");
  });

  test("stops on Ctrl-C", async () => {
    const other = await startServer();
    const start = Date.now();
    const { signal } = await other.stop();
    assert.equal(signal, null, "it ends by itself");
    assert.ok(Date.now() - start < 2000);
  });

  test("refuses a foreign Host", async () => {
    assert.equal((await get("/")).status, 200);
    assert.equal((await get("/", { Host: `localhost:${server.port}` })).status, 200);
    for (const path of ["/", "/api/health", "/api/lab"]) {
      const { status } = await get(path, { Host: "theatre.example" });
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
    }
    assert.notEqual((await upgrade({ Host: `theatre.example:${server.port}` })).status, 101);
  });

  test("refuses a foreign Origin", async () => {
    const own = `http://127.0.0.1:${server.port}`;
    assert.equal((await upgrade({ Origin: own })).status, 101);
    for (const origin of ["http://theatre.example", `https://127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port + 1}`, "null"]) {
      assert.notEqual((await upgrade({ Origin: origin })).status, 101, origin);
    }
  });

  test("cannot be driven by a page of another site", async () => {
    const site = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<title>another site</title>"));
    await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
    const page = await openPage(browser, `http://127.0.0.1:${site.address().port}/`);
    const seen = await page.evaluate(async (address) => ({
      socket: await new Promise((resolve) => {
        const socket = new WebSocket(`${address.replace("http", "ws")}api/engine`);
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("refused");
      }),
      health: await fetch(`${address}api/health`).then((reply) => reply.text(), () => "refused"),
    }), server.address);
    await page.context().close();
    site.close();
    assert.deepEqual(seen, { socket: "refused", health: "refused" });
  });

  test("stops a search whose page was closed within a second", async () => {
    const page = await openPage(browser, `${server.address}#/board?game=chess&a=mtd-f,60s,full,best&on=a`);
    await board(page, (state) => state.analysis.iterations.length >= 4);
    const ticks = async () => {
      const [, rest] = (await readFile(`/proc/${server.pid}/stat`, "utf8")).split(") ");
      const fields = rest.split(" ");
      return Number(fields[11]) + Number(fields[12]); // utime and stime, in hundredths of a second
    };
    const during = async (ms) => {
      const start = await ticks();
      await sleep(ms);
      return (await ticks()) - start;
    };
    assert.ok((await during(500)) >= 5, "it searches");
    await page.context().close();
    await sleep(1000);
    assert.ok((await during(500)) <= 1, "it still searches");
  });
});

test("the page reconnects after the server was stopped and started again", async () => {
  let own = await startServer();
  const page = await openPage(browser, `${own.address}#/board?game=othello&a=mtd-f,60s,full,best&on=a`);
  try {
    await board(page, (state) => state.analysis.iterations.length > 2);
    await own.stop();
    await page.locator(".lost").waitFor();
    own = await startServer({ port: own.port });
    await page.locator(".lost").waitFor({ state: "detached" });
    await board(page, ({ analysis }) => analysis.running && analysis.iterations.length > 2, { what: "the analysis to start again" });
    await page.locator('[data-cell="d3"]').click();
    assert.deepEqual((await board(page, (state) => state.settled && state.ply === 1)).moves, ["d3"]);
    const others = page.problems.filter((text) => !/WebSocket connection to .* failed/.test(text));
    assert.deepEqual(others, []);
  } finally {
    await page.context().close();
    await own.stop();
  }
});

test("the first paint takes less than a second", async () => {
  const paints = [];
  for (let i = 0; i < 3; i++) {
    const page = await openPage(browser, server.address);
    const paint = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    paints.push(await until(paint, (ms) => ms > 0));
    await page.context().close();
  }
  assert.ok(Math.min(...paints) < 1000, `${paints} ms`);
});

describe("all views", () => {
  test("load nothing from another host and log no errors", async () => {
    const page = await openPage(browser, server.address);
    for (const hash of Object.values(VIEWS)) await view(page, hash);
    const { host } = new URL(server.address);
    assert.ok(page.requested.some((url) => url.startsWith("ws:")), "the socket is among the requests");
    assert.deepEqual(page.requested.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== host), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`fit into 360 and 1600 pixels, ${colorScheme}`, async () => {
      const page = await openPage(browser, server.address, { colorScheme });
      const wide = [];
      for (const [name, hash] of Object.entries(VIEWS)) {
        for (const width of [360, 1600]) {
          await page.setViewportSize({ width, height: 800 });
          await view(page, hash);
          const needed = await page.evaluate(() => document.documentElement.scrollWidth);
          if (needed > width) wide.push(`${name} needs ${needed} of ${width} pixels`);
        }
      }
      assert.deepEqual(wide, []);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number));
      const bright = ground.reduce((sum, part) => sum + part) / 3;
      assert.ok(colorScheme === "dark" ? bright < 80 : bright > 200, `the ground is ${ground}`);
      await page.context().close();
    });
  }

  test("name everything that takes the focus", async () => {
    const page = await openPage(browser, server.address);
    const devtools = await page.context().newCDPSession(page);
    const nameless = [];
    for (const [name, hash] of Object.entries(VIEWS)) {
      await view(page, hash);
      const { nodes } = await devtools.send("Accessibility.getFullAXTree");
      const controls = nodes.filter((node) => !node.ignored && node.properties?.some(({ name, value }) => name === "focusable" && value.value)
        && !["RootWebArea", "main"].includes(node.role.value));
      assert.ok(controls.length > 6, `${name}: ${controls.length} controls`);
      nameless.push(...controls.filter((node) => !node.name?.value.trim()).map((node) => `${name}: ${node.role.value}`));
    }
    assert.deepEqual(nameless, []);
    await page.context().close();
  });

  test("let the Tab key reach every control and leave again", async () => {
    const page = await openPage(browser, server.address);
    for (const name of ["two searches", "chess", "tour", "laboratory"]) {
      await view(page, VIEWS[name]);
      const expected = await page.evaluate(() => {
        document.activeElement.blur();
        const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
          .filter((node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility({ visibilityProperty: true }) && !node.closest("dialog:not([open])"));
        controls.forEach((node, i) => (node.dataset.tab = i));
        return controls.map((node) => `${node.tagName} ${node.getAttribute("aria-label") ?? node.textContent.slice(0, 30)}`);
      });
      const reached = new Set();
      // Controls that appeared since, such as those of a tree that arrived late, lie on the way.
      for (let i = 0; i < expected.length + 100; i++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => (document.activeElement === document.body ? "left" : document.activeElement.dataset.tab));
        if (at === "left") break; // the focus went to the browser's own controls
        reached.add(Number(at));
      }
      assert.deepEqual(expected.filter((_, i) => !reached.has(i)), [], name);
    }
    await page.context().close();
  });
});
