import type { Tx } from '@marquee/data/database';
import type { Entitlement } from '../../gen/prisma/client.ts';

type Screener = Pick<Entitlement, 'accountId' | 'filmId' | 'sourceId' | 'endsAt'>;

/** Lets an account watch a film to judge it; the submission is the source. A film that is gone gives no right. */
export async function keep(tx: Tx, { accountId, filmId, sourceId, endsAt }: Screener): Promise<void> {
  await tx.query({
    name: 'screeners.keep',
    text: `INSERT INTO entitlements (account_id, film_id, source, source_id, ends_at)
      SELECT $1, id, 'SCREENER', $3, $4 FROM films WHERE id = $2
      ON CONFLICT (account_id, film_id, source, source_id) DO UPDATE SET ends_at = excluded.ends_at`,
    values: [accountId, filmId, sourceId, endsAt],
  });
}

export async function remove(tx: Tx, { accountId, filmId, sourceId }: Screener): Promise<void> {
  await tx.query({
    name: 'screeners.remove',
    text: `DELETE FROM entitlements
      WHERE account_id = $1 AND film_id = $2 AND source = 'SCREENER' AND source_id = $3`,
    values: [accountId, filmId, sourceId],
  });
}
