// Pan and zoom of a drawing with mouse, touch and keys.

import type { Layout, Place } from "./layout";

const LEAST = 0.08;
const MOST = 3;
/** Below this scale the labels cannot be read: the drawing then starts larger and shows a part. */
const READABLE = 0.62;
const PARTIAL = 0.85;

export class Viewport {
  private x = 0;
  private y = 0;
  private k = 1;
  private box: Layout | null = null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  /** Set while the pointer has moved: the click that ends a drag is not a click. */
  dragged = false;

  constructor(private readonly svg: SVGSVGElement, private readonly camera: SVGGElement) {
    svg.addEventListener("wheel", this.wheel, { passive: false });
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.up);
  }

  /** Ends the listening, so that the element can get another viewport. */
  dispose() {
    this.svg.removeEventListener("wheel", this.wheel);
    this.svg.removeEventListener("pointerdown", this.down);
    this.svg.removeEventListener("pointermove", this.move);
    this.svg.removeEventListener("pointerup", this.up);
    this.svg.removeEventListener("pointercancel", this.up);
  }

  /** Shows the whole drawing, or as much of it as can be read. */
  fit(box: Layout) {
    const { height } = this.size();
    const k = Math.min(this.scaleFor(box), height / box.height);
    this.showAt(box, k < READABLE ? PARTIAL : k);
  }

  /** The scale at which the drawing fits in width, within what can be read. */
  scaleFor(box: Layout): number {
    const k = Math.min(this.size().width / box.width, 1.15);
    return k < READABLE ? PARTIAL : k;
  }

  fitAll() {
    const { width, height } = this.size();
    const { box } = this;
    if (box) this.showAt(box, Math.max(LEAST, Math.min(width / box.width, height / box.height, 1.15)));
  }

  private showAt(box: Layout, k: number) {
    this.box = box;
    this.k = k;
    const { width, height } = this.size();
    const wide = box.width * k > width + 1;
    // Of a drawing that is too wide the part round the root is shown, and the search is followed.
    const root = box.places.get(0)!;
    this.x = wide ? width / 2 - root.x * k : (width - box.width * k) / 2 - box.left * k;
    this.y = Math.max((height - box.height * k) / 2, 0) - box.top * k;
    this.apply();
  }

  /** Replaces the drawing's box and keeps one of its points where it is on the screen. */
  anchor(box: Layout, before: Place, after: Place) {
    this.box = box;
    this.x += (before.x - after.x) * this.k;
    this.y += (before.y - after.y) * this.k;
    this.apply();
  }

  /** Moves the drawing if a place is out of view, and then shows some of what surrounds it. */
  reveal(place: Place) {
    const { width, height } = this.size();
    const dx = shift(place.x * this.k + this.x, width);
    const dy = shift(place.y * this.k + this.y, height);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  pan(dx: number, dy: number) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Scales by a factor; the given point of the screen, or the middle, stays in place. */
  zoom(factor: number, cx?: number, cy?: number) {
    const { width, height } = this.size();
    const px = cx ?? width / 2;
    const py = cy ?? height / 2;
    const k = Math.max(LEAST, Math.min(MOST, this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    this.apply();
  }

  private size() {
    return { width: this.svg.clientWidth || 600, height: this.svg.clientHeight || 400 };
  }

  private apply() {
    const round = (value: number) => Math.round(value * 1000) / 1000;
    this.camera.setAttribute("transform", `translate(${round(this.x)} ${round(this.y)}) scale(${round(this.k)})`);
  }

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    const box = this.svg.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp((-event.deltaY * lines) / 400), event.clientX - box.left, event.clientY - box.top);
  };

  private readonly down = (event: PointerEvent) => {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.dragged = false;
    // A click must not move the focus here: the arrow keys would then move in the tree instead of
    // stepping the search.
    event.preventDefault();
  };

  private readonly move = (event: PointerEvent) => {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && Math.hypot(now.x - last.x, now.y - last.y) < 4) return;
    if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const box = this.svg.getBoundingClientRect();
      const spread = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      this.zoom(spread(now) / spread(last), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
    } else {
      this.pan(now.x - last.x, now.y - last.y);
    }
    this.pointers.set(event.pointerId, now);
  };

  private readonly up = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
  };
}

// How far a coordinate must move to be in view; 0 if it is.
function shift(at: number, size: number): number {
  const edge = 14;
  const room = Math.min(70, size / 4);
  if (at < edge) return room - at;
  return at > size - edge ? size - room - at : 0;
}
