// The script of offline.html, which stands at the address of the page that could not be reached.
import { isReached, untilWorthATry } from './network.ts';
import { type OfflineCatalogues, offlineWords } from './offline-words.ts';

/** Set by the build: see offline-files.ts. */
declare const OFFLINE_CATALOGUES: OfflineCatalogues;

/** Loads of this tab that ended here one after the other, so that each waits longer than the one before. */
const LOADS = 'offline-loads';
const { language, words } = offlineWords(OFFLINE_CATALOGUES, {
  ...{ cookie: document.cookie, here: window.location, languages: navigator.languages },
});
document.documentElement.lang = language;

const part = <T extends HTMLElement>(name: string) => document.querySelector<T>(`[data-${name}]`);

function say(name: string, text: string): void {
  const element = part(name);
  if (element) element.textContent = text;
}

function show(): void {
  say('state', navigator.onLine ? words.online : words.offline);
  const again = part<HTMLButtonElement>('again');
  if (again) again.hidden = !navigator.onLine;
}

async function loadWhenReached(): Promise<void> {
  let tries = Number(sessionStorage.getItem(LOADS) ?? 0);
  sessionStorage.setItem(LOADS, String(tries + 1));
  for (;;) {
    const pressed = new AbortController();
    part('again')?.addEventListener('click', () => pressed.abort(), { signal: pressed.signal });
    await untilWorthATry(tries, pressed.signal);
    if (await isReached()) return window.location.reload();
    tries += 1;
  }
}

document.addEventListener('DOMContentLoaded', () => {
  document.title = document.title.replace(/^[^·]*/, `${words.title} `);
  for (const name of ['title', 'again', 'back'] as const) say(name, words[name]);
  show();
  for (const event of ['online', 'offline']) window.addEventListener(event, show);
  // The network is back: what comes next is not one of a row.
  window.addEventListener('online', () => sessionStorage.removeItem(LOADS));
  const back = part<HTMLButtonElement>('back');
  if (back) back.hidden = window.history.length < 2;
  back?.addEventListener('click', () => window.history.back());
  void loadWhenReached();
});
