// The laboratory: its experiments, how far each is measured, and its report. The server knows them;
// the page without a server says so.

import { useEffect, useState } from "preact/hooks";
import { useHello } from "../hello";
import "./lab.css";

interface Experiment {
  name: string;
  title: string;
  sources?: string;
  quick_searches?: number;
  quick_measured?: number;
  full_searches?: number;
  full_measured?: number;
}

interface LabReply {
  experiments: Experiment[];
  database: string | null;
  running?: boolean;
  error?: string | null;
}

const POLL = 2000;

export function Laboratory() {
  const hello = useHello();
  const [lab, setLab] = useState<LabReply | null>(null);
  const [problem, setProblem] = useState("");
  const served = hello?.native ?? false;

  useEffect(() => {
    if (!served) return;
    let timer = 0;
    let gone = false;
    const poll = async () => {
      try {
        const response = await fetch("api/lab");
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        const reply = (await response.json()) as LabReply;
        if (gone) return;
        setLab(reply);
        setProblem("");
      } catch (error) {
        if (!gone) setProblem(error instanceof Error ? error.message : String(error));
      }
      if (!gone) timer = window.setTimeout(poll, POLL);
    };
    void poll();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [served]);

  return (
    <div class="lab">
      <h1>Laboratory</h1>
      <p>The laboratory repeats the papers' measurements with this engine: leaves, nodes, time and memory of the algorithms on real games and on synthetic trees.</p>
      {!hello && <p class="note" role="status">Waiting for the engine…</p>}
      {hello && !served && <Offline />}
      {problem && <p class="error" role="alert">The experiments cannot be read: {problem}.</p>}
      {lab && <Experiments lab={lab} />}
    </div>
  );
}

function Offline() {
  return (
    <div class="panel">
      <p>This page runs without a server, so it has no experiments to show. Their measurements are kept in a database beside the program:</p>
      <pre>nullwindow lab run --quick{"\n"}nullwindow serve</pre>
      <p>Then open this page at the address that <code>serve</code> prints.</p>
    </div>
  );
}

function Experiments({ lab }: { lab: LabReply }) {
  const measured = lab.experiments.some((experiment) => (experiment.quick_measured ?? 0) + (experiment.full_measured ?? 0) > 0);
  return (
    <>
      <p role="status" class={lab.running ? "running" : "note"}>
        {lab.running ? "A run is in progress. This page follows it." : "No run is in progress."}
        {lab.database ? <> Database: <code>{lab.database}</code>.</> : " There is no database yet."}
      </p>
      {lab.error && <p class="error" role="alert">{lab.error}</p>}
      <p>
        {measured
          ? <a class="button primary" href="lab/report">Open the report</a>
          : <>Nothing is measured yet. <code>nullwindow lab run --quick</code> measures the small version of every experiment.</>}
      </p>
      <div class="panel scroll">
        <table class="experiments">
          <caption class="hidden">Experiments</caption>
          <thead>
            <tr><th scope="col">Experiment</th><th scope="col">Quick</th><th scope="col">Full</th></tr>
          </thead>
          <tbody>
            {lab.experiments.map((experiment) => (
              <tr key={experiment.name}>
                <th scope="row">{experiment.title} <code>{experiment.name}</code><small>{experiment.sources}</small></th>
                <td><Progress name={`${experiment.title}, quick`} done={experiment.quick_measured} all={experiment.quick_searches} /></td>
                <td><Progress name={`${experiment.title}, full`} done={experiment.full_measured} all={experiment.full_searches} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Progress({ name, done = 0, all = 0 }: { name: string; done?: number; all?: number }) {
  if (all === 0) return <span class="note">none</span>;
  return (
    <span class="progress">
      <progress value={done} max={all} aria-label={name} />
      <span>{done} / {all}</span>
    </span>
  );
}
