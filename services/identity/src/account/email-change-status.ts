import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';

type EmailChangeStatus = { status: 'NONE' | 'PENDING' | 'UPDATED' | 'EXPIRED'; email: string };

/** The state of the viewer's newest change of email. */
export async function emailChangeStatus(
  { prisma, clock }: Pick<IdentityResources, 'prisma' | 'clock'>,
  { accountId }: AccountViewer,
): Promise<EmailChangeStatus> {
  const change = await prisma.emailChange.findFirst({ where: { accountId }, orderBy: { requestedAt: 'desc' } });
  if (!change) return { status: 'NONE', email: '' };
  if (change.confirmedAt) return { status: 'UPDATED', email: change.email };
  return { status: change.expiresAt > clock.now() ? 'PENDING' : 'EXPIRED', email: change.email };
}
