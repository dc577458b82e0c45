import type { Tx } from '@marquee/data/database';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import type { Transcode } from '../../gen/prisma/client.ts';

export type TranscodeRow = Transcode;
export type ClaimedTranscode = TranscodeRow & Work;

/** The work loop that makes transcodes. */
export const TRANSCODE_LOOP = 'transcode';

/** Transcodes as work: claimed, renewed, put back in line. */
export const work = workTable<ClaimedTranscode>({
  table: 'transcodes',
  open: "status IN ('WAITING', 'RUNNING')",
  leaseS: 30,
  columns: { dueAt: 'due_at', attempt: 'attempt', failures: 'losses', leaseUntil: 'lease_until' },
  returning: '*',
  onClaim: "status = 'RUNNING', progress_percent = 0",
  onReturn: "status = 'WAITING', progress_percent = 0",
});

/** Queues a transcode, and wakes the workers once the transaction commits. */
export async function insert(
  tx: Tx,
  transcode: { id: string; assetId: string; mode: string; dueAt: Date },
): Promise<void> {
  await tx.query(`INSERT INTO transcodes (id, asset_id, status, mode, due_at) VALUES ($1, $2, 'WAITING', $3, $4)`, [
    ...[transcode.id, transcode.assetId, transcode.mode, transcode.dueAt],
  ]);
  await announceWork(tx, TRANSCODE_LOOP);
}

/** How many wait and how many run, over all workers. */
export async function count(tx: Tx): Promise<{ queued: number; running: number }> {
  const rows = await tx.query<{ queued: number; running: number }>(
    `SELECT count(*) FILTER (WHERE status = 'WAITING')::int AS queued,
       count(*) FILTER (WHERE status = 'RUNNING')::int AS running
     FROM transcodes WHERE status IN ('WAITING', 'RUNNING')`,
  );
  return rows[0] ?? { queued: 0, running: 0 };
}

export async function get(tx: Tx, id: string): Promise<TranscodeRow | undefined> {
  const rows = await tx.query<TranscodeRow>('SELECT * FROM transcodes WHERE id = $1', [id]);
  return rows[0];
}

/** Writes the progress of an attempt. False when it does not hold its lease. */
export async function progress(tx: Tx, { id, attempt }: Lease, percent: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET progress_percent = greatest(progress_percent, $3) WHERE ${work.held} RETURNING 1`,
    [id, attempt, percent],
  );
  return rows.length === 1;
}

export type Result = { prefix: string; renditions: object[]; audioTracks: object[]; posterIds: string[] };

/** Publishes a transcode. False when the attempt does not hold its lease. */
export async function complete(tx: Tx, { id, attempt }: Lease, result: Result): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'COMPLETE', completed_at = now(), progress_percent = 100, lease_until = NULL,
       output_prefix = $3, renditions = $4, audio_tracks = $5, poster_ids = $6 WHERE ${work.held} RETURNING 1`,
    [
      ...[id, attempt],
      ...[result.prefix, JSON.stringify(result.renditions), JSON.stringify(result.audioTracks), result.posterIds],
    ],
  );
  return rows.length === 1;
}

export async function fail(tx: Tx, { id, attempt }: Lease, reason: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'ERROR', error_reason = $3, completed_at = now(), lease_until = NULL
     WHERE ${work.held} RETURNING 1`,
    [id, attempt, reason],
  );
  return rows.length === 1;
}

export async function end(tx: Tx, id: string, status: 'CANCELLED' | 'DELETED'): Promise<void> {
  await tx.query('UPDATE transcodes SET status = $2, lease_until = NULL, completed_at = now() WHERE id = $1', [
    id,
    status,
  ]);
}
