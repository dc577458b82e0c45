import { randomBytes } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import * as accountExports from './account-exports.ts';
import { exportTooSoon } from './own-data-errors.ts';

const NAME_BYTES = 24;

/** Starts an export of all that is held of the viewer, or gives the one that is being made; one a day unless it failed [SET-12]. */
export async function requestExport(
  { tx, clock }: IdentityWrite,
  { accountId }: AccountViewer,
): Promise<accountExports.AccountExport> {
  // Held while the last one is looked at: of two requests at once, one sees the other.
  if (!(await accounts.lock(tx, accountId))) throw accountNotFound();
  const now = clock.now();
  const last = await accountExports.latest(tx, accountId, now);
  if (last?.state === 'WAITING') return last;
  if (nextExportAt(last, now)) throw exportTooSoon();

  return accountExports.insert(tx, {
    id: newId(),
    accountId,
    folder: `exports/${randomBytes(NAME_BYTES).toString('hex')}/`,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + OWN_DATA_LIMITS.exportKeptMs),
  });
}

/** When the next export can be requested, if not now. */
export function nextExportAt(last: accountExports.AccountExport | undefined, now: Date): Date | undefined {
  if (last?.state !== 'READY') return undefined;
  const next = new Date(last.requestedAt.getTime() + OWN_DATA_LIMITS.exportPauseMs);
  return next > now ? next : undefined;
}
