import { newId } from '@marquee/data/ids';
import { PROMO_LIMITS, promoCodeFields } from '@marquee/rules/promo-codes';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as types from '../tickets/ticket-types.ts';
import { codeTaken, tooManyCodes, typesNotOwn } from './promo-code-errors.ts';
import * as promoCodes from './promo-codes.ts';

export const createPromoCodeSchema = z.intersection(z.object({ eventId: z.string() }), promoCodeFields);

/** Makes a code for tickets of the organization of an event [TIC-05:codes]. */
export async function createPromoCode(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, ticketTypeIds, startsAt, endsAt, ...fields }: z.output<typeof createPromoCodeSchema>,
): Promise<promoCodes.PromoCodeUsage> {
  const { festivalId } = await events.get(tx, eventId);
  await requireStanding(tx, viewer, await organizations.lock(tx, festivalId), 'MANAGER');
  if ((await promoCodes.countOf(tx, festivalId)) >= PROMO_LIMITS.perFestivalMax) throw tooManyCodes();
  const chosen = [...new Set(ticketTypeIds)];
  if ((await types.countOwn(tx, festivalId, chosen)) !== chosen.length) throw typesNotOwn();
  const value = fields.kind === 'TICKET' ? 0n : fields.value;
  const made = {
    ...{ ...fields, value, id: newId(), festivalId, ticketTypeIds: chosen },
    ...{ startsAt: startsAt ?? null, endsAt: endsAt ?? null },
    ...{ createdBy: viewer.accountId, createdAt: clock.now() },
  };
  if (!(await promoCodes.insert(tx, made))) throw codeTaken();
  return { ...made, withdrawn: false, used: 0 };
}
