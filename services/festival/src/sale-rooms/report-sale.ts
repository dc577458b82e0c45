import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as saleRooms from './sale-rooms.ts';

export const reportSaleSchema = z.object({
  eventId: z.uuid(TICKET_MESSAGES.eventNotFound),
  since: z.date().optional(),
});

export type SaleReport = saleRooms.SaleRoom & {
  opensAt: Date;
  free: number;
  held: number;
  rate: number;
  ordered: string[];
};

/** Older orders have freed their places long ago. */
const SINCE_MS_MAX = 600_000;

const latest = (since: Date, now: Date) => new Date(Math.max(since.getTime(), now.getTime() - SINCE_MS_MAX));

/** How a sale with a waiting room stands; undefined where there is none [TIC-06]. */
export async function reportSale(
  { db, clock, config, loopShare }: FestivalResources,
  _viewer: Viewer,
  { eventId, since }: z.output<typeof reportSaleSchema>,
): Promise<SaleReport | undefined> {
  const now = clock.now();
  const room = await saleRooms.find(db, eventId, now);
  if (!room?.opensAt) return undefined;
  const isOpen = room.opensAt <= now;
  // Before the units are counted: who is named has taken theirs, and nobody is admitted for a ticket that is gone.
  const ordered = isOpen && since ? await saleRooms.listOrdered(db, eventId, latest(since, now)) : [];
  return {
    ...{ ...room, opensAt: room.opensAt, ordered },
    // Before the hour, of what opens then: for a second after it gateways answer by this, and who is first must not read sold out.
    ...(await saleRooms.countUnits(db, eventId, isOpen ? now : room.opensAt)),
    rate: config.SALE_ADMISSIONS_PER_SECOND * loopShare(),
  };
}
