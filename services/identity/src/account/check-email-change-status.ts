import type { AccountViewer } from '@marquee/runtime/viewer';
import * as challenges from '../challenge/challenges.ts';
import { isOpen } from '../challenge/own-challenge.ts';
import type { IdentityResources } from '../resources.ts';
import * as emailChanges from './email-changes.ts';

export type EmailChangeStatus = { status: 'NONE' | 'PENDING' | 'UPDATED' | 'EXPIRED'; email: string };

/** The state of the viewer's newest change of email. */
export async function checkEmailChangeStatus(
  { prisma, clock }: Pick<IdentityResources, 'prisma' | 'clock'>,
  { accountId }: AccountViewer,
): Promise<EmailChangeStatus> {
  const change = await emailChanges.findNewest(prisma, accountId);
  if (!change) return { status: 'NONE', email: '' };
  if (change.confirmedAt) return { status: 'UPDATED', email: change.email };
  // The link may have been sent again, which gives it more time, or ended by a wrong entry.
  const challenge = await challenges.find(prisma, { id: change.id });
  const isPending = isOpen(challenge ?? { endedAt: null, expiresAt: change.expiresAt }, clock.now());
  return { status: isPending ? 'PENDING' : 'EXPIRED', email: change.email };
}
