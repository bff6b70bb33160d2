// The drawing as a component: it owns the scene, and passes clicks and keys on to it.

import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../ui";
import { foldedByDefault, withToggles } from "./folds";
import { Scene } from "./scene";
import type { Show } from "./show";
import "./scene.css";

interface CanvasProps {
  show: Show;
  index: number;
  /** Nodes whose folding the user has changed. */
  toggles: Set<number>;
  onToggle: (node: number) => void;
  /** Hands out the drawing for export. */
  onReady?: (svg: SVGSVGElement, scene: Scene) => void;
  /** Receives a click on a node instead of folding it. */
  onPick?: (node: number) => void;
  tallest?: number;
}

const ARROWS = { ArrowUp: "parent", ArrowDown: "son", ArrowLeft: "left", ArrowRight: "right" } as const;
const PAN = 60;

export function Canvas({ show, index, toggles, onToggle, onReady, onPick, tallest = 560 }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null);
  const scene = useRef<Scene | null>(null);
  const player = show.players[index]!;
  const { stage } = player;
  const automatic = useMemo(() => foldedByDefault(stage), [stage]);
  const folded = useMemo(() => withToggles(automatic, toggles), [automatic, toggles]);
  const lastToggle = useRef(0);

  useLayoutEffect(() => {
    const element = svg.current!;
    const drawn = new Scene(element, player, folded);
    scene.current = drawn;
    const room = Math.min(tallest, Math.max(260, innerHeight * 0.6));
    element.style.height = `${Math.min(drawn.box.height * drawn.viewport.scaleFor(drawn.box), room)}px`;
    drawn.viewport.fit(drawn.box);
    drawn.refresh();
    onReady?.(element, drawn);
    const stop = show.subscribe((touched) => touched && drawn.update(touched[index]!));
    return () => {
      stop();
      drawn.viewport.dispose();
    };
  }, [show, index]);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else scene.current?.fold(folded, lastToggle.current);
  }, [folded]);

  const toggle = (node: number) => {
    if (onPick) return onPick(node);
    if (stage.nodes[node]!.sons.length === 0) return;
    lastToggle.current = node;
    onToggle(node);
  };

  const click = (event: MouseEvent) => {
    const node = scene.current?.viewport.dragged ? null : scene.current?.nodeAt(event.target);
    if (node !== null && node !== undefined) toggle(node);
  };

  const key = (event: KeyboardEvent) => {
    const drawn = scene.current!;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key as keyof typeof ARROWS];
    if (direction && event.shiftKey) {
      drawn.viewport.pan(
        direction === "left" ? PAN : direction === "right" ? -PAN : 0,
        direction === "parent" ? PAN : direction === "son" ? -PAN : 0,
      );
    } else if (direction) drawn.moveCursor(direction);
    else if (event.key === "Enter") toggle(drawn.moveCursor(null));
    else if (event.key === "+" || event.key === "=") drawn.viewport.zoom(1.25);
    else if (event.key === "-") drawn.viewport.zoom(0.8);
    else if (event.key === "0") drawn.viewport.fitAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="canvas">
      <svg
        ref={svg}
        class="scene"
        role="tree"
        tabindex={0}
        aria-label={`The tree, ${stage.nodes.length} nodes. Arrow keys move between nodes, Enter folds.`}
        onClick={click}
        onKeyDown={key}
        onFocus={() => scene.current?.moveCursor(null)}
        onBlur={() => scene.current?.hideCursor()}
      />
      <div class="zoom" role="group" aria-label="Zoom">
        <Button kind="icon" label="Zoom in" onClick={() => scene.current?.viewport.zoom(1.25)}>+</Button>
        <Button kind="icon" label="Zoom out" onClick={() => scene.current?.viewport.zoom(0.8)}>−</Button>
        <Button kind="icon" label="Show the whole tree" onClick={() => scene.current?.viewport.fitAll()}>⤢</Button>
      </div>
    </div>
  );
}
