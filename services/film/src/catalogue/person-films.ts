import type { Crew } from '../../gen/prisma/client.ts';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

/** A film with what a person did in it, in billing order. */
export type PersonFilm = Card & { credits: Pick<Crew, 'credit' | 'role'>[]; sortValue: string };

/** When the last film of a page was released, as the text that PostgreSQL gave, and its id. */
export type PersonFilmKey = [releasedAt: string, id: string];

const IS_SHOWN = '($2 OR NOT EXISTS (SELECT FROM people p WHERE p.id = $1 AND (p.is_private OR p.is_suspended)))';

const LIST = `
  SELECT ${CARD}, f.released_at::text AS sort_value, p.credits
  FROM (
    SELECT film_id, jsonb_agg(
      jsonb_build_object('credit', credit, 'role', role) ORDER BY film_department(credit), position, id
    ) AS credits
    FROM crew WHERE person_id = $1 GROUP BY film_id
  ) p JOIN films f ON f.id = p.film_id ${NUMBERS_FROM}
  WHERE ${VISIBLE} AND ${IS_SHOWN}
    AND ($3::timestamptz IS NULL OR (f.released_at, f.id) < ($3::timestamptz, $4::uuid))
  ORDER BY f.released_at DESC, f.id DESC LIMIT $5`;

const COUNT = `
  SELECT count(*)::int AS count FROM crew c JOIN films f ON f.id = c.film_id
  WHERE c.person_id = $1 AND ${VISIBLE} AND ${IS_SHOWN}`;

/** `isOwn` for the person themself, who sees the films of a private profile. */
type WhoseFilms = { personId: string; isOwn: boolean };

export async function list(
  db: Queryable,
  { personId, isOwn, after, limit }: WhoseFilms & { after: PersonFilmKey | undefined; limit: number },
): Promise<PersonFilm[]> {
  const values = [personId, isOwn, ...(after ?? [null, null]), limit];
  return db.query<PersonFilm>({ name: 'person-films.list', text: LIST, values });
}

/** The credits of visible films that the person agreed to. */
export async function countCredits(db: Queryable, { personId, isOwn }: WhoseFilms): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'person-films.count',
    text: COUNT,
    values: [personId, isOwn],
  });
  return row?.count ?? 0;
}
