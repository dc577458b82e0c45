import type { Tx } from '@marquee/data/database';
import type { ReplyReport } from '../../gen/prisma/client.ts';
import type { Marked } from './spoilers.ts';

const TABLES = {
  REVIEW: { words: 'reviews', reports: 'review_reports', id: 'review_id' },
  REPLY: { words: 'review_replies', reports: 'reply_reports', id: 'reply_id' },
} as const;

/** Keeps a reader's report; a later one replaces its reason and details. What is reported waits since its first report. */
export async function put(
  tx: Tx,
  { kind, id }: Marked,
  { accountId, reason, details, createdAt }: Omit<ReplyReport, 'replyId'>,
): Promise<void> {
  const table = TABLES[kind];
  await tx.query({
    name: `words-reports.wait-${kind.toLowerCase()}`,
    text: `UPDATE ${table.words} SET reported_at = coalesce(reported_at, $2) WHERE id = $1`,
    values: [id, createdAt],
  });
  await tx.query({
    name: `words-reports.put-${kind.toLowerCase()}`,
    text: `INSERT INTO ${table.reports} (${table.id}, account_id, reason, details, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (${table.id}, account_id) DO UPDATE SET reason = excluded.reason, details = excluded.details`,
    values: [id, accountId, reason, details, createdAt],
  });
}

/** Deletes the reports of words that staff have decided on. */
export async function close(tx: Tx, kind: Marked['kind'], ids: readonly string[]): Promise<void> {
  const { reports, id } = TABLES[kind];
  await tx.query(`DELETE FROM ${reports} WHERE ${id} = ANY($1::uuid[])`, [ids]);
}
