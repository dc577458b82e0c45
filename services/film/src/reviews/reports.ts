import type { Tx } from '@marquee/data/database';
import type { FilmReport } from '../../gen/prisma/client.ts';

/** True when it is the viewer's first report of the film; a later one replaces its words. */
export async function upsert(tx: Tx, report: FilmReport): Promise<boolean> {
  const [row] = await tx.query<{ isNew: boolean }>(
    `INSERT INTO film_reports AS r (id, film_id, account_id, reason, details, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (film_id, account_id) DO UPDATE SET reason = excluded.reason, details = excluded.details
     RETURNING old.id IS NULL AS is_new`,
    [report.id, report.filmId, report.accountId, report.reason, report.details, report.createdAt],
  );
  return row?.isNew ?? false;
}
