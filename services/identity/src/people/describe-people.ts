import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';

const PEOPLE_MAX = 100;

export const describePeopleSchema = z.object({ accountIds: z.array(z.string()).max(PEOPLE_MAX) });

/** What notices say of people, for the service that words them; who is gone or suspended is left out. */
export async function describePeople(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  _viewer: Viewer,
  { accountIds }: z.output<typeof describePeopleSchema>,
) {
  const ids = accountIds.filter(isId);
  return { rows: await prisma.account.findMany({ where: { id: { in: ids }, suspendedAt: null } }) };
}
