import { sweep } from '@marquee/data/sweep';
import { TICKET_LIMITS } from '@marquee/rules/tickets';
import { transact } from '@marquee/service/use-case';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import { saleStateOf } from '../tickets/sale-state.ts';
import * as types from '../tickets/ticket-types.ts';
import * as waits from './ticket-waits.ts';
import { ticketOffered } from './waiting-list-events.ts';

/** Further ones are offered in the next round. */
const OFFERS_AT_ONCE = 200;

/** Offers what came back to those who wait, in their order; who does not buy in time loses their place [TIC-05:waiting-list]. */
export async function offerTickets(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = resources;
  const offer = (typeId: string) => transact<FestivalResources, void>(resources, (write) => offerOfType(write, typeId));
  const failed = 'tickets could not be offered to who waits for them';
  const about = (typeId: string) => ({ typeId });
  await sweep(await waits.listDue(db, clock.now()), offer, { signal, log, failed, about });
}

async function offerOfType({ tx, clock, emit, soldOut }: FestivalWrite, typeId: string): Promise<void> {
  await waits.lockList(tx, typeId);
  const now = clock.now();
  const type = await types.get(tx, typeId);
  const found = await events.ofType(tx, typeId);
  const isCancelled = found.some(({ status }) => status === 'CANCELLED');
  if (isCancelled || found.every(({ endTime }) => endTime <= now)) return waits.removeAll(tx, typeId);
  // A sale that is interrupted continues with the same list: nobody loses a place while they cannot buy.
  if (saleStateOf(type, found, now) !== 'ON_SALE') return waits.takeBackOffers(tx, typeId);
  await waits.removeLapsed(tx, typeId, now);
  soldOut.forget(typeId);
  const until = offeredUntil(type, found, now);
  const [first] = found;
  for (let offered = 0; offered < OFFERS_AT_ONCE; offered += 1) {
    const wait = await waits.offerNext(tx, typeId, until);
    if (!wait) return;
    await emit(ticketOffered(wait, { typeId, eventId: first?.id ?? '', until }));
  }
}

/** Nothing is kept longer than it can be bought and used. */
function offeredUntil({ saleEnd }: types.SoldType, found: readonly events.TicketEvent[], now: Date): Date {
  const ends = [Math.max(...found.map(({ endTime }) => endTime.getTime())), saleEnd?.getTime() ?? Infinity];
  return new Date(Math.min(now.getTime() + TICKET_LIMITS.offerMinutes * 60_000, ...ends));
}
