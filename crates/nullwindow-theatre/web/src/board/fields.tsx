// Inputs of the tools: numbers that may be left empty, switches, and lines of moves.

import { useEffect, useId, useState } from "preact/hooks";
import { Select } from "../ui";
import type { Algorithm } from "./types";
import type { GameRecord } from "./model/record";

interface NumberFieldProps {
  label: string;
  value: number | null;
  min: number;
  max: number;
  step?: number;
  /** Shown in the empty field, which then means null; without it the field may not be empty. */
  empty?: string;
  onChange: (value: number | null) => void;
  error?: string | null;
}

export function NumberField({ label, value, min, max, step = 1, empty, onChange, error }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState(value === null ? "" : String(value));
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    setText(value === null ? "" : String(value));
    setWrong(null);
  }, [value]);
  const commit = () => {
    if (text.trim() === "" && empty !== undefined) {
      setWrong(null);
      return onChange(null);
    }
    const number = Number(text);
    const fits = text.trim() !== "" && number >= min && number <= max && (step !== 1 || Number.isInteger(number));
    setWrong(fits ? null : `a number from ${min} to ${max}`);
    if (fits) onChange(number);
  };
  const message = wrong ?? error;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id} type="number" inputMode="decimal" min={min} max={max} step={step} value={text} placeholder={empty}
        aria-invalid={!!message} aria-describedby={message ? `${id}-error` : undefined}
        onInput={(event) => setText(event.currentTarget.value)} onChange={commit}
      />
      {message && <p class="error" id={`${id}-error`} role="alert">{message}</p>}
    </div>
  );
}

export function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface AlgorithmSelectProps {
  algorithms: Algorithm[];
  value: string;
  onChange: (name: string) => void;
  error?: string | null;
}

export function AlgorithmSelect({ algorithms, value, onChange, error }: AlgorithmSelectProps) {
  const options = algorithms.map((a) => ({ value: a.name, title: a.title }));
  return <Select label="Algorithm" value={value} options={options} onChange={onChange} error={error} />;
}

interface WidthSelectProps {
  /** Null where the game has no rules for selective search. */
  selective: boolean;
  /** Whether the algorithm follows the rules. */
  possible: boolean;
  onChange: (selective: boolean) => void;
}

export function WidthSelect({ selective, possible, onChange }: WidthSelectProps) {
  return (
    <Select
      label="Search" value={selective && possible ? "selective" : "full"} disabled={!possible}
      options={[{ value: "full", title: "full-width" }, { value: "selective", title: "selective" }]}
      onChange={(value) => onChange(value === "selective")}
    />
  );
}

interface LineProps {
  record: GameRecord;
  moves: string[];
  /** The ply at which the line starts; that of the position shown unless told. */
  from?: number;
  label: string;
}

/** A line of moves. Pointing at a move or focusing it shows the position after it; a click plays the line up to it. */
export function Line({ record, moves, from, label }: LineProps) {
  const start = from ?? record.ply;
  const leave = () => void record.show([]);
  return (
    <span class="line" role="group" aria-label={label}>
      {moves.map((move, i) => {
        const upTo = moves.slice(0, i + 1);
        const show = () => void record.show(upTo, start);
        return (
          <button
            type="button" class="ply" key={i} title="Play the line up to this move"
            onMouseEnter={show} onFocus={show} onMouseLeave={leave} onBlur={leave}
            onClick={() => void record.playLine(upTo, start)}
          >
            {move}
          </button>
        );
      })}
    </span>
  );
}
