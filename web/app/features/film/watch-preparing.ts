import { CatalogueService, type ListPreparingResponse } from '@marquee/contracts/film/v1/catalogue_pb';
import { PREPARING_FILMS_MAX } from '@marquee/rules/catalogue';
import { client } from '../../api/browser/client.ts';
import type { Preparation } from './use-preparing.ts';

// All that a page shows of films that are being prepared comes from one question, asked every few seconds while at least
// one of them is shown and the page is visible.

const ASK_EVERY_MS = 4_000;

type Listener = (preparation: Preparation) => void;
const listeners = new Map<string, Set<Listener>>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports how far a film is, again and again until it is no longer being prepared. */
export function watchPreparing(filmId: string, listener: Listener): () => void {
  const ofFilm = listeners.get(filmId) ?? new Set();
  listeners.set(filmId, ofFilm.add(listener));
  // The films of one page arrive together, and are asked for together.
  if (listeners.size === 1) askAfter(0);
  return () => {
    ofFilm.delete(listener);
    if (ofFilm.size === 0 && listeners.get(filmId) === ofFilm) listeners.delete(filmId);
    if (listeners.size === 0) stop();
  };
}

function askAfter(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

function stop(): void {
  clearTimeout(timer);
  timer = undefined;
}

async function ask(): Promise<void> {
  const filmIds = [...listeners.keys()].slice(0, PREPARING_FILMS_MAX);
  if (document.visibilityState === 'visible') {
    const answer = await client(CatalogueService)
      .listPreparing({ filmIds })
      .catch(() => undefined);
    if (answer) report(filmIds, answer);
  }
  if (listeners.size > 0) askAfter(ASK_EVERY_MS);
}

function report(filmIds: string[], { films }: ListPreparingResponse): void {
  const byId = new Map(films.map((film) => [film.filmId, film]));
  for (const id of filmIds) {
    const film = byId.get(id);
    const preparation: Preparation = film
      ? { state: 'preparing', percent: film.progressPercent, waiting: film.waiting }
      : { state: 'done' };
    const listening = [...(listeners.get(id) ?? [])];
    // It is not asked for any more.
    if (!film) listeners.delete(id);
    for (const listener of listening) listener(preparation);
  }
}
