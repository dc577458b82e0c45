import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import { Prisma, type Protection } from '../../gen/prisma/client.ts';
import type { SealedKeys } from './sealed-keys.ts';

export type ProtectionRow = Protection;
export type ClaimedProtection = ProtectionRow & Work;

const COLUMNS = columnsOf(Object.values(Prisma.ProtectionScalarFieldEnum));
const OPEN = "status IN ('WAITING', 'RUNNING')";

/** The work loop that encrypts renditions. */
export const PROTECTION_LOOP = 'protection';
/** How many runs of an asset its maker is shown. */
export const HISTORY_MAX = 20;

/** Protections as work: claimed, renewed, returned to the queue. */
export const work = workTable<ClaimedProtection>({
  table: 'protections',
  open: OPEN,
  leaseS: 30,
  columns: { dueAt: 'due_at', attempt: 'attempt', failures: 'losses', leaseUntil: 'lease_until' },
  returning: COLUMNS,
  onClaim: "status = 'RUNNING', progress_percent = 0",
  onReturn: "status = 'WAITING', progress_percent = 0",
});

export type NewProtection = Pick<ProtectionRow, 'id' | 'assetId' | 'sourceVersion' | 'isRemoval'> & {
  sealedKeys: SealedKeys | null;
};

/** Queues a protection, and wakes the workers once the transaction commits. */
export async function queue(tx: Tx, protection: NewProtection, now: Date): Promise<void> {
  const { id, assetId, sourceVersion, isRemoval, sealedKeys } = protection;
  const dueAt = await announceWork(tx, PROTECTION_LOOP, now);
  await tx.query(
    `INSERT INTO protections (id, asset_id, source_version, is_removal, status, sealed_keys, due_at)
     VALUES ($1, $2, $3, $4, 'WAITING', $5, $6)`,
    [id, assetId, sourceVersion, isRemoval, sealedKeys && JSON.stringify(sealedKeys), dueAt],
  );
}

export async function get(tx: Tx, id: string): Promise<ProtectionRow | undefined> {
  const rows = await tx.query<ProtectionRow>(`SELECT ${COLUMNS} FROM protections WHERE id = $1`, [id]);
  return rows[0];
}

/** The protection that waits or runs. */
export async function openOf(tx: Tx, assetId: string): Promise<ProtectionRow | undefined> {
  const text = `SELECT ${COLUMNS} FROM protections WHERE asset_id = $1 AND ${OPEN}`;
  return (await tx.query<ProtectionRow>(text, [assetId]))[0];
}

/** The last ones of an asset, the newest first. */
export function latest(tx: Tx, assetId: string): Promise<ProtectionRow[]> {
  const text = `SELECT ${COLUMNS} FROM protections WHERE asset_id = $1 ORDER BY id DESC LIMIT $2`;
  return tx.query<ProtectionRow>(text, [assetId, HISTORY_MAX]);
}

/** Writes the progress of an attempt. False when it does not hold its lease. */
export async function progress(tx: Tx, { id, attempt }: Lease, percent: number): Promise<boolean> {
  const text = `UPDATE protections SET progress_percent = greatest(progress_percent, $3) WHERE ${work.held} RETURNING 1`;
  return (await tx.query(text, [id, attempt, percent])).length === 1;
}

/** Ends an attempt. False when it does not hold its lease. */
export async function finish(
  tx: Tx,
  { id, attempt }: Lease,
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED',
  errorReason: string | null = null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE protections SET status = $3, error_reason = $4, completed_at = now(), lease_until = NULL,
       progress_percent = CASE WHEN $3 = 'COMPLETED' THEN 100 ELSE progress_percent END
     WHERE ${work.held} RETURNING 1`,
    [id, attempt, status, errorReason],
  );
  return rows.length === 1;
}

/** True when this attempt has ended so. */
export async function hasEnded(tx: Tx, { id, attempt }: Lease, status: string): Promise<boolean> {
  const text = 'SELECT 1 FROM protections WHERE id = $1 AND attempt = $2 AND status = $3';
  return (await tx.query(text, [id, attempt, status])).length === 1;
}

/** Cancels what waits or runs. */
export async function cancel(tx: Tx, assetId: string): Promise<ProtectionRow | undefined> {
  const text = `UPDATE protections SET status = 'CANCELLED', lease_until = NULL, completed_at = now()
    WHERE asset_id = $1 AND ${OPEN} RETURNING ${COLUMNS}`;
  return (await tx.query<ProtectionRow>(text, [assetId]))[0];
}
