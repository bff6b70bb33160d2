// State outside of components: streams of replies change it, components subscribe to it.

import { useEffect, useState } from "preact/hooks";

export class Emitter {
  private readonly listeners = new Set<() => void>();
  private scheduled = false;

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Tells the listeners, at most once per frame: a fast search reports passes by the hundred. A timer
   * and not an animation frame, because hidden pages get no frames.
   */
  changed() {
    if (this.scheduled) return;
    this.scheduled = true;
    setTimeout(() => {
      this.scheduled = false;
      for (const listener of [...this.listeners]) listener();
    }, 16);
  }
}

/** Renders the calling component again when one of the models changes. */
export function useModels(...models: Emitter[]) {
  const [, render] = useState(0);
  useEffect(() => {
    const ends = models.map((model) => model.subscribe(() => render((n) => n + 1)));
    return () => ends.forEach((end) => end());
  }, models);
}
