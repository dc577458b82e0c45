import { dayRangeOf, spanOf } from '@marquee/rules/day-range';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import { organizationWithMoney } from './money-rights.ts';

export const listFestivalEarningDaysSchema = dayRangeOf({ festivalId: z.string() });

/** What an organization has earned by day. */
export async function listFestivalEarningDays(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, fromDay, toDay }: z.output<typeof listFestivalEarningDaysSchema>,
): Promise<tallies.OfDay[]> {
  const { id } = await organizationWithMoney(db, viewer, festivalId);
  return tallies.listByDay(db, id, spanOf({ fromDay, toDay }));
}
