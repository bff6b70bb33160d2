// The form: which tree, which algorithms.

import { useEffect, useState } from "preact/hooks";
import type { AlgorithmInfo, Hello } from "../protocol";
import { Button, Field, Select } from "../ui";
import { algorithmTitle } from "./labels";
import { KINDS, type Settings } from "./settings";

export interface SetupErrors {
  tree?: string;
  seed?: string;
  a?: string;
  b?: string;
  guess?: string;
  guessB?: string;
  other?: string;
}

interface SetupProps {
  hello: Hello;
  settings: Settings;
  errors: SetupErrors;
  onChange: (settings: Settings) => void;
}

export function Setup({ hello, settings, errors, onChange }: SetupProps) {
  // What is typed counts only when it is committed: a half-written tree is not an error yet.
  const [draft, setDraft] = useState(settings);
  useEffect(() => setDraft(settings), [settings]);
  const edit = (part: Partial<Settings>) => setDraft({ ...draft, ...part });
  const commit = (part: Partial<Settings> = {}) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (JSON.stringify(next) !== JSON.stringify(settings)) onChange(next);
  };
  const trees = [
    ...hello.trees.map((tree) => ({ value: `name:${tree.name}`, title: tree.title, group: "From the papers" })),
    { value: "text", title: "A tree as text", group: "Own" },
    ...KINDS.map((kind) => ({ value: kind, title: `Random, ${kind}`, group: "Generated" })),
  ];
  const choose = (value: string) =>
    value.startsWith("name:") ? commit({ kind: "name", name: value.slice(5) }) : commit({ kind: value });
  const algorithms = hello.algorithms.map((algorithm) => ({ value: algorithm.name, title: algorithmTitle(hello.algorithms, algorithm.name) }));
  const info = (name: string) => hello.algorithms.find((algorithm) => algorithm.name === name);
  const generated = KINDS.includes(draft.kind);
  return (
    <form class="tree-setup panel" aria-label="Tree and algorithms" onSubmit={(event) => { event.preventDefault(); commit(); }}>
      <div class="row">
        <Select label="Tree" value={draft.kind === "name" ? `name:${draft.name}` : draft.kind} options={trees} onChange={choose}
          error={draft.kind === "name" ? errors.tree : null} />
        {generated && <>
          <Field narrow label="Width x depth" value={draft.size} onInput={(size) => edit({ size })} onCommit={(size) => commit({ size })} error={errors.tree} />
          <Field narrow label="Seed" inputMode="numeric" value={draft.seed} onInput={(seed) => edit({ seed })} onCommit={(seed) => commit({ seed })} error={errors.seed} />
          <Button label="Next seed" onClick={() => commit({ seed: String((Number(draft.seed) || 0) + 1) })}>Next</Button>
        </>}
        {draft.kind === "text" && (
          <Field wide label="Tree as text: a leaf is its value, sons stand in parentheses" value={draft.text} rows={draft.text.length > 90 ? 3 : 1}
            onInput={(text) => edit({ text })} onCommit={(text) => commit({ text })} error={errors.tree} />
        )}
      </div>
      <div class="row">
        <Select label="Algorithm" value={draft.a} options={algorithms} onChange={(a) => commit({ a })} error={errors.a} />
        <Guess info={info(draft.a)} value={draft.guess} error={errors.guess}
          onInput={(guess) => edit({ guess })} onCommit={(guess) => commit({ guess })} />
        <Select label="Beside it" value={draft.b} options={[{ value: "", title: "nothing" }, ...algorithms]} onChange={(b) => commit({ b })} error={errors.b} />
        <Guess info={info(draft.b)} value={draft.guessB} error={errors.guessB}
          onInput={(guessB) => edit({ guessB })} onCommit={(guessB) => commit({ guessB })} />
      </div>
      {errors.other && <p class="error" role="alert">{errors.other}</p>}
    </form>
  );
}

interface GuessProps {
  info: AlgorithmInfo | undefined;
  value: string;
  error?: string;
  onInput: (value: string) => void;
  onCommit: (value: string) => void;
}

function Guess({ info, value, error, onInput, onCommit }: GuessProps) {
  if (!info?.takes_guess) return null;
  return <Field narrow label="First guess" value={value} inputMode="numeric" placeholder="0" onInput={onInput} onCommit={onCommit} error={error} />;
}
