import { newId } from '@marquee/data/ids';
import * as saleRooms from '@marquee/festival/sale-rooms/sale-rooms';
import { importFestival } from '@marquee/festival/seed/import-festival';
import type { Owned } from './site-owner.ts';

/** A sale with a waiting room that opens soon, for ticket-opening.js. */
export type PreparedOpening = {
  eventId: string;
  typeId: string;
  tickets: number;
  price: number;
  /** What is published of the lot before the sale opens. */
  seedHash: string;
};

const PRICE_CENTS = 1_200;
const DAY_MS = 86_400_000;
const EVENING_MS = 3 * 3_600_000;

/** Makes a festival with an event of so many tickets, whose sale opens after that time. Each run makes a new one. */
export async function prepareOpening(
  festival: Owned,
  { tickets, opensInS, directorId }: { tickets: number; opensInS: number; directorId: string },
): Promise<PreparedOpening> {
  const [festivalId, eventId, typeId] = [newId(), newId(), newId()];
  const now = festival.clock.now();
  const startTime = new Date(now.getTime() + DAY_MS);
  await importFestival(festival, {
    ...{ id: festivalId, url: `load-${festivalId}`, name: 'Everybody at Once', type: 'FILM_FESTIVAL', description: '' },
    ...{ city: 'Lisbon', country: 'PT', language: 'pt', directorId },
    events: [
      {
        ...{ id: eventId, name: 'Opening night', description: '', startTime, timeZone: 'Europe/Lisbon', blocks: [] },
        endTime: new Date(startTime.getTime() + EVENING_MS),
        tickets: [{ id: typeId, name: 'Full price', price: BigInt(PRICE_CENTS), quantity: tickets }],
      },
    ],
  });
  const room = await festival.db.transaction(async (tx) => {
    await tx.query('UPDATE ticket_types SET sale_start = $2 WHERE id = $1', [
      typeId,
      new Date(now.getTime() + opensInS * 1_000),
    ]);
    await saleRooms.insert(tx, eventId, now);
    return saleRooms.find(tx, eventId, now);
  });
  if (!room) throw new Error('the sale has no waiting room');
  return { eventId, typeId, tickets, price: PRICE_CENTS, seedHash: saleRooms.seedHash(room.seed) };
}
