import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import * as accountExports from './account-exports.ts';
import { exportNotFound } from './own-data-errors.ts';

const REPEATED_MS = 60_000;

export const openExportSchema = z.object({ exportId: z.string() });

/** Lets this session download an export for an hour; `requireFreshProof` stands before it [AUT-17] [SET-12]. */
export async function openExport(
  { tx, clock }: IdentityWrite,
  { accountId, sessionId }: AccountViewer,
  { exportId }: z.output<typeof openExportSchema>,
): Promise<void> {
  const now = clock.now();
  const row = await accountExports.find(tx, exportId);
  if (row?.accountId !== accountId || row.state !== 'READY' || row.expiresAt <= now) throw exportNotFound();
  const until = new Date(now.getTime() + OWN_DATA_LIMITS.exportOpenMs);
  // A repeated call changes nothing.
  const left = row.openedSessionId === sessionId && row.openedUntil ? row.openedUntil.getTime() - now.getTime() : 0;
  if (left > OWN_DATA_LIMITS.exportOpenMs - REPEATED_MS) return;
  await accountExports.open(tx, row.id, sessionId, until);
}
