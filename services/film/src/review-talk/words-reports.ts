import type { Tx } from '@marquee/data/database';
import type { ReplyReport } from '../../gen/prisma/client.ts';
import type { Marked } from './spoilers.ts';

const TABLES = {
  REVIEW: { words: 'reviews', reports: 'review_reports', id: 'review_id' },
  REPLY: { words: 'review_replies', reports: 'reply_reports', id: 'reply_id' },
} as const;

/** Keeps a reader's report; a later one replaces it. What is reported waits since its first report. */
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
      ON CONFLICT (${table.id}, account_id) DO UPDATE
        SET reason = excluded.reason, details = excluded.details, created_at = excluded.created_at`,
    values: [id, accountId, reason, details, createdAt],
  });
}

/**
 * Deletes the reports that staff saw of words that they keep and have locked. Words with reports that came later wait for
 * them, and no others.
 */
export async function close(
  tx: Tx,
  kind: Marked['kind'],
  seen: readonly { id: string; reportedUntil?: Date | undefined }[],
): Promise<void> {
  const { words, reports, id } = TABLES[kind];
  const ids = seen.map((one) => one.id);
  await tx.query(
    `DELETE FROM ${reports} r USING unnest($1::uuid[], $2::timestamptz[]) AS s (id, until)
      WHERE r.${id} = s.id AND r.created_at <= s.until`,
    [ids, seen.map(({ reportedUntil }) => reportedUntil ?? null)],
  );
  await tx.query(
    `UPDATE ${words} w SET reported_at = (SELECT min(r.created_at) FROM ${reports} r WHERE r.${id} = w.id)
      WHERE w.id = ANY($1::uuid[])`,
    [ids],
  );
}
