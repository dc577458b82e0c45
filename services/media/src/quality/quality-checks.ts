import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import { Prisma, type QualityCheck } from '../../gen/prisma/client.ts';
import type { QualityReport } from './quality-report.ts';

export type QualityCheckRow = QualityCheck;
export type ClaimedQualityCheck = QualityCheckRow & Work;

const COLUMNS = columnsOf(Object.values(Prisma.QualityCheckScalarFieldEnum));
const OPEN = "status IN ('WAITING', 'RUNNING')";

/** The work loop that looks through videos again. */
export const QUALITY_LOOP = 'quality';
/** The one that waits or runs, the last complete one, and one that failed after it. */
export const KEPT_MAX = 3;

/** Checks as work: claimed, renewed, returned to the queue. */
export const work = workTable<ClaimedQualityCheck>({
  table: 'quality_checks',
  open: OPEN,
  leaseS: 30,
  columns: { dueAt: 'due_at', attempt: 'attempt', failures: 'losses', leaseUntil: 'lease_until' },
  returning: COLUMNS,
  onClaim: "status = 'RUNNING'",
  onReturn: "status = 'WAITING'",
});

/** Queues a check, and wakes the workers once the transaction commits. */
export async function queue(tx: Tx, assetId: string, now: Date): Promise<void> {
  const dueAt = await announceWork(tx, QUALITY_LOOP, now);
  await tx.query("INSERT INTO quality_checks (id, asset_id, status, due_at) VALUES ($1, $2, 'WAITING', $3)", [
    newId(),
    assetId,
    dueAt,
  ]);
}

/** Writes a check that a transcode has made; without a report, one that failed. */
export async function insertEnded(tx: Tx, assetId: string, report: QualityReport | undefined): Promise<void> {
  const id = newId();
  await tx.query(
    `INSERT INTO quality_checks (id, asset_id, status, report, completed_at)
     VALUES ($1, $2, $3, $4, now())`,
    [id, assetId, report ? 'COMPLETE' : 'FAILED', report ? JSON.stringify(report) : null],
  );
  await forgetOlder(tx, { id, assetId, isComplete: report !== undefined });
}

/** Ends an attempt, with its report unless it failed. False when it does not hold its lease. */
export async function finish(tx: Tx, { id, attempt }: Lease, report: QualityReport | undefined): Promise<boolean> {
  const rows = await tx.query<{ assetId: string }>(
    `UPDATE quality_checks SET status = $3, report = $4, completed_at = now(), lease_until = NULL
     WHERE ${work.held} RETURNING asset_id`,
    [id, attempt, report ? 'COMPLETE' : 'FAILED', report ? JSON.stringify(report) : null],
  );
  const [row] = rows;
  if (!row) return false;
  await forgetOlder(tx, { id, assetId: row.assetId, isComplete: report !== undefined });
  return true;
}

/** True when this attempt has ended. */
export async function hasEnded(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  const text = "SELECT 1 FROM quality_checks WHERE id = $1 AND attempt = $2 AND status IN ('COMPLETE', 'FAILED')";
  return (await tx.query(text, [id, attempt])).length === 1;
}

/** True while a check waits or runs. */
export async function isOpen(tx: Tx, assetId: string): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM quality_checks WHERE asset_id = $1 AND ${OPEN}`, [assetId])).length > 0;
}

/** The last ones of an asset, the newest first. */
export function latest(tx: Tx, assetId: string): Promise<QualityCheckRow[]> {
  const text = `SELECT ${COLUMNS} FROM quality_checks WHERE asset_id = $1 ORDER BY id DESC LIMIT $2`;
  return tx.query<QualityCheckRow>(text, [assetId, KEPT_MAX]);
}

/** A report replaces those before it; a failure only earlier failures. */
async function forgetOlder(
  tx: Tx,
  { id, assetId, isComplete }: { id: string; assetId: string; isComplete: boolean },
): Promise<void> {
  await tx.query(
    `DELETE FROM quality_checks WHERE asset_id = $1 AND id < $2 AND (status = 'FAILED' OR status = 'COMPLETE' AND $3)`,
    [assetId, id, isComplete],
  );
}
