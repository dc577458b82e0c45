import type { FestivalResources } from '../resources.ts';
import type { Conflict } from './assignments.ts';

const AT_ONCE = 100;

/** The accounts that are part of films, by film. */
export type FilmAccounts = ReadonlyMap<string, ReadonlySet<string>>;

/** Asks film who is part of these films, so it runs outside of a transaction. */
export async function accountsOfFilms(
  { films }: Pick<FestivalResources, 'films'>,
  filmIds: readonly string[],
): Promise<FilmAccounts> {
  const found = new Map<string, ReadonlySet<string>>();
  for (let from = 0; from < filmIds.length; from += AT_ONCE) {
    const answer = await films.listFilmAccounts({ filmIds: filmIds.slice(from, from + AT_ONCE) });
    for (const { filmId, accountIds } of answer.films) found.set(filmId, new Set(accountIds));
  }
  return found;
}

type Judged = { filmId: string; makerId: string | null };

/** Why an account cannot judge a film: it made it, or is in its crew [FES-09]. */
export function conflictOf(accounts: FilmAccounts, { filmId, makerId }: Judged, accountId: string | null): Conflict {
  if (accountId === null) return '';
  if (accountId === makerId) return 'MAKER';
  return accounts.get(filmId)?.has(accountId) ? 'CREW' : '';
}
