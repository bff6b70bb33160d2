// A small theatre inside a page of text.

import { useEffect, useState } from "preact/hooks";
import { useHello } from "../hello";
import { algorithmTitle } from "../tree/labels";
import { Canvas } from "../tree/canvas";
import { Controls } from "../tree/controls";
import { Counters, Lists, Passes, StepText } from "../tree/info";
import { useShow, type Show } from "../tree/show";
import { momentOf } from "../tree/timeline";

interface MiniProps {
  show: Show;
  /** Receives clicks on nodes while an exercise asks for one. */
  onPick?: (node: number) => void;
}

export function MiniTheatre({ show, onPick }: MiniProps) {
  useShow(show);
  const hello = useHello();
  const [toggles, setToggles] = useState(new Set<number>());
  useEffect(() => () => show.pause(), [show]);
  const toggle = (node: number) => setToggles((old) => {
    const next = new Set(old);
    if (!next.delete(node)) next.add(node);
    return next;
  });
  const title = (name: string) => algorithmTitle(hello?.algorithms ?? [], name);
  return (
    <div class="mini">
      <Controls show={show} brief />
      <div class={show.players.length > 1 ? "panes two" : "panes"}>
        {show.players.map((player, i) => (
          <section key={i} class="pane" aria-label={title(player.stage.algorithm)}>
            <div class="stage">
              <h3>{title(player.stage.algorithm)}</h3>
              <StepText player={player} />
              <Canvas show={show} index={i} toggles={toggles} onToggle={toggle} onPick={onPick} tallest={440} />
            </div>
            <div class="readings">
              <Counters player={player} />
              {player.stage.passes.length > 1 && <Passes player={player} onGo={(step) => show.goto(momentOf(show.moments, i, step))} />}
              <Lists player={player} />
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
