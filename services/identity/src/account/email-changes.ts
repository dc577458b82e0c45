import type { Reader } from '@marquee/data/prisma';
import type { EmailChange, PrismaClient } from '../../gen/prisma/client.ts';

/** An account's newest change of email. */
export async function findNewest(prisma: Reader<PrismaClient>, accountId: string): Promise<EmailChange | null> {
  return prisma.emailChange.findFirst({ where: { accountId }, orderBy: { requestedAt: 'desc' } });
}
