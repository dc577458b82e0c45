// The script of offline.html, which stands at the address of the page that could not be reached.
import { isReached, untilWorthATry } from './network.ts';

/** Loads of this tab that ended here one after the other, so that each waits longer than the one before. */
const LOADS = 'offline-loads';
const OFFLINE = 'You are offline. It is loaded when you are back.';
const ONLINE = 'Check your network and try again.';

const part = <T extends HTMLElement>(name: string) => document.querySelector<T>(`[data-${name}]`);

function show(): void {
  const state = part('state');
  if (state) state.textContent = navigator.onLine ? ONLINE : OFFLINE;
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
  show();
  for (const event of ['online', 'offline']) window.addEventListener(event, show);
  // The network is back: what comes next is not one of a row.
  window.addEventListener('online', () => sessionStorage.removeItem(LOADS));
  const back = part<HTMLButtonElement>('back');
  if (back) back.hidden = window.history.length < 2;
  back?.addEventListener('click', () => window.history.back());
  void loadWhenReached();
});
