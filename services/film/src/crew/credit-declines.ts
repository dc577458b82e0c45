import type { Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { CreditDecline } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const KEPT_MS = CREW_LIMITS.daysAfterDecline * 86_400_000;

type Named = Pick<CreditDecline, 'filmId' | 'accountId'>;

/** Keeps that a person does not want to be named by a film. */
export async function keep(tx: Tx, { filmId, accountId }: Named, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO credit_declines (film_id, account_id, declined_at) VALUES ($1, $2, $3)
     ON CONFLICT (film_id, account_id) DO UPDATE SET declined_at = excluded.declined_at`,
    [filmId, accountId, now],
  );
}

export async function remove(tx: Tx, { filmId, accountId }: Named): Promise<void> {
  await tx.query('DELETE FROM credit_declines WHERE film_id = $1 AND account_id = $2', [filmId, accountId]);
}

/** When the film may ask this person again: long ago, if they have not declined lately. */
export async function possibleFrom(tx: Tx, { filmId, accountId }: Named): Promise<Date> {
  const text = 'SELECT declined_at FROM credit_declines WHERE film_id = $1 AND account_id = $2';
  const [row] = await tx.query<{ declinedAt: Date }>(text, [filmId, accountId]);
  return new Date(row ? row.declinedAt.getTime() + KEPT_MS : 0);
}

/** Deletes those that no longer keep a film from asking. */
export async function prune(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await pruneRows(db, { table: 'credit_declines', where: 'declined_at < $1', values: [before] });
}
