import { TICKET_LIMITS } from '@marquee/rules/tickets';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as saleRooms from '../sale-rooms/sale-rooms.ts';
import * as events from './events.ts';
import { type SaleState, saleStateOf } from './sale-state.ts';
import { eventNotFound } from './ticket-errors.ts';
import * as types from './ticket-types.ts';

export const listTicketTypesSchema = z.object({ eventId: z.string() });

export type Offer = types.SoldType & { left: number; state: Exclude<SaleState, 'NOT_SOLD'> | 'SOLD_OUT' };

/** What is sold for an event that everybody sees, as its buyers see it [TIC-05]. */
export async function listTicketTypes(
  { db, clock }: FestivalResources,
  _viewer: Viewer,
  { eventId }: z.output<typeof listTicketTypesSchema>,
): Promise<{ event: events.TicketEvent; offers: Offer[]; room: saleRooms.SaleRoom | undefined }> {
  const event = await events.get(db, eventId);
  if (event.status === 'DRAFT' || !event.festivalActive) throw eventNotFound();
  const now = clock.now();
  const found = await types.offersOf(db, event.id, TICKET_LIMITS.leftShownMax + 1);
  const all = new Map(
    (
      await events.list(
        db,
        found.flatMap(({ eventIds }) => eventIds),
      )
    ).map((one) => [one.id, one]),
  );
  const offers = found.flatMap((type): Offer[] => {
    const state = saleStateOf(
      type,
      type.eventIds.flatMap((id) => all.get(id) ?? []),
      now,
    );
    if (state === 'NOT_SOLD') return [];
    return [{ ...type, state: state === 'ON_SALE' && type.left === 0 ? 'SOLD_OUT' : state }];
  });
  return { event, offers, room: event.waitingRoom ? await saleRooms.find(db, event.id, now) : undefined };
}
