import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { type RowsInLine, workLine } from '@marquee/data/work-line';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import { Prisma, type Transcode } from '../../gen/prisma/client.ts';

export type TranscodeRow = Transcode;
export type ClaimedTranscode = TranscodeRow & Work;

const COLUMNS = columnsOf(Object.values(Prisma.TranscodeScalarFieldEnum));

/** The work loop that makes transcodes. */
export const TRANSCODE_LOOP = 'transcode';

/** How long an attempt that lost its lease may still be writing. */
export const LATE_WRITER_S = 10 * 60;

/** Of workers on other machines: between them and the site a network may fail for minutes. */
export const REMOTE_LEASE_S = 5 * 60;

const rows: RowsInLine = {
  table: 'transcodes',
  open: "status IN ('WAITING', 'RUNNING')",
  leaseS: 30,
  columns: {
    ...{ dueAt: 'due_at', attempt: 'attempt', failures: 'losses', leaseUntil: 'lease_until' },
    ...{ turn: 'turn', lane: 'lane' },
  },
  returning: COLUMNS,
  onClaim: "status = 'RUNNING', progress_percent = 0, worker_key_id = NULL, stored_files = 0, stored_bytes = 0",
  onReturn: "status = 'WAITING', progress_percent = 0",
};

/** Transcodes as work: claimed, renewed, returned to the queue. */
export const work = workTable<ClaimedTranscode>(rows);

const MINUTE_MS = 60_000;

/** The order in which they wait: makers take turns, by the length of their videos. */
export const line = workLine(rows, { costMin: MINUTE_MS, costMax: 30 * MINUTE_MS });

// A maker's trailer does not wait for the film that was uploaded before it: the short and the long have a lane each.
const SHORT_MS_MAX = 10 * MINUTE_MS;
const laneOf = ({ ownerId, durationMs }: VideoInLine) =>
  `${ownerId}:${(durationMs ?? 0) <= SHORT_MS_MAX ? 'short' : 'long'}`;

export type VideoInLine = { id: string; ownerId: string; durationMs: number | null; ladderMode: string };

/** Queues a transcode of a checked video and returns its id. Wakes the workers once the transaction commits. */
export async function queue(tx: Tx, video: VideoInLine, now: Date): Promise<string> {
  const id = newId();
  const lane = laneOf(video);
  const turn = await line.next(tx, lane, video.durationMs ?? 0);
  const dueAt = await announceWork(tx, TRANSCODE_LOOP, now);
  await tx.query(
    `INSERT INTO transcodes (id, asset_id, status, mode, due_at, lane, turn) VALUES ($1, $2, 'WAITING', $3, $4, $5, $6)`,
    [id, video.id, video.ladderMode, dueAt, lane, turn],
  );
  return id;
}

/** Puts a waiting transcode before all others, in the name of a member of staff. False when it does not wait. */
export async function moveToFront(tx: Tx, id: string, movedBy: string): Promise<boolean> {
  if (!(await line.moveToFront(tx, id))) return false;
  await tx.query('UPDATE transcodes SET moved_by = $2 WHERE id = $1', [id, movedBy]);
  return true;
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
  const rows = await tx.query<TranscodeRow>(`SELECT ${COLUMNS} FROM transcodes WHERE id = $1`, [id]);
  return rows[0];
}

export type Progress = { assetId: string; progressPercent: number; waiting: boolean };

/** How far the current transcodes of assets are, those that are in progress. */
export function progressOf(tx: Tx, assetIds: readonly string[]): Promise<Progress[]> {
  return tx.query<Progress>(
    `SELECT a.id AS asset_id, t.progress_percent, t.status = 'WAITING' AS waiting
     FROM assets a JOIN transcodes t ON t.id = a.current_transcode_id
     WHERE a.id = ANY($1::uuid[]) AND t.status IN ('WAITING', 'RUNNING')`,
    [assetIds],
  );
}

/** Writes the progress of an attempt. False when it does not hold its lease. */
export async function progress(tx: Tx, { id, attempt }: Lease, percent: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET progress_percent = greatest(progress_percent, $3) WHERE ${work.held} RETURNING 1`,
    [id, attempt, percent],
  );
  return rows.length === 1;
}

const remotely = `lease_until = now() + interval '${REMOTE_LEASE_S} seconds'`;

/** Notes that a worker on another machine has the attempt, under the longer lease of such workers. */
export async function assign(tx: Tx, { id, attempt }: Lease, workerKeyId: string): Promise<void> {
  await tx.query(`UPDATE transcodes SET worker_key_id = $3, ${remotely} WHERE ${work.held}`, [
    ...[id, attempt],
    workerKeyId,
  ]);
}

/** As `work.renew`, for a worker on another machine. */
export async function renewRemotely(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  const text = `UPDATE transcodes SET ${remotely} WHERE ${work.held} RETURNING 1`;
  return (await tx.query(text, [id, attempt])).length === 1;
}

type StoredLimits = { files: number; bytes: number };

/** Counts a file that such a worker stores. False when the attempt would have more than its limits, or is not held. */
export async function countStored(
  tx: Tx,
  { id, attempt }: Lease,
  bytes: number,
  limits: StoredLimits,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET stored_files = stored_files + 1, stored_bytes = stored_bytes + $3
     WHERE ${work.held} AND stored_files < $4 AND stored_bytes + $3 <= $5 RETURNING 1`,
    [id, attempt, bytes, limits.files, limits.bytes],
  );
  return rows.length === 1;
}

/** Returns what a worker on another machine has to the queue: its next call is refused. */
export async function takeFrom(tx: Tx, workerKeyId: string): Promise<void> {
  await tx.query(
    `UPDATE transcodes SET status = 'WAITING', progress_percent = 0, lease_until = NULL
     WHERE worker_key_id = $1 AND status = 'RUNNING'`,
    [workerKeyId],
  );
}

/** True while the attempt holds its lease. */
export async function isHeld(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM transcodes WHERE ${work.held}`, [id, attempt])).length === 1;
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

/** A complete transcode once more as another version, from other files. */
export async function copyAs(
  tx: Tx,
  version: string,
  copy: { id: string; prefix: string; isProtected: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO transcodes (id, asset_id, status, mode, output_prefix, renditions, audio_tracks, poster_ids,
       progress_percent, completed_at, is_protected)
     SELECT $2, asset_id, 'COMPLETE', mode, $3, renditions, audio_tracks, poster_ids, 100, now(), $4
     FROM transcodes WHERE id = $1`,
    [version, copy.id, copy.prefix, copy.isProtected],
  );
}

export async function fail(tx: Tx, { id, attempt }: Lease, reason: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE transcodes SET status = 'ERROR', error_reason = $3, completed_at = now(), lease_until = NULL
     WHERE ${work.held} RETURNING 1`,
    [id, attempt, reason],
  );
  return rows.length === 1;
}

/** True when this attempt has ended the transcode so. */
export async function hasEnded(tx: Tx, { id, attempt }: Lease, status: 'COMPLETE' | 'ERROR'): Promise<boolean> {
  const text = 'SELECT 1 FROM transcodes WHERE id = $1 AND attempt = $2 AND status = $3';
  return (await tx.query(text, [id, attempt, status])).length === 1;
}

export async function end(tx: Tx, id: string, status: 'CANCELLED' | 'DELETED'): Promise<void> {
  await tx.query('UPDATE transcodes SET status = $2, lease_until = NULL, completed_at = now() WHERE id = $1', [
    id,
    status,
  ]);
}
