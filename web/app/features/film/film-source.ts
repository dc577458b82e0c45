/** Where a page was entered from; `before` is the address of the page before, '' without one. */
export type Entry = { before: string; origin: string; isFramed: boolean; filmId: string };

/** Names of PlaySource. Each page has this file and need not load the contracts. */
const NAMES = ['HOME', 'SEARCH', 'PROFILE', 'FESTIVAL', 'SITE', 'EXTERNAL', 'DIRECT', 'EMBED'] as const;
export type SourceName = (typeof NAMES)[number];

/**
 * What kind of page or site leads to a film; undefined for the film's own pages and those that sign somebody in, which
 * change nothing. Its text is a part of the script of early-start.ts: it uses nothing but its argument.
 */
export function sourceOf({ before, origin, isFramed, filmId }: Entry): SourceName | undefined {
  if (isFramed) return 'EMBED';
  if (before === '') return 'DIRECT';
  if (!before.startsWith(`${origin}/`)) return 'EXTERNAL';
  const path = before.slice(origin.length).replace(/[?#].*$/, '');
  const [, first, second] = path.split('/');
  if (first === 'feed' && second === filmId) return undefined;
  if (/^(auth|sign-in|create-account|add-account.*|verify-email|verify-phone|passkey|onboarding)$/.test(first ?? '')) {
    return undefined;
  }
  if (path === '/') return 'HOME';
  if (first === 'films' || first === 'search') return 'SEARCH';
  if (first === 'profile') return 'PROFILE';
  return first === 'festivals' || first === 'events' ? 'FESTIVAL' : 'SITE';
}

/** The film whose pages were entered last in this tab, and from where. */
export const SOURCE_KEY = 'film-source';

/** Keeps what led to a film, when a page of it is entered. `before` is the address of the page before. */
export function keepSource(path: string, before: string): void {
  const filmId = /^\/feed\/([^/]+)/.exec(path)?.[1];
  if (!filmId) return;
  const entry = { before, origin: location.origin, isFramed: window.top !== window.self, filmId };
  const source = sourceOf(entry) ?? keptSource(filmId);
  try {
    sessionStorage.setItem(SOURCE_KEY, `${filmId} ${source ?? ''}`);
  } catch {
    // Without storage the source is not known.
  }
}

/** What led to a film whose pages were entered last; undefined where that is not known. */
export function keptSource(filmId: string): SourceName | undefined {
  try {
    const [id, name] = (sessionStorage.getItem(SOURCE_KEY) ?? '').split(' ');
    return id === filmId ? NAMES.find((known) => known === name) : undefined;
  } catch {
    return undefined;
  }
}
