// The board theatre: a game on a board, and tools that analyse it.

import { useEffect, useRef, useState } from "preact/hooks";
import { useHello } from "../hello";
import type { Hello } from "../protocol";
import { useRoute } from "../router";
import { AnalysePanel } from "./AnalysePanel";
import { BoardView } from "./BoardView";
import { JudgePanel } from "./JudgePanel";
import { MoveList } from "./MoveList";
import { useModels } from "./model/emitter";
import { TOOLS, type Tool } from "./model/address";
import { Theatre } from "./model/theatre";
import { PlayPanel } from "./PlayPanel";
import { SetupPanel } from "./SetupPanel";
import { exposeState } from "./testing";
import { UpperPanel } from "./UpperPanel";
import "./board.css";

const PANELS: Record<Tool, { title: string; view: (props: { theatre: Theatre }) => preact.JSX.Element }> = {
  analyse: { title: "Analyse", view: AnalysePanel },
  play: { title: "Play", view: PlayPanel },
  judge: { title: "Judge", view: JudgePanel },
  tree: { title: "Tree", view: UpperPanel },
  setup: { title: "Set up", view: SetupPanel },
};

export function BoardTheatre() {
  const hello = useHello();
  if (hello === null) return <p class="note" role="status">Connecting to the engine…</p>;
  if (hello.games.length === 0) return <p class="note">The engine offers no games.</p>;
  return <Stage hello={hello} />;
}

function Stage({ hello }: { hello: Hello }) {
  const [theatre] = useState(() => new Theatre(hello));
  const route = useRoute();
  useModels(theatre, theatre.record);
  useEffect(() => {
    const hide = exposeState(theatre);
    return () => {
      hide();
      theatre.dispose();
    };
  }, []);
  // The theatre writes its own address without an event, so a new route comes from the user.
  useEffect(() => void theatre.restore(route.params), [route]);
  useKeys(theatre);
  return (
    <div class="board-theatre">
      <h1 class="hidden">Board theatre</h1>
      <BoardView theatre={theatre} />
      <MoveList theatre={theatre} />
      <Tools theatre={theatre} />
    </div>
  );
}

function Tools({ theatre }: { theatre: Theatre }) {
  const tabs = useRef<HTMLDivElement>(null);
  const select = (tool: Tool, focus: boolean) => {
    theatre.setTool(tool);
    if (focus) tabs.current?.querySelector<HTMLElement>(`#tab-${tool}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TOOLS.indexOf(theatre.tool) + step;
    select(TOOLS[(at + TOOLS.length) % TOOLS.length]!, true);
  };
  const View = PANELS[theatre.tool].view;
  return (
    <section class="tools panel" aria-label="Tools">
      <div class="tabs" role="tablist" aria-label="Tools" ref={tabs} onKeyDown={onKeyDown}>
        {TOOLS.map((tool) => (
          <button
            type="button" role="tab" id={`tab-${tool}`} key={tool} aria-selected={tool === theatre.tool} aria-controls="tool"
            tabIndex={tool === theatre.tool ? 0 : -1} onClick={() => select(tool, false)}
          >
            {PANELS[tool].title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tool" aria-labelledby={`tab-${theatre.tool}`}>
        <View theatre={theatre} />
      </div>
    </section>
  );
}

/** Arrow keys go through the game, wherever no control uses them itself. */
function useKeys(theatre: Theatre) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      if (target.closest("[role=grid], [role=tablist], [role=treegrid], dialog")) return;
      const { record } = theatre;
      const to = { ArrowLeft: record.ply - 1, ArrowRight: record.ply + 1, Home: 0, End: record.moves.length }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        void record.goTo(to);
      } else if (event.key === "f") {
        record.setFlip(!record.flip);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [theatre]);
}
