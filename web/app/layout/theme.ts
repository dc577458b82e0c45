import { useSyncExternalStore } from 'react';
import { type Message, msg } from '../language/words.ts';
import { THEME_KEY } from './theme-script.ts';

export type Theme = 'dark' | 'light' | 'system';

export const themes = [
  { value: 'dark', label: msg('Dark') },
  { value: 'light', label: msg('Light') },
  { value: 'system', label: msg('As the system') },
] as const satisfies readonly { value: Theme; label: Message }[];

/** The browser's event of a change in another tab; here also of one in this tab. */
const CHANGED = 'storage';

/** Of this page, where the browser keeps nothing. */
let unkept: Theme = 'system';

function subscribe(listener: () => void): () => void {
  const changed = () => {
    showTheme(readTheme());
    listener();
  };
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return unkept;
  }
}

export function setTheme(theme: Theme): void {
  unkept = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the theme holds for this page.
  }
  showTheme(theme);
  window.dispatchEvent(new Event(CHANGED));
}

/** Colours the page, and with it the browser's own bars; themeScript does the same before the first paint. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLElement>('meta[data-of]')) {
    const { of = '' } = meta.dataset;
    const whenChosen = of === theme ? 'all' : 'not all';
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${of})` : whenChosen);
  }
}

/** The chosen theme; that of the system until the page has hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}
