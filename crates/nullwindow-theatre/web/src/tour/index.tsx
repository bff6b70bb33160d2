// The guided tour: ten steps, each with a small theatre and an exercise.

import { useCallback, useEffect, useState } from "preact/hooks";
import { useRoute } from "../router";
import { usePlayerKeys } from "../tree/controls";
import { Help } from "../tree/help";
import { Show } from "../tree/show";
import { explain, requestStage } from "../tree/stages";
import { ExerciseBox } from "./exercise";
import { MiniTheatre } from "./mini";
import { STEPS } from "./steps";
import "../tree/tree.css";
import "./tour.css";

const KEY = "nullwindow-tour";

export function Tour() {
  const route = useRoute();
  const index = Math.max(0, Math.min(STEPS.length - 1, (parseInt(route.rest, 10) || 1) - 1));
  const [solved, setSolved] = useState(readSolved);
  const solve = (step: number) => setSolved((old) => {
    const next = new Set(old).add(step);
    writeSolved(next);
    return next;
  });
  return (
    <div class="tour">
      <nav aria-label="Steps of the tour">
        <ol>
          {STEPS.map((step, i) => (
            <li key={i}>
              <a href={`#/tour/${i + 1}`} aria-current={i === index ? "step" : undefined}>
                <span class="number" aria-hidden="true">{solved.has(i) ? "✓" : i + 1}</span>
                <span class="name">{step.title}{solved.has(i) && <span class="hidden">, solved</span>}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <Step key={index} index={index} onSolved={() => solve(index)} solved={solved.has(index)} />
    </div>
  );
}

function Step({ index, solved, onSolved }: { index: number; solved: boolean; onSolved: () => void }) {
  const step = STEPS[index]!;
  const [show, setShow] = useState<Show | null>(null);
  const [problem, setProblem] = useState("");
  const [picked, setPicked] = useState<{ node: number } | null>(null);
  const [help, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  usePlayerKeys(show, openHelp);
  useEffect(() => {
    let gone = false;
    const requests = step.searches.map(({ algorithm, guess }, i) =>
      requestStage({ tree: step.tree, algorithm, guess: guess ?? null }, i === 0 ? "left" : "right"));
    Promise.all(requests).then(
      (stages) => gone || setShow(new Show(stages)),
      (error) => gone || setProblem(explain(error).message),
    );
    return () => void (gone = true);
  }, [step]);
  const asksForNode = step.exercise.kind === "node";
  return (
    <article class={step.searches.length > 1 ? "lesson wide" : "lesson"}>
      <div class="teaching">
        <p class="note">Step {index + 1} of {STEPS.length}</p>
        <h1>{step.title}</h1>
        {step.text()}
        {show && <ExerciseBox exercise={step.exercise} show={show} picked={picked} onSolved={onSolved} />}
        <div class="row turn">
          {index > 0 && <a class="button" href={`#/tour/${index}`}>‹ Back</a>}
          {index + 1 < STEPS.length && <a class={solved ? "button primary" : "button"} href={`#/tour/${index + 2}`}>Next ›</a>}
        </div>
      </div>
      <div class="demonstration">
        {problem && <p class="error" role="alert">{problem}</p>}
        {show ? <MiniTheatre show={show} onPick={asksForNode ? (node) => setPicked({ node }) : undefined} /> : !problem && <p class="note" role="status">Waiting for the engine…</p>}
      </div>
      <Help open={help} onClose={() => setHelp(false)} />
    </article>
  );
}

function readSolved(): Set<number> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]") as number[]);
  } catch {
    return new Set();
  }
}

function writeSolved(solved: Set<number>) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved]));
  } catch {
    // Storage can be forbidden: the marks then last until the page is left.
  }
}
