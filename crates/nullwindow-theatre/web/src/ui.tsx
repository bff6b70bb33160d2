// Small components that all pages share.

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
export { Chart, type ChartSeries } from "./chart";

interface ButtonProps {
  children: ComponentChildren;
  onClick?: () => void;
  /** Says what the button does where its content is a symbol. */
  label?: string;
  kind?: "plain" | "primary" | "icon";
  pressed?: boolean;
  disabled?: boolean;
  type?: "button" | "submit";
  /** Keys that do the same, shown in the tooltip, e.g. "Space". */
  keys?: string;
}

export function Button({ children, onClick, label, kind = "plain", pressed, disabled, type = "button", keys }: ButtonProps) {
  const hint = label ? (keys ? `${label} (${keys})` : label) : undefined;
  return (
    <button type={type} class={kind} onClick={onClick} aria-label={label} title={hint} aria-pressed={pressed} disabled={disabled}>
      {children}
    </button>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: { value: string; title: string; group?: string }[];
  onChange: (value: string) => void;
  error?: string | null;
  disabled?: boolean;
}

export function Select({ label, value, options, onChange, error, disabled }: SelectProps) {
  const id = useId();
  const groups = [...new Set(options.map((option) => option.group))];
  const list = (group: string | undefined) =>
    options.filter((option) => option.group === group).map((option) => (
      <option key={option.value} value={option.value} selected={option.value === value}>{option.title}</option>
    ));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} aria-invalid={!!error} aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}>
        {groups.map((group) => (group ? <optgroup key={group} label={group}>{list(group)}</optgroup> : list(group)))}
      </select>
      <FieldError id={id} error={error} />
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  /** Called on Enter and when the field is left after a change. */
  onCommit?: (value: string) => void;
  error?: string | null;
  hint?: string;
  type?: "text" | "number";
  inputMode?: JSX.HTMLAttributes["inputMode"];
  wide?: boolean;
  narrow?: boolean;
  rows?: number;
  placeholder?: string;
  min?: number;
  max?: number;
}

/** A text field. Its error stands beside it, and screen readers read it with the field. */
export function Field(props: FieldProps) {
  const { label, value, onInput, onCommit, error, hint, wide, rows } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const shared = {
    id,
    value,
    placeholder: props.placeholder,
    spellcheck: false,
    autocomplete: "off",
    "aria-invalid": !!error,
    "aria-describedby": described,
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
    onChange: (event: Event) => onCommit?.((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={`field ${wide ? "wide" : ""} ${props.narrow ? "narrow" : ""}`}>
      <label for={id}>{label}</label>
      {rows
        ? <textarea {...shared} rows={rows} />
        : <input {...shared} type={props.type ?? "text"} inputMode={props.inputMode} min={props.min} max={props.max} />}
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error?: string | null }) {
  // A message of several lines points at a place in the text below it.
  return error ? <p class={error.includes("\n") ? "error mono" : "error"} id={`${id}-error`} role="alert">{error}</p> : null;
}

export function Toolbar({ label, children }: { label: string; children: ComponentChildren }) {
  return <div class="toolbar" role="toolbar" aria-label={label}>{children}</div>;
}

/** A titled panel. */
export function Panel({ title, children, id }: { title: string; children: ComponentChildren; id?: string }) {
  const own = useId();
  const heading = id ?? own;
  return (
    <section class="panel" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
