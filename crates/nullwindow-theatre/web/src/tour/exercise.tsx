// Exercises that check themselves. The right answers come from the searches on the page, so they
// stay right when a tree is changed.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Stage, TreeSource } from "../protocol";
import { guessOf } from "../tree/settings";
import { useShow, type Show } from "../tree/show";
import { explain, requestStage } from "../tree/stages";
import { Button, Field } from "../ui";

export interface Verdict {
  right: boolean;
  words: ComponentChildren;
}

export type Exercise =
  | { kind: "number"; ask: (stages: Stage[]) => string; judge: (given: number, stages: Stage[]) => Verdict }
  | { kind: "choice"; ask: (stages: Stage[]) => string; options: (stages: Stage[]) => string[]; judge: (given: string, stages: Stage[]) => Verdict }
  | { kind: "node"; ask: (stages: Stage[]) => string; at: (stages: Stage[]) => number; options: (stages: Stage[]) => number[]; judge: (given: number, stages: Stage[]) => Verdict }
  | { kind: "guess"; ask: () => string; tree: TreeSource; judge: (stage: Stage) => Verdict };

interface ExerciseProps {
  exercise: Exercise;
  show: Show;
  /** A node that was clicked in the drawing. */
  picked: { node: number } | null;
  onSolved: () => void;
}

export function ExerciseBox({ exercise, show, picked, onSolved }: ExerciseProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const judge = (result: Verdict) => {
    setVerdict(result);
    if (result.right) onSolved();
  };
  return (
    <section class="panel exercise" aria-labelledby="exercise">
      <h2 id="exercise">Exercise</h2>
      <p>{exercise.ask(show.stages)}</p>
      {exercise.kind === "number" && <NumberAnswer onAnswer={(given) => judge(exercise.judge(given, show.stages))} />}
      {exercise.kind === "choice" && <Choices options={exercise.options(show.stages)} onAnswer={(given) => judge(exercise.judge(given, show.stages))} />}
      {exercise.kind === "node" && <NodeAnswer exercise={exercise} show={show} picked={picked} onAnswer={(given) => judge(exercise.judge(given, show.stages))} />}
      {exercise.kind === "guess" && <GuessAnswer exercise={exercise} onAnswer={judge} />}
      <div role="status" aria-live="polite">
        {verdict && <p class={verdict.right ? "answer right" : "answer wrong"}><b>{verdict.right ? "Right." : "Not yet."}</b> {verdict.words}</p>}
      </div>
    </section>
  );
}

function NumberAnswer({ onAnswer }: { onAnswer: (given: number) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const check = () => {
    const value = Number(text.trim().replace("−", "-"));
    if (text.trim() === "" || !Number.isInteger(value)) return setError("a whole number, please");
    setError(null);
    onAnswer(value);
  };
  return (
    <form class="row" onSubmit={(event) => { event.preventDefault(); check(); }}>
      <Field narrow label="Your answer" value={text} inputMode="numeric" onInput={setText} error={error} />
      <Button type="submit" kind="primary">Check</Button>
    </form>
  );
}

function Choices({ options, onAnswer }: { options: string[]; onAnswer: (given: string) => void }) {
  return <div class="toolbar">{options.map((option) => <Button key={option} onClick={() => onAnswer(option)}>{option}</Button>)}</div>;
}

function NodeAnswer({ exercise, show, picked, onAnswer }: {
  exercise: Extract<Exercise, { kind: "node" }>;
  show: Show;
  picked: { node: number } | null;
  onAnswer: (given: number) => void;
}) {
  useShow(show);
  const moment = exercise.at(show.stages);
  const nodes = show.stages[0]!.nodes;
  useEffect(() => show.goto(moment), [show, moment]);
  useEffect(() => {
    if (picked) onAnswer(picked.node);
  }, [picked]);
  return (
    <>
      <p class="note">Click the node in the drawing, or choose it here.</p>
      <div class="toolbar">
        {exercise.options(show.stages).map((node) => (
          <Button key={node} onClick={() => onAnswer(node)}>{nodes[node]!.kind === "leaf" ? `${nodes[node]!.name} = ${nodes[node]!.value}` : nodes[node]!.name}</Button>
        ))}
        {show.at !== moment && <Button kind="plain" onClick={() => show.goto(moment)}>Back to the question</Button>}
      </div>
    </>
  );
}

interface Attempt {
  guess: number;
  passes: number;
  leaves: number;
}

function GuessAnswer({ exercise, onAnswer }: { exercise: Extract<Exercise, { kind: "guess" }>; onAnswer: (verdict: Verdict) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [attempts, setAttempts] = useState<Attempt[]>([]);
  const check = async () => {
    try {
      const guess = guessOf(text);
      if (guess === null) return setError("a whole number, please");
      const stage = await requestStage({ tree: exercise.tree, algorithm: "mtd-f", guess });
      setError(null);
      setAttempts((old) => [{ guess, passes: stage.passes.length, leaves: stage.leaves }, ...old.filter((attempt) => attempt.guess !== guess)]);
      onAnswer(exercise.judge(stage));
    } catch (problem) {
      setError(explain(problem).message);
    }
  };
  return (
    <>
      <form class="row" onSubmit={(event) => { event.preventDefault(); void check(); }}>
        <Field narrow label="First guess" value={text} inputMode="numeric" onInput={setText} error={error} />
        <Button type="submit" kind="primary">Search</Button>
      </form>
      {attempts.length > 0 && (
        <table class="attempts">
          <caption class="hidden">Your guesses</caption>
          <thead><tr><th scope="col">guess</th><th scope="col">passes</th><th scope="col">leaves</th></tr></thead>
          <tbody>{attempts.map((attempt) => <tr key={attempt.guess}><td>{attempt.guess}</td><td>{attempt.passes}</td><td>{attempt.leaves}</td></tr>)}</tbody>
        </table>
      )}
    </>
  );
}
