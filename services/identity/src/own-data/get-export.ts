import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import * as accountExports from './account-exports.ts';
import { nextExportAt } from './request-export.ts';

export type OwnExport = { row: accountExports.AccountExport | undefined; nextAt: Date | undefined };

/** The viewer's latest export, and when they can ask for the next one. */
export async function getExport(
  { db, clock }: Pick<IdentityResources, 'db' | 'clock'>,
  { accountId }: AccountViewer,
): Promise<OwnExport> {
  const now = clock.now();
  const row = await accountExports.latest(db, accountId, now);
  return { row, nextAt: nextExportAt(row, now) };
}
