import type { GetPlanFactsResponse } from '@marquee/contracts/identity/v1/plans_pb';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import type { festivalIdSchema } from './get-any-organization.ts';

/** The plan of an organization's director; undefined where nobody directs it [ADO-05]. */
export async function getDirectorSubscription(
  { db, plans }: FestivalResources,
  _viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<GetPlanFactsResponse | undefined> {
  const { directorId: accountId } = await organizations.get(db, festivalId);
  return accountId ? ifFound(plans.getPlanFacts({ accountId })) : undefined;
}
