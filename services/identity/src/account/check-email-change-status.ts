import type { AccountViewer } from '@marquee/runtime/viewer';
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
  return { status: change.expiresAt > clock.now() ? 'PENDING' : 'EXPIRED', email: change.email };
}
