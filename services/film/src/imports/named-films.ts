import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

/** A film by the title that was asked for, with the case and accents of either. */
export type NamedFilm = Card & { asked: string };

const BY_TITLE = `
  SELECT ${CARD}, a.name AS asked FROM unnest($1::text[]) AS a (name), LATERAL (
    SELECT * FROM films f WHERE f.sort_title = film_fold(a.name) AND ${VISIBLE} ORDER BY f.id LIMIT $2) f ${NUMBERS_FROM}`;

/** Films that everybody finds, by their exact titles, and at most so many for each. */
export async function byTitle(db: Queryable, names: readonly string[], limit: number): Promise<NamedFilm[]> {
  return db.query<NamedFilm>({ name: 'imports.by-title', text: BY_TITLE, values: [names, limit] });
}

const HAD = {
  DIARY: `SELECT film_id || ' ' || watched_on AS had FROM diary_entries
    WHERE account_id = $1 AND film_id = ANY($2::uuid[]) AND deleted_at IS NULL`,
  RATINGS: 'SELECT film_id::text AS had FROM reviews WHERE account_id = $1 AND film_id = ANY($2::uuid[])',
  LIST: 'SELECT film_id::text AS had FROM list_films WHERE list_id = $1 AND film_id = ANY($2::uuid[])',
  WATCHLIST: `SELECT film_id::text AS had FROM watchlist_films
    WHERE account_id = $1 AND film_id = ANY($2::uuid[]) AND removed_at IS NULL`,
};
type Kind = keyof typeof HAD;

/** What stands for a row in the answer of `had`. */
export const hadKey = (kind: Kind, filmId: string, watchedDay: string): string =>
  kind === 'DIARY' ? `${filmId} ${watchedDay}` : filmId;

/** Which of these films an account has in the diary (with the day), rated or on the watchlist, or a list holds. */
export async function had(
  db: Queryable,
  { kind, ownerId, filmIds }: { kind: Kind; ownerId: string; filmIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.query<{ had: string }>({
    ...{ name: `imports.had-${kind}`, text: HAD[kind], values: [ownerId, filmIds] },
  });
  return new Set(rows.map((row) => row.had));
}
