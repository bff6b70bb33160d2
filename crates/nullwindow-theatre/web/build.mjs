// Builds the page into dist/. The same sources and package-lock.json always give the same bytes,
// so that the bundle in the repository can be compared with a fresh one.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = resolve(here, process.argv[2] ?? "dist");

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", worker: "src/worker.ts" },
  outdir: dist,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none", // LICENSES.txt holds the texts in full
  metafile: true,
  logLevel: "warning",
});

await copyFile(join(here, "src/index.html"), join(dist, "index.html"));
await writeFile(join(dist, "engine.json"), '{"engine":"server"}\n');
await writeFile(join(dist, "LICENSES.txt"), await licences(result.metafile));

let total = 0;
for (const name of (await readdir(dist)).sort()) {
  const bytes = await readFile(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  total += packed;
  console.log(`${name.padEnd(14)} ${String(bytes.length).padStart(8)} bytes ${String(packed).padStart(8)} gzipped`);
}
console.log(`${"total".padEnd(14)} ${"".padStart(8)}       ${String(total).padStart(8)} gzipped`);

// Returns the licence texts of the packages that the bundle contains, by name.
async function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[1]);
  }
  const parts = ["The page contains these packages.\n"];
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    const text = (await readFile(join(folder, file), "utf8")).trim();
    parts.push(`${"=".repeat(72)}\n${name} ${about.version} (${about.license})\n\n${text}\n`);
  }
  return parts.join("\n");
}
