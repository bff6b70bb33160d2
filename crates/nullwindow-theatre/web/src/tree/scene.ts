// The drawing of one search. It keeps one glyph per visible node and touches only those that a step
// changes.

import type { Stage } from "../protocol";
import { subtreeSizes, visibleNodes } from "./folds";
import { element, Glyph } from "./glyph";
import { spoken } from "./labels";
import { layout, type Layout } from "./layout";
import type { Player } from "./player";
import { Viewport } from "./viewport";

let scenes = 0;

export class Scene {
  readonly viewport: Viewport;
  /** Keeps the node of the step in view. */
  follow = true;
  box: Layout;
  private readonly id = `scene${scenes++}`;
  private readonly edges = element("g");
  private readonly sources = element("g");
  private readonly nodes = element("g");
  private readonly glyphs = new Map<number, Glyph>();
  private readonly sizes: Int32Array;
  private readonly stage: Stage;
  private folded: Set<number>;
  /** For each node, itself if it is visible, else the folded node that hides it. */
  private shownAs: Int32Array;
  /** How many nodes below each folded node have been visited. */
  private readonly visitedBelow = new Map<number, number>();
  private readonly counted: Uint8Array;
  private here = -1;
  private source = -1;
  private pass = -1;
  private cursor = 0;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly player: Player,
    folded: Set<number>,
  ) {
    this.stage = player.stage;
    this.sizes = subtreeSizes(this.stage.nodes);
    this.counted = new Uint8Array(this.stage.nodes.length);
    this.shownAs = new Int32Array(this.stage.nodes.length);
    const camera = element("g", { class: "camera" });
    camera.append(this.edges, this.sources, this.nodes);
    svg.replaceChildren(camera);
    this.viewport = new Viewport(svg, camera);
    this.folded = folded;
    this.box = this.rebuild();
    this.viewport.fit(this.box);
    this.refresh();
  }

  /** Changes what is folded. `anchor` stays where it is on the screen. */
  fold(folded: Set<number>, anchor: number) {
    const before = this.box.places.get(anchor);
    this.folded = folded;
    this.box = this.rebuild();
    const after = this.box.places.get(anchor);
    if (before && after) this.viewport.anchor(this.box, before, after);
    else this.viewport.fit(this.box);
    this.refresh();
  }

  /** Shows the player's state after it moved and `touched` these nodes. */
  update(touched: Set<number>) {
    const step = this.player.step;
    for (const node of touched) this.count(node);
    if (this.player.pass !== this.pass) {
      this.refresh(); // a new pass turns "visited now" into "visited before" at every node
      return;
    }
    const dirty = new Set<number>();
    for (const node of touched) dirty.add(this.shownAs[node]!);
    for (const node of [this.here, this.source]) if (node >= 0) dirty.add(this.shownAs[node]!);
    this.here = step ? step.node : -1;
    this.source = step?.from ?? -1;
    for (const node of [this.here, this.source]) if (node >= 0) dirty.add(this.shownAs[node]!);
    for (const node of dirty) this.show(node);
    this.afterStep();
  }

  /** Shows every node anew. */
  refresh() {
    const step = this.player.step;
    this.pass = this.player.pass;
    this.here = step ? step.node : -1;
    this.source = step?.from ?? -1;
    for (const node of this.glyphs.keys()) this.show(node);
    this.afterStep();
  }

  /** The node under an event, or null. */
  nodeAt(target: EventTarget | null): number | null {
    const found = (target as Element | null)?.closest?.("[data-node]");
    return found ? Number(found.getAttribute("data-node")) : null;
  }

  /** Moves the keyboard's cursor. Returns the node that it is at. */
  moveCursor(direction: "parent" | "son" | "left" | "right" | null): number {
    const at = this.stage.nodes[this.cursor]!;
    const brothers = at.parent === null ? [this.cursor] : this.stage.nodes[at.parent]!.sons;
    const place = brothers.indexOf(this.cursor);
    const next = {
      parent: at.parent,
      son: this.folded.has(this.cursor) ? null : at.sons[0],
      left: brothers[place - 1],
      right: brothers[place + 1],
    };
    const target = direction === null ? this.cursor : next[direction] ?? this.cursor;
    this.setCursor(this.shownAs[target]!);
    return this.cursor;
  }

  setCursor(node: number) {
    this.glyphs.get(this.cursor)?.group.classList.remove("cursor");
    this.cursor = node;
    const glyph = this.glyphs.get(node);
    if (!glyph) return;
    glyph.group.classList.add("cursor");
    this.describe(node, glyph);
    this.svg.setAttribute("aria-activedescendant", glyph.group.id);
    const place = this.box.places.get(node);
    if (place) this.viewport.reveal(place);
  }

  hideCursor() {
    this.glyphs.get(this.cursor)?.group.classList.remove("cursor");
  }

  private rebuild(): Layout {
    const { nodes } = this.stage;
    const visible = visibleNodes(nodes, this.folded);
    const keep = new Set(visible);
    for (const [node, glyph] of this.glyphs) {
      if (keep.has(node)) continue;
      glyph.group.remove();
      glyph.edge.remove();
      this.glyphs.delete(node);
    }
    const box = layout(this.stage, this.folded);
    const named = nodes.length < 80;
    for (const node of visible) {
      let glyph = this.glyphs.get(node);
      if (!glyph) {
        glyph = new Glyph(node, nodes[node]!, `${this.id}-${node}`, named);
        this.glyphs.set(node, glyph);
        this.nodes.append(glyph.group);
        if (node !== 0) this.edges.append(glyph.edge);
      }
      const parent = nodes[node]!.parent;
      glyph.place(box.places.get(node)!, parent === null ? null : box.places.get(parent)!);
    }
    this.visitedBelow.clear();
    this.counted.fill(0);
    for (let node = 0; node < nodes.length; node++) {
      this.shownAs[node] = keep.has(node) ? node : this.shownAs[nodes[node]!.parent!]!;
      this.count(node);
    }
    return box;
  }

  // Keeps the number of visited nodes below folded ones.
  private count(node: number) {
    const at = this.shownAs[node]!;
    const now = this.player.views[node]!.pass === undefined ? 0 : 1;
    const delta = now - this.counted[node]!;
    if (at === node || delta === 0) return;
    this.counted[node] = now;
    this.visitedBelow.set(at, (this.visitedBelow.get(at) ?? 0) + delta);
  }

  private badge(node: number): string {
    if (!this.folded.has(node)) return "";
    const below = this.sizes[node]! - 1;
    const visited = this.visitedBelow.get(node) ?? 0;
    return visited > 0 ? `▾ ${visited} of ${below}` : `▾ ${below}`;
  }

  private show(node: number) {
    const glyph = this.glyphs.get(node);
    if (!glyph) return;
    const here = this.here >= 0 && this.shownAs[this.here] === node;
    const source = this.source >= 0 && this.shownAs[this.source] === node;
    glyph.show(this.player.views[node]!, this.pass, here, source, this.badge(node));
    if (node === this.cursor) {
      glyph.group.classList.toggle("cursor", this.svg === document.activeElement);
      this.describe(node, glyph);
    }
  }

  private describe(node: number, glyph: Glyph) {
    const below = this.sizes[node]! - 1;
    const fold = below === 0 ? "" : this.folded.has(node) ? `folded, ${below} nodes below` : "";
    const view = this.player.views[node]!;
    glyph.group.setAttribute("aria-label", spoken(this.stage.nodes[node]!, view, this.pass, node === this.here, fold));
    if (below > 0) glyph.group.setAttribute("aria-expanded", String(!this.folded.has(node)));
  }

  // Draws the arc from the node whose bound decided, and keeps the step in view.
  private afterStep() {
    this.sources.replaceChildren();
    const to = this.here >= 0 ? this.box.places.get(this.shownAs[this.here]!) : undefined;
    const from = this.source >= 0 ? this.box.places.get(this.shownAs[this.source]!) : undefined;
    if (from && to && from !== to) {
      const bend = from.x <= to.x ? 40 : -40;
      const d = `M${from.x} ${from.y}Q${(from.x + to.x) / 2 + bend} ${(from.y + to.y) / 2 - 20} ${to.x} ${to.y}`;
      this.sources.append(element("path", { class: "reason", d }));
    }
    if (to && this.follow) this.viewport.reveal(to);
  }
}
