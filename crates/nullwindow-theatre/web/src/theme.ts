// Light or dark: the system's choice, unless the user chose with the toggle.

import { useEffect, useState } from "preact/hooks";

export type Theme = "light" | "dark";

const KEY = "nullwindow-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<(theme: Theme) => void>();

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // storage can be forbidden
  }
}

export function theme(): Theme {
  return stored() ?? (dark.matches ? "dark" : "light");
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener(theme());
}

export function toggleTheme() {
  try {
    localStorage.setItem(KEY, theme() === "dark" ? "light" : "dark");
  } catch {
    // The choice then lasts for no longer than the click.
  }
  applyTheme();
}

dark.addEventListener("change", applyTheme);

/** Returns the theme, and renders again when it changes: for what CSS cannot colour. */
export function useTheme(): Theme {
  const [value, setValue] = useState(theme);
  useEffect(() => {
    listeners.add(setValue);
    return () => void listeners.delete(setValue);
  }, []);
  return value;
}
