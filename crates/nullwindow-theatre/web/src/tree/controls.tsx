// The player's buttons, slider and keys.

import { useEffect } from "preact/hooks";
import { Button, Toolbar } from "../ui";
import type { Mark } from "./player";
import { useShow, type Show } from "./show";

const SPEEDS = [1, 3, 10, 30, 100, 400];

export function Controls({ show, brief = false, onHelp }: { show: Show; brief?: boolean; onHelp?: () => void }) {
  useShow(show);
  const atStart = show.at === 0;
  const atEnd = show.at === show.last;
  return (
    <div class="controls">
      <Toolbar label="Player">
        <Button kind="icon" label="First step" keys="Home" disabled={atStart} onClick={() => show.goto(0)}><Icon d="M5 4v12M16 4 7.5 10 16 16z" /></Button>
        <Button kind="icon" label="Step back" keys="Left arrow" disabled={atStart} onClick={() => show.goto(show.at - 1)}><Icon d="M14 4 6 10l8 6z" /></Button>
        <Button kind="primary" label={show.playing ? "Pause" : "Play"} keys="Space" onClick={() => show.toggle()}>
          <Icon d={show.playing ? "M6 4h3v12H6zm5 0h3v12h-3z" : "M6 3.5 16 10 6 16.5z"} />
        </Button>
        <Button kind="icon" label="Step forward" keys="Right arrow" disabled={atEnd} onClick={() => show.goto(show.at + 1)}><Icon d="m6 4 8 6-8 6z" /></Button>
        <Button kind="icon" label="Last step" keys="End" disabled={atEnd} onClick={() => show.goto(show.last)}><Icon d="M15 4v12M4 4l8.5 6L4 16z" /></Button>
      </Toolbar>
      <label class="slider">
        <span class="hidden">Step</span>
        <input type="range" min={0} max={show.last} value={show.at} aria-valuetext={`step ${show.at} of ${show.last}`}
          onInput={(event) => show.goto(Number(event.currentTarget.value))} />
        <output class="mono">{show.at} / {show.last}</output>
      </label>
      <Toolbar label="Jumps">
        <Jump show={show} mark="pass" title="Pass" keys="P" />
        <Jump show={show} mark="leaf" title="Leaf" keys="L" />
        {!brief && <Jump show={show} mark="cutoff" title="Cutoff" keys="C" />}
      </Toolbar>
      {!brief && (
        <label class="speed">Speed
          <select value={String(show.speed)} onChange={(event) => show.setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((speed) => <option key={speed} value={speed} selected={speed === show.speed}>{speed} steps/s</option>)}
          </select>
        </label>
      )}
      {onHelp && <Button kind="icon" label="Keys and legend" keys="?" onClick={onHelp}>?</Button>}
    </div>
  );
}

function Jump({ show, mark, title, keys }: { show: Show; mark: Mark; title: string; keys: string }) {
  return (
    <span class="jump" role="group" aria-label={title}>
      <Button kind="icon" label={`Previous ${mark}`} keys={`Shift+${keys}`} onClick={() => show.jump(mark, true)}>‹</Button>
      <span aria-hidden="true">{title}</span>
      <Button kind="icon" label={`Next ${mark}`} keys={keys} onClick={() => show.jump(mark, false)}>›</Button>
    </span>
  );
}

function Icon({ d }: { d: string }) {
  return <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d={d} fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" /></svg>;
}

/** Handles the player's keys wherever the focus is, except where the keys mean something else. */
export function usePlayerKeys(show: Show | null, onHelp: () => void) {
  useEffect(() => {
    if (!show) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog, textarea, select")) return;
      const range = target instanceof HTMLInputElement && target.type === "range";
      if (target instanceof HTMLInputElement && !range && target.type !== "checkbox") return;
      const onControl = target.closest("button, a, summary, input[type=checkbox]");
      const act = action(show, event, onHelp);
      if (!act || (event.key === " " && onControl)) return;
      if (range && /^(Arrow|Home|End)/.test(event.key)) return; // the slider does the same itself
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [show, onHelp]);
}

function action(show: Show, event: KeyboardEvent, onHelp: () => void): (() => void) | null {
  switch (event.key) {
    case " ": return () => show.toggle();
    case "ArrowRight": case ".": return () => show.goto(show.at + 1);
    case "ArrowLeft": case ",": return () => show.goto(show.at - 1);
    case "Home": return () => show.goto(0);
    case "End": return () => show.goto(show.last);
    case "p": case "P": return () => show.jump("pass", event.shiftKey);
    case "l": case "L": return () => show.jump("leaf", event.shiftKey);
    case "c": case "C": return () => show.jump("cutoff", event.shiftKey);
    case "?": return onHelp;
    default: return null;
  }
}
