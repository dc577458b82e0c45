import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import * as accountClosings from './account-closings.ts';
import * as accountExports from './account-exports.ts';
import { exportNotFound } from './own-data-errors.ts';

export const exportMailSchema = z.object({ exportId: z.string() });
export const closingMailSchema = z.object({ closingId: z.string() });

type Resources = Pick<IdentityResources, 'db' | 'prisma' | 'clock'>;
type Recipient = { email: string; firstName: string; language: string; accountId: string };

const ENDED = { ended: true as const };

/** What the mail about a finished export says, and to whom; ended once it cannot be downloaded any more. */
export async function getExportMail(
  { db, prisma, clock }: Resources,
  _viewer: Viewer,
  { exportId }: z.output<typeof exportMailSchema>,
): Promise<typeof ENDED | (Recipient & { expiresAt: Date })> {
  const row = await accountExports.find(db, exportId);
  if (!row) throw exportNotFound();
  const recipient = recipientOf(await accounts.find(prisma, row.accountId));
  if (!recipient || row.state !== 'READY' || row.expiresAt <= clock.now()) return ENDED;
  return { ...recipient, expiresAt: row.expiresAt };
}

/** What the mail about a closing says, and to whom; ended once the account cannot be kept any more. */
export async function getClosingMail(
  { db, prisma, clock }: Resources,
  _viewer: Viewer,
  { closingId }: z.output<typeof closingMailSchema>,
): Promise<typeof ENDED | (Recipient & { keepUntil: Date; doneBy: Date })> {
  const row = await accountClosings.find(db, closingId);
  // It was taken back.
  if (!row) throw accountNotFound();
  const recipient = recipientOf(await accounts.find(prisma, row.accountId));
  if (!recipient || row.keepUntil <= clock.now()) return ENDED;
  return { ...recipient, keepUntil: row.keepUntil, doneBy: doneBy(row) };
}

/** By when a closing is done everywhere. */
export function doneBy({ requestedAt }: Pick<accountClosings.AccountClosing, 'requestedAt'>): Date {
  return new Date(requestedAt.getTime() + OWN_DATA_LIMITS.doneMs);
}

function recipientOf(account: Account | undefined): Recipient | undefined {
  if (!account?.email || account.suspendedAt || account.emailBouncedAt) return undefined;
  const { id: accountId, email, firstName, preferredLanguage: language } = account;
  return { accountId, email, firstName, language };
}
