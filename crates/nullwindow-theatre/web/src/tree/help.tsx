// The keys, and how the drawing is read.

import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui";

const KEYS: [string[], string][] = [
  [["Space"], "play or pause"],
  [["←", "→"], "step back or forward; also , and ."],
  [["Home", "End"], "first or last step"],
  [["P", "Shift+P"], "next or previous pass"],
  [["L", "Shift+L"], "next or previous leaf"],
  [["C", "Shift+C"], "next or previous cutoff"],
  [["?"], "this help"],
];

const TREE_KEYS: [string[], string][] = [
  [["↑", "↓", "←", "→"], "parent, first son, brothers"],
  [["Enter"], "fold or unfold the node"],
  [["Shift+arrows"], "move the drawing"],
  [["+", "−", "0"], "zoom in, zoom out, show everything"],
];

export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current!.open) dialog.current!.showModal();
    if (!open) dialog.current!.close();
  }, [open]);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <KeyTable rows={KEYS} />
      <h3>When the drawing has the focus (Tab)</h3>
      <KeyTable rows={TREE_KEYS} />
      <h3>How the drawing is read</h3>
      <Legend />
      <p>Scores are MAX's, at MIN nodes too. The numbers beside a node are its window (alpha, beta) or its merit in OPEN, and below them the bounds found so far: ≥ is f−, ≤ is f+, = is the value.</p>
      <Button kind="primary" onClick={onClose}>Close</Button>
    </dialog>
  );
}

function KeyTable({ rows }: { rows: [string[], string][] }) {
  return (
    <table class="keys"><tbody>
      {rows.map(([keys, text]) => (
        <tr key={text}><th scope="row">{keys.map((key) => <><kbd>{key}</kbd> </>)}</th><td>{text}</td></tr>
      ))}
    </tbody></table>
  );
}

const SIGNS: [string, string][] = [
  ["square", "MAX moves"],
  ["circle", "MIN moves"],
  ["here", "the search is here"],
  ["seen", "visited in an earlier pass"],
  ["unseen", "not visited"],
  ["in-max", "max solution tree: proves the upper bound"],
  ["in-min", "min solution tree: proves the lower bound"],
  ["in-both", "where the two meet"],
  ["cut", "cut off"],
  ["reason", "the bound that decided comes from here"],
];

export function Legend() {
  return (
    <ul class="legend">
      {SIGNS.map(([name, text]) => <li key={name}><Sign name={name} />{text}</li>)}
    </ul>
  );
}

function Sign({ name }: { name: string }) {
  const shape = name === "circle"
    ? <circle class="shape" cx="11" cy="9" r="7" />
    : <rect class="shape" x="4" y="2" width="14" height="14" rx="2" />;
  return (
    <svg class="sign scene" viewBox="0 0 22 18" width="22" height="18" aria-hidden="true">
      {name === "cut" ? <g class="cut"><path class="link" d="M1 9h20" /><path class="bar" d="M11 2v14" /></g>
        : name === "reason" ? <path class="reason" d="M1 9h20" />
        : <g class={name}>{shape}</g>}
    </svg>
  );
}
