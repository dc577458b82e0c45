import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { testDatabase } from '@marquee/testing/test-database';
import { invariants } from '../invariants.ts';
import { randomSales, type SaleStart } from '../testing/random-sales.ts';
import * as types from '../tickets/ticket-types.ts';
import * as units from '../tickets/ticket-units.ts';

/** `RANDOM_SALES=1000000 RANDOM_SEED=7` does as many with another seed. */
const COUNT = Number(process.env.RANDOM_SALES ?? 1_000);
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_128);
const MS_EACH_MAX = 100;
const YEARS_MS = 50 * 365 * 86_400_000;

test(
  'random sales with crashes between any two steps: no unit in two hands, no money without its ticket or refund [TIC-06:exact]',
  async () => {
    const db = await testDatabase('festival');
    const festivalId = newId();
    await db.query(
      `INSERT INTO organizations (id, name, type, status, description, state, city, country, language, director_id, created_at, updated_at)
       VALUES ($1, 'Lumen', 'FILM_FESTIVAL', 'ACTIVE', '', '', '', '', '', $2, now(), now())`,
      [festivalId, newId()],
    );
    const start: SaleStart = async (now, { price, limit, quantity }) => {
      const [eventId, typeId] = [newId(), newId()];
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
          ...{
            limitPerCustomer: limit,
            saleStart: null,
            saleEnd: null,
            refundHours: 0,
            createdBy: null,
            createdAt: now,
          },
        });
        await units.add(tx, typeId, quantity);
      });
      return { typeId, eventId, quantity, free: quantity, cancelled: false };
    };
    const tally = await randomSales(db, { seed: SEED, count: COUNT, start });
    for (const { check, name } of [...ledgerInvariants, ...invariants.invariants]) {
      expect([SEED, name, await check(db.query)]).toEqual([SEED, name, []]);
    }
    // Each kind of thing happened often enough to mean something.
    const isVaried = tally.refused > COUNT / 50 && tally.crashed > COUNT / 50 && tally.sold > COUNT / 10;
    expect({ SEED, ...tally, isVaried }).toMatchObject({ isVaried: true });
  },
  30_000 + COUNT * MS_EACH_MAX,
);
