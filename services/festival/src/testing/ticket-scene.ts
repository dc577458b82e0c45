import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import type { FestivalUnderTest } from './festival-service.ts';

const HOUR_MS = 3_600_000;
export const PAYS = '4242424242424242';
export const card = (number = PAYS) => ({ number, expiry: '12/34', securityCode: '123' });
export const PRICE = 1_200n;

type Director = ReturnType<FestivalUnderTest['director']>;
type Buyer = ReturnType<FestivalUnderTest['viewer']>;

/** Events and what is sold for them, around a festival service. */
export function ticketScene(festival: FestivalUnderTest) {
  const { db, clock } = festival;

  /** A published event that sells tickets, in a day, for two hours, of a virtual kind. */
  async function event(
    festivalId: string,
    {
      startsIn = 24,
      hours = 2,
      capacity = null as number | null,
      status = 'PUBLISHED',
      selling = true,
      name = 'Opening night',
    } = {},
  ): Promise<string> {
    const [id, now] = [newId(), clock.now()];
    const start = new Date(now.getTime() + startsIn * HOUR_MS);
    await db.query(
      `INSERT INTO events (id, festival_id, name, status, event_virtual, selling_tickets, start_time, end_time, time_zone,
         capacity, created_at, updated_at)
       VALUES ($1, $2, $3, $4, true, $5, $6, $7, 'Europe/Lisbon', $8, $9, $9)`,
      [id, festivalId, name, status, selling, start, new Date(start.getTime() + hours * HOUR_MS), capacity, now],
    );
    return id;
  }

  async function ticketType(director: Director, festivalId: string, eventIds: string[], more: object = {}) {
    const { type } = await director.types.createTicketType({
      ...{ requestId: newId(), festivalId, eventIds, name: 'Full price', price: PRICE, quantity: 20 },
      ...{ limitPerCustomer: 4, ...more },
    });
    return type?.type?.id ?? '';
  }

  /** An event of a new festival with one ticket type. */
  async function sale(more: object = {}, eventMore: Parameters<typeof event>[1] = {}) {
    const { id: festivalId, director } = await festival.organization();
    const eventId = await event(festivalId, eventMore);
    const typeId = await ticketType(director, festivalId, [eventId], more);
    return { festivalId, director, eventId, typeId };
  }

  const open = (
    buyer: Buyer,
    ticketTypeId: string,
    { orderId = newId(), quantity = 1, price = PRICE, admission = '', code = '', discount = 0n } = {},
  ) => buyer.checkout.openTicketOrder({ orderId, ticketTypeId, quantity, price, admission, promoCode: code, discount });

  /** Tickets that somebody has paid for. */
  async function bought(typeId: string, { buyer = festival.viewer(), number = PAYS, quantity = 1 } = {}) {
    const { order } = await open(buyer, typeId, { quantity });
    const orderId = order?.id ?? '';
    const paid = await buyer.checkout.confirmTestTicketPayment({ orderId, ...card(number) });
    return { buyer, orderId, order: paid.order };
  }

  const freeUnits = async (typeId: string) =>
    (await db.query('SELECT 1 FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NULL', [typeId]))
      .length;

  return {
    event,
    ticketType,
    sale,
    open,
    bought,
    freeUnits,
    inHours: (hours: number) => timestampFromDate(new Date(clock.now().getTime() + hours * HOUR_MS)),
  };
}
