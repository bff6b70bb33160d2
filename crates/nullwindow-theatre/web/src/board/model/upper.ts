// The upper tree of a real search. The first reply holds a few plies; deeper ones are asked for when a node is opened.
// The search is deterministic, so that every reply belongs to the same tree.

import type { Reply } from "../../protocol";
import type { UpperNode, UpperReply } from "../types";
import type { GameRecord } from "./record";
import { keyOf, type Place } from "./positions";
import { Task } from "./task";

export interface UpperSettings { algorithm: string; depth: number; selective: boolean }

/** A visible row of the tree. */
export interface UpperRow {
  path: string[];
  node: UpperNode;
  level: number;
  /** Place among its siblings, from 1, and their number. */
  index: number;
  of: number;
  open: boolean;
  /** On the principal variation of the root. */
  principal: boolean;
}

const PLIES = 1;

export class Upper extends Task {
  root: UpperNode | null = null;
  nodes = 0;
  seconds = 0;
  /** Keys of the open nodes. */
  private open = new Set<string>();
  /** The node whose sons are being fetched. */
  waiting: string | null = null;
  private place: Place | null = null;
  private searched: UpperSettings;

  constructor(private readonly record: GameRecord, public settings: UpperSettings) {
    super("upper");
    this.searched = settings;
  }

  set(change: Partial<UpperSettings>) {
    this.settings = { ...this.settings, ...change };
    this.changed();
  }

  /** Whether the tree belongs to the position shown. */
  get current(): boolean {
    return this.place !== null && keyOf(this.place) === keyOf(this.record.place());
  }

  async search() {
    this.place = this.record.place();
    this.searched = this.settings;
    this.root = null;
    this.open = new Set([""]);
    const root = await this.fetch([], PLIES + 1);
    if (root) this.root = root;
    this.changed();
  }

  isOpen(path: string[]): boolean {
    return this.open.has(path.join(" "));
  }

  close(path: string[]) {
    this.open.delete(path.join(" "));
    this.changed();
  }

  /** Opens a node and fetches its sons if they are not known. */
  async expand(path: string[]): Promise<boolean> {
    const node = this.find(path);
    if (!node || node.moves === 0) return false;
    if (node.children === null) {
      this.waiting = path.join(" ");
      const fetched = await this.fetch(path, PLIES);
      this.waiting = null;
      if (!fetched) return false;
      node.children = fetched.children ?? [];
    }
    if (node.children.length > 0) this.open.add(path.join(" "));
    this.changed();
    return node.children.length > 0;
  }

  /** Opens the nodes of the principal variation, as far as the search knows it. */
  async expandPrincipal() {
    const path: string[] = [];
    while (await this.expand(path)) {
      const best = this.find(path)?.best;
      if (!best || !this.find([...path, best])) return;
      path.push(best);
    }
  }

  find(path: string[]): UpperNode | null {
    let node = this.root;
    for (const move of path) node = node?.children?.find((child) => child.move === move) ?? null;
    return node;
  }

  rows(): UpperRow[] {
    const rows: UpperRow[] = [];
    const visit = (node: UpperNode, path: string[], index: number, of: number, principal: boolean) => {
      const open = this.isOpen(path);
      rows.push({ path, node, level: path.length + 1, index, of, open, principal });
      if (!open) return;
      const sons = node.children ?? [];
      sons.forEach((son, i) => visit(son, [...path, son.move!], i + 1, sons.length, principal && son.move === node.best));
    };
    if (this.root) visit(this.root, [], 1, 1, true);
    return rows;
  }

  private async fetch(path: string[], plies: number): Promise<UpperNode | null> {
    const { algorithm, depth, selective } = this.searched;
    const message = { type: "upper", ...this.place!, algorithm, depth, selective, path, plies };
    const reply = await this.run<Reply & UpperReply>(message);
    if (reply?.type !== "upper") return null;
    if (path.length === 0) [this.nodes, this.seconds] = [reply.nodes, reply.seconds];
    return reply.root;
  }
}
