import type { Tx } from '@marquee/data/database';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

const CLEAR = 'DELETE FROM favourite_films WHERE account_id = $1';

/** Replaces the favourite films of an account. */
export async function replace(tx: Tx, accountId: string, filmIds: readonly string[]): Promise<void> {
  await tx.query({ name: 'favourites.clear', text: CLEAR, values: [accountId] });
  const text = `INSERT INTO favourite_films (account_id, position, film_id)
    SELECT $1, ordinality - 1, id FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, ordinality)`;
  await tx.query({ name: 'favourites.insert', text, values: [accountId, filmIds] });
}

/** Somebody's favourite films that are available, in their order. */
export async function list(db: Queryable, accountId: string): Promise<Card[]> {
  const text = `SELECT ${CARD} FROM favourite_films v JOIN films f ON f.id = v.film_id ${NUMBERS_FROM}
    WHERE v.account_id = $1 AND ${VISIBLE} ORDER BY v.position`;
  return db.query<Card>({ name: 'favourites.list', text, values: [accountId] });
}
