import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import * as types from '../tickets/ticket-types.ts';
import * as units from '../tickets/ticket-units.ts';
import type { SaleStart } from './random-sales.ts';

/** Far enough that no event of a run ends. */
const YEARS_MS = 50 * 365 * 86_400_000;

/** Makes a festival, and what starts the sales of random operations: an event with one ticket type each. */
export async function randomSaleStart(db: Database): Promise<SaleStart> {
  const festivalId = newId();
  await db.query(
    `INSERT INTO organizations (id, name, type, status, description, state, city, country, language, director_id, created_at, updated_at)
     VALUES ($1, 'Lumen', 'FILM_FESTIVAL', 'ACTIVE', '', '', '', '', '', $2, now(), now())`,
    [festivalId, newId()],
  );
  return async (now, { eventId, typeId, price, limit, quantity }) => {
    const at = [YEARS_MS, YEARS_MS + 1].map((ms) => new Date(now.getTime() + ms));
    await db.query(
      `INSERT INTO events (id, festival_id, name, status, event_virtual, selling_tickets, start_time, end_time, time_zone,
         created_at, updated_at)
       VALUES ($1, $2, 'Opening night', 'PUBLISHED', true, true, $3, $4, 'Europe/Lisbon', $5, $5)`,
      [eventId, festivalId, ...at, now],
    );
    await db.transaction(async (tx) => {
      await types.insert(tx, {
        ...{ id: typeId, festivalId, eventIds: [eventId], name: 'Full price', payWhatYouCan: false, price, quantity },
        ...{ limitPerCustomer: limit, saleStart: null, saleEnd: null, refundHours: 0, createdBy: null, createdAt: now },
      });
      await units.add(tx, typeId, quantity);
    });
    return { typeId, eventId, quantity, free: quantity, cancelled: false };
  };
}
