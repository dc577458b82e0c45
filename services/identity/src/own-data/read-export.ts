import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as accountExports from './account-exports.ts';
import { exportNotFound, exportNotOpened } from './own-data-errors.ts';

export const readExportSchema = z.object({
  exportId: z.string(),
  offset: z.bigint().min(0n).max(BigInt(Number.MAX_SAFE_INTEGER)),
  length: z.int().min(0).max(OWN_DATA_LIMITS.exportPieceBytesMax),
});

/** A piece of the viewer's own export, by the session that has opened it; empty past its end. */
export async function readExport(
  { db, blobs, clock }: Pick<IdentityResources, 'db' | 'blobs' | 'clock'>,
  { accountId, sessionId }: AccountViewer,
  { exportId, offset, length }: z.output<typeof readExportSchema>,
): Promise<{ data: Uint8Array; sizeBytes: bigint }> {
  const row = await accountExports.find(db, exportId);
  const now = clock.now();
  if (row?.accountId !== accountId || row.state !== 'READY' || row.expiresAt <= now) throw exportNotFound();
  if (row.openedSessionId !== sessionId || !row.openedUntil || row.openedUntil <= now) throw exportNotOpened();
  const { blobKey, sizeBytes } = row;
  const start = Number(offset);
  const end = Math.min(start + length, Number(sizeBytes)) - 1;
  if (end < start) return { data: new Uint8Array(), sizeBytes };
  const data = await blobs.read(blobKey, { range: { start, end } }).catch((error: unknown) => {
    throw error instanceof BlobNotFoundError ? exportNotFound() : error;
  });
  return { data, sizeBytes };
}
