import type { Tx } from '@marquee/data/database';
import type { Transcode } from '../../gen/prisma/client.ts';

export type TranscodeRow = Transcode;

const COLUMNS = `id, asset_id AS "assetId", status, mode, attempt, losses, lease_owner AS "leaseOwner",
  lease_until AS "leaseUntil", progress_percent AS "progressPercent", output_prefix AS "outputPrefix", renditions,
  audio_tracks AS "audioTracks", poster_ids AS "posterIds", error_reason AS "errorReason", created_at AS "createdAt",
  completed_at AS "completedAt"`;

/** The fence of an attempt: what a worker must still hold when it writes. */
export type Lease = { transcodeId: string; attempt: number; worker: string };

export async function insert(tx: Tx, transcode: { id: string; assetId: string; mode: string }): Promise<void> {
  await tx.query(`INSERT INTO transcodes (id, asset_id, status, mode) VALUES ($1, $2, 'WAITING', $3)`, [
    ...[transcode.id, transcode.assetId, transcode.mode],
  ]);
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

export async function find(tx: Tx, id: string): Promise<TranscodeRow | undefined> {
  const rows = await tx.query<TranscodeRow>(`SELECT ${COLUMNS} FROM transcodes WHERE id = $1`, [id]);
  return rows[0];
}

/** The oldest transcode that waits or whose worker was lost, leased under a new attempt. */
export async function claim(tx: Tx, worker: string, leaseS: number): Promise<TranscodeRow | undefined> {
  const rows = await tx.query<TranscodeRow>(
    `UPDATE transcodes SET status = 'RUNNING', attempt = attempt + 1, progress_percent = 0,
       losses = losses + CASE WHEN status = 'RUNNING' THEN 1 ELSE 0 END,
       lease_owner = $1, lease_until = now() + make_interval(secs => $2)
     WHERE id = (SELECT id FROM transcodes
       WHERE status = 'WAITING' OR (status = 'RUNNING' AND lease_until < now())
       ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [worker, leaseS],
  );
  return rows[0];
}

const HELD = `id = $1 AND attempt = $2 AND lease_owner = $3 AND status = 'RUNNING'`;
const fence = ({ transcodeId, attempt, worker }: Lease) => [transcodeId, attempt, worker];

/** False once the lease is somebody else's or the transcode was cancelled. */
export async function renew(tx: Tx, lease: Lease, leaseS: number, progress: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET lease_until = now() + make_interval(secs => $4),
       progress_percent = greatest(progress_percent, $5) WHERE ${HELD} RETURNING 1`,
    [...fence(lease), leaseS, progress],
  );
  return rows.length === 1;
}

export type Result = { prefix: string; renditions: object[]; audioTracks: object[]; posterIds: string[] };

/** The one update that publishes: it holds only for the attempt that still has its lease. */
export async function complete(tx: Tx, lease: Lease, result: Result): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'COMPLETE', completed_at = now(), progress_percent = 100, lease_until = NULL,
       output_prefix = $4, renditions = $5, audio_tracks = $6, poster_ids = $7 WHERE ${HELD} RETURNING 1`,
    [
      ...fence(lease),
      ...[result.prefix, JSON.stringify(result.renditions), JSON.stringify(result.audioTracks), result.posterIds],
    ],
  );
  return rows.length === 1;
}

export async function fail(tx: Tx, lease: Lease, reason: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'ERROR', error_reason = $4, completed_at = now(), lease_until = NULL
     WHERE ${HELD} RETURNING 1`,
    [...fence(lease), reason],
  );
  return rows.length === 1;
}

/** Back in line: a worker that stops in order gives up its lease at once. */
export async function release(tx: Tx, lease: Lease): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'WAITING', lease_owner = NULL, lease_until = NULL, progress_percent = 0
     WHERE ${HELD} RETURNING 1`,
    fence(lease),
  );
  return rows.length === 1;
}

export async function end(tx: Tx, id: string, status: 'CANCELLED' | 'DELETED'): Promise<void> {
  await tx.query('UPDATE transcodes SET status = $2, lease_until = NULL, completed_at = now() WHERE id = $1', [
    id,
    status,
  ]);
}
