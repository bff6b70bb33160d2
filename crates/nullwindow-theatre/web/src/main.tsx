// The shell: navigation, the state of the connection, and the page that the address names.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BoardTheatre } from "./board";
import { engine, type ConnectionState } from "./engine";
import { useHello } from "./hello";
import { Laboratory } from "./lab";
import { useRoute } from "./router";
import { applyTheme, toggleTheme, useTheme } from "./theme";
import { Tour } from "./tour";
import { TreeTheatre } from "./tree";
import "./style.css";

const PAGES = [
  { name: "tree", title: "Tree", view: TreeTheatre },
  { name: "board", title: "Board", view: BoardTheatre },
  { name: "tour", title: "Tour", view: Tour },
  { name: "lab", title: "Laboratory", view: Laboratory },
];

function App() {
  const route = useRoute();
  const current = PAGES.find((page) => page.name === route.page) ?? PAGES[0]!;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${current.title} · Nullwindow theatre`;
  }, [current]);
  const skip = (event: Event) => {
    // The hash is the router's, so the link moves the focus itself.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>Skip to the content</a>
      <header class="top">
        <a class="brand" href="#/tree">Nullwindow <span>theatre</span></a>
        <nav aria-label="Pages">
          {PAGES.map((page) => (
            <a key={page.name} href={`#/${page.name}`} aria-current={page === current ? "page" : undefined}>
              {page.title}
            </a>
          ))}
        </nav>
        <ThemeToggle />
      </header>
      <ConnectionNotice />
      <main id="main" ref={main} tabIndex={-1}>
        <current.view key={current.name} />
      </main>
      <Footer />
    </>
  );
}

function ThemeToggle() {
  const theme = useTheme();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button type="button" class="icon" onClick={toggleTheme} aria-label={`Use the ${next} theme`} title={`Use the ${next} theme`}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        {theme === "dark"
          ? <><circle cx="10" cy="10" r="3.5" fill="currentColor" /><path d="M10 1.5v3m0 11v3M1.5 10h3m11 0h3M4 4l2 2m8 8 2 2m0-12-2 2m-8 8-2 2" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" /></>
          : <path d="M8 2.5a7.5 7.5 0 1 0 9.5 9.5A6.5 6.5 0 0 1 8 2.5z" fill="currentColor" />}
      </svg>
    </button>
  );
}

function ConnectionNotice() {
  const [state, setState] = useState<ConnectionState>(engine.state);
  useEffect(() => engine.subscribe(setState), []);
  return (
    <div role="status" aria-live="polite">
      {state === "lost" && <p class="lost">Connection lost, reconnecting…</p>}
    </div>
  );
}

function Footer() {
  const hello = useHello();
  return (
    <footer>
      <span>Nullwindow{hello ? ` ${hello.version}, ${hello.native ? "native engine" : "engine in this page"}` : ""}</span>
      <a href="LICENSES.txt">Licences</a>
    </footer>
  );
}

applyTheme();
render(<App />, document.getElementById("app")!);
