import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light' | 'system';

const key = 'theme';

/** Runs before the first paint, so that a light page never flashes dark. Must match `readTheme`. */
export const themeScript = `try{var t=localStorage.getItem("${key}");if(t==="light"||t==="system")document.documentElement.dataset.theme=t}catch{}`;

/** The browser's event of a change in another tab; here also of one in this tab. */
const CHANGED = 'storage';

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'system' ? kept : 'dark';
  } catch {
    return 'dark';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage the theme holds for this page.
  }
  document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(CHANGED));
}

/** The chosen theme; dark until the page has hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'dark');
}
