import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as promoCodes from './promo-codes.ts';

export const listPromoCodesSchema = z.object({ eventId: z.string() });

/** The codes of the organization of an event, for who sells its tickets. */
export async function listPromoCodes(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { eventId }: z.output<typeof listPromoCodesSchema>,
): Promise<promoCodes.PromoCodeUsage[]> {
  const { festivalId } = await events.get(db, eventId);
  await requireStanding(db, viewer, await organizations.get(db, festivalId), 'MANAGER');
  return promoCodes.list(db, festivalId);
}
