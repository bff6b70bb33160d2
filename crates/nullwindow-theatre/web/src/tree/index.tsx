// The tree theatre: choose a tree and one or two algorithms, and watch every step.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useHello } from "../hello";
import type { Stage } from "../protocol";
import { replaceAddress, useRoute } from "../router";
import { Button } from "../ui";
import { BoundsChart } from "./bounds";
import { Comparison } from "./compare";
import { Controls, usePlayerKeys } from "./controls";
import { download, drawingAsPng, drawingAsSvg, trace } from "./export";
import { Help, Legend } from "./help";
import { algorithmTitle } from "./labels";
import { Pane } from "./pane";
import type { Scene } from "./scene";
import { guessOf, KINDS, readSettings, readToggles, treeOf, writeSettings, type Settings } from "./settings";
import { Setup, type SetupErrors } from "./setup";
import { Show, useShow } from "./show";
import { explain, requestStage, type StageRequest } from "./stages";
import "./tree.css";

declare global {
  interface Window {
    /** For tests: the first search, its state and the means to move. */
    nullwindowTheatre?: { stage: Stage; state(): unknown; goto(moment: number): void; step(): number };
  }
}

/** Writing the address more often makes browsers refuse it. */
const ADDRESS_DELAY = 300;

export function TreeTheatre() {
  const hello = useHello();
  const route = useRoute();
  const [settings, setSettings] = useState(() => readSettings(route.params));
  const [toggles, setToggles] = useState(() => readToggles(route.params));
  const [errors, setErrors] = useState<SetupErrors>({});
  const [show, setShow] = useState<Show | null>(null);
  const [help, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  const start = useRef(Number(route.params.get("step")) || 0);

  // The user followed a link or changed the address by hand.
  useEffect(() => {
    start.current = Number(route.params.get("step")) || 0;
    setSettings(readSettings(route.params));
    setToggles(readToggles(route.params));
  }, [route]);

  useEffect(() => {
    let gone = false;
    load(settings).then(
      (stages) => {
        if (gone) return;
        const next = new Show(stages);
        next.goto(start.current);
        setErrors({});
        setShow(next);
      },
      (problems: SetupErrors) => gone || setErrors(problems),
    );
    return () => void (gone = true);
  }, [settings]);

  useEffect(() => {
    if (!show) return;
    const player = show.players[0]!;
    window.nullwindowTheatre = {
      stage: player.stage,
      state: () => player.state(),
      goto: (moment) => show.goto(moment),
      step: () => show.at,
    };
    return () => {
      show.pause();
      delete window.nullwindowTheatre;
    };
  }, [show]);

  useAddress(settings, toggles, show);
  usePlayerKeys(show, openHelp);

  const change = (next: Settings) => {
    const sameTree = JSON.stringify(treeOf(next)) === JSON.stringify(treeOf(settings));
    start.current = 0;
    if (!sameTree) setToggles(new Set());
    setSettings(next);
  };
  const toggle = useCallback((node: number) => setToggles((old) => {
    const next = new Set(old);
    if (!next.delete(node)) next.add(node);
    return next;
  }), []);

  if (!hello) return <p class="note" role="status">Waiting for the engine…</p>;
  const title = (name: string) => algorithmTitle(hello.algorithms, name);
  return (
    <div class="tree-theatre">
      <h1 class="hidden">Tree theatre</h1>
      <Setup hello={hello} settings={settings} errors={errors} onChange={change} />
      {show && <Performance key={show.id} show={show} settings={settings} toggles={toggles} onToggle={toggle} onHelp={openHelp}
        titles={show.stages.map((stage) => title(stage.algorithm))} />}
      {show && <BoundsPanel hello={hello} show={show} settings={settings} />}
      <Help open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

interface PerformanceProps {
  show: Show;
  settings: Settings;
  titles: string[];
  toggles: Set<number>;
  onToggle: (node: number) => void;
  onHelp: () => void;
}

function Performance({ show, settings, titles, toggles, onToggle, onHelp }: PerformanceProps) {
  const drawings = useRef<{ svg: SVGSVGElement; scene: Scene }[]>([]);
  const two = show.players.length > 1;
  const names = two ? titles.map((title, i) => `${i === 0 ? "Left" : "Right"}: ${title}`) : titles;
  return (
    <>
      <div class="panel deck"><Controls show={show} onHelp={onHelp} /></div>
      <Announcer show={show} />
      <div class={two ? "panes two" : "panes"}>
        {show.players.map((_, i) => (
          <Pane key={i} show={show} index={i} title={names[i]!} toggles={toggles} onToggle={onToggle}
            onReady={(svg, scene) => (drawings.current[i] = { svg, scene })} />
        ))}
      </div>
      <details class="panel"><summary>How the drawing is read</summary><Legend /></details>
      {two && <Comparison show={show} titles={titles} />}
      <Exports settings={settings} drawings={drawings.current} />
    </>
  );
}

/** Tells screen readers about a step; not while the search plays, when each would interrupt the last. */
function Announcer({ show }: { show: Show }) {
  useShow(show);
  const text = show.players.map(({ step, stage }) => (step ? `${stage.nodes[step.node]!.name}: ${step.text}` : "start")).join("; ");
  return <p class="hidden" role="status" aria-live="polite">{show.playing ? "" : text}</p>;
}

function Exports({ settings, drawings }: { settings: Settings; drawings: { svg: SVGSVGElement; scene: Scene }[] }) {
  const [problem, setProblem] = useState("");
  const requests = requestsOf(settings);
  const run = (work: (drawing: { svg: SVGSVGElement; scene: Scene }, name: string, request: StageRequest) => Promise<void> | void) => async () => {
    setProblem("");
    try {
      for (const [i, request] of requests.entries()) {
        await work(drawings[i]!, `nullwindow-${request.algorithm.replace(/[^\w+-]/g, "_")}`, request);
      }
    } catch (error) {
      setProblem(explain(error).message);
    }
  };
  return (
    <div class="row exports" role="group" aria-label="Export">
      <Button onClick={run(({ svg, scene }, name) => download(`${name}.svg`, drawingAsSvg(svg, scene.box), "image/svg+xml"))}>Export SVG</Button>
      <Button onClick={run(async ({ svg, scene }, name) => download(`${name}.png`, await drawingAsPng(svg, scene.box)))}>Export PNG</Button>
      <Button onClick={run(async (_, name, request) => download(`${name}.jsonl`, await trace(request), "application/jsonl"))}>Export trace</Button>
      {problem && <p class="error" role="alert">{problem}</p>}
    </div>
  );
}

function BoundsPanel({ hello, show, settings }: { hello: Parameters<typeof BoundsChart>[0]["hello"]; show: Show; settings: Settings }) {
  useShow(show);
  const tree = useMemo(() => treeOf(settings), [settings]);
  return <BoundsChart hello={hello} tree={tree} shown={show.stages} call={show.players[0]!.pass + 1} />;
}

function requestsOf(settings: Settings): StageRequest[] {
  const tree = treeOf(settings);
  const requests = [{ tree, algorithm: settings.a, guess: guessOf(settings.guess) }];
  if (settings.b) requests.push({ tree, algorithm: settings.b, guess: guessOf(settings.guessB) });
  return requests;
}

/** Asks for the searches. Rejects with the errors by field. */
async function load(settings: Settings): Promise<Stage[]> {
  if (KINDS.includes(settings.kind) && !(/^\d+$/.test(settings.seed) && Number.isSafeInteger(Number(settings.seed)))) {
    throw { seed: "the seed is a whole number, 0 or more" } satisfies SetupErrors;
  }
  for (const field of ["guess", "guessB"] as const) {
    try {
      guessOf(settings[field]);
    } catch (error) {
      throw { [field]: explain(error).message } satisfies SetupErrors;
    }
  }
  const work = requestsOf(settings).map(async (request, i) => {
    try {
      return await requestStage(request, i === 0 ? "left" : "right");
    } catch (error) {
      const { field, message } = explain(error);
      if (field === "algorithm") throw i === 0 ? { a: message } : { b: message };
      if (field === "guess") throw i === 0 ? { guess: message } : { guessB: message };
      if (field === "seed") throw { seed: message };
      throw field === "tree" || field === "size" ? { tree: message } : { other: message };
    }
  });
  return Promise.all(work);
}

/** Keeps the address up to date with what is shown. */
function useAddress(settings: Settings, toggles: Set<number>, show: Show | null) {
  useEffect(() => {
    if (!show) return;
    let timer = 0;
    const write = () => replaceAddress(writeSettings(settings, show.at, toggles));
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(write, ADDRESS_DELAY);
    };
    later();
    const stop = show.subscribe(later);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [settings, toggles, show]);
}
