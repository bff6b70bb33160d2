// One search: its drawing and everything that is said about the present step.

import { Canvas } from "./canvas";
import { Code, Counters, Lists, Passes, StepText } from "./info";
import { Player } from "./player";
import type { Scene } from "./scene";
import { useShow, type Show } from "./show";
import { momentOf } from "./timeline";

interface PaneProps {
  show: Show;
  index: number;
  title: string;
  toggles: Set<number>;
  onToggle: (node: number) => void;
  onReady?: (svg: SVGSVGElement, scene: Scene) => void;
}

export function Pane({ show, index, title, toggles, onToggle, onReady }: PaneProps) {
  useShow(show);
  const player = show.players[index]!;
  const go = (step: number) => show.goto(momentOf(show.moments, index, step));
  return (
    <section class="pane" aria-label={title}>
      <div class="stage">
        <h2>{title} <span class="note">{result(player)}</span></h2>
        <StepText player={player} />
        <Canvas show={show} index={index} toggles={toggles} onToggle={onToggle} onReady={onReady} />
      </div>
      <div class="beside">
        <div class="readings">
          <Counters player={player} />
          <Passes player={player} onGo={go} />
          <Lists player={player} />
        </div>
        <Code stage={player.stage} line={player.step?.line} />
      </div>
    </section>
  );
}

function result({ stage, at, length }: Player): string {
  if (at < length) return "";
  const passes = `${stage.passes.length} ${stage.passes.length === 1 ? "pass" : "passes"}`;
  return `value ${stage.value}, ${stage.leaves} of ${stage.all_leaves} leaves, ${passes}`;
}
