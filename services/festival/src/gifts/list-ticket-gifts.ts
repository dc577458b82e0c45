import { GIFT_LIMITS } from '@marquee/rules/ticket-gifts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalResources } from '../resources.ts';
import { type OwnTicket, withEvents } from '../tickets/list-own-tickets.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { addressesOf } from './address-of.ts';
import * as gifts from './ticket-gifts.ts';

export type ShownGift = gifts.NamedGift & { ticket: OwnTicket };

/** What waits for the viewer, and what they have given, of events that have not ended [TIC-03]. */
export async function listTicketGifts(
  resources: FestivalResources,
  { accountId }: AccountViewer,
): Promise<{ waiting: ShownGift[]; given: ShownGift[] }> {
  const { db, clock, addressHashes } = resources;
  const now = clock.now();
  const hashes = (await addressesOf(resources, accountId)).map((address) => addressHashes.addressHash(address));
  const waiting = hashes.length > 0 ? await gifts.listWaiting(db, hashes, now, GIFT_LIMITS.listedMax) : [];
  const given = await gifts.listGiven(db, accountId, now, GIFT_LIMITS.listedMax);
  return { waiting: await withTickets(db, waiting), given: await withTickets(db, given) };
}

/** One gift as it is shown. */
export async function shownGift(db: FestivalResources['db'], id: string): Promise<ShownGift | undefined> {
  const found = await gifts.find(db, id);
  const [shown] = found ? await withTickets(db, [found]) : [];
  return shown;
}

async function withTickets(db: FestivalResources['db'], found: readonly gifts.NamedGift[]): Promise<ShownGift[]> {
  const rows = await userTickets.listByIds(
    db,
    found.map(({ ticketId }) => ticketId),
  );
  const byId = new Map((await withEvents(db, rows)).map((ticket) => [ticket.id, ticket]));
  return found.flatMap((gift) => {
    const ticket = byId.get(gift.ticketId);
    return ticket ? [{ ...gift, ticket }] : [];
  });
}
