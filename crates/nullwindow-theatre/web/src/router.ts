// The address: `#/page/rest?key=value`. It holds the whole state of a page, so that a link or a
// reload restores it.

import { useEffect, useState } from "preact/hooks";

export interface Route {
  /** "tree", "board", "tour" or "lab". */
  page: string;
  /** The path after the page, e.g. "3" in `#/tour/3`. */
  rest: string;
  params: URLSearchParams;
}

/** The address that the page last read or wrote. */
let known = location.hash;

export function readRoute(): Route {
  const [path = "", query = ""] = splitOnce(location.hash.replace(/^#\/?/, ""), "?");
  const [page = "", rest = ""] = splitOnce(path, "/");
  return { page: page || "tree", rest, params: new URLSearchParams(query) };
}

/** Writes the address of a page. Leaves out empty values. */
export function address(
  page: string,
  params: Record<string, string | number | null | undefined> = {},
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return `#/${page}${text ? `?${text}` : ""}`;
}

/**
 * Replaces the address without a new entry in the browser's history and without an event: the page
 * that calls this already shows the state that it writes.
 *
 * Does nothing if the user has just followed a link: the event that tells so is on its way, and
 * would find the old address again.
 */
export function replaceAddress(hash: string) {
  if (location.hash === hash || location.hash !== known) return;
  history.replaceState(null, "", hash);
  known = location.hash;
}

/** Returns the route, and renders again when the user changes the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => {
      known = location.hash;
      setRoute(readRoute());
    };
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return route;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
