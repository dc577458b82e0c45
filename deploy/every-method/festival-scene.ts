import { newId } from '@marquee/data/ids';
import * as ticketOrders from '@marquee/festival/checkout/ticket-orders';
import * as organizations from '@marquee/festival/organizations/organizations';
import * as people from '@marquee/festival/people/people';
import * as awards from '@marquee/festival/programme/awards';
import * as blocks from '@marquee/festival/programme/blocks';
import * as events from '@marquee/festival/programme/events';
import * as films from '@marquee/festival/programme/films';
import * as venues from '@marquee/festival/programme/venues';
import * as team from '@marquee/festival/team/team';
import * as ticketTypes from '@marquee/festival/tickets/ticket-types';
import * as units from '@marquee/festival/tickets/ticket-units';
import * as userTickets from '@marquee/festival/tickets/user-tickets';
import * as ballots from '@marquee/festival/votes/ballots';
import * as orders from '@marquee/payments/orders';
import { createTestProvider } from '@marquee/payments/test-provider';
import { systemClock } from '@marquee/runtime/clock';
import type { Viewer } from '@marquee/runtime/viewer';
import { giftScene } from './gift-scene.ts';
import { makePromoCode } from './opening-scene.ts';
import { PAYMENT_WEBHOOK_SECRET, serviceNamed } from './running-services.ts';

const HOUR_MS = 3_600_000;
const PRICE = 499n;

const WEEK_MS = 7 * 86_400_000;
const EVENING_MS = 2 * 3_600_000;

const festivalDb = () => serviceNamed('festival').platform.db;

/** Objects of festival around one caller, each made when a request first names it. */
export function festivalScene({
  viewer,
  named,
  once,
  film,
}: {
  viewer: Viewer;
  named: (id: string) => string;
  /** A film of the caller. */
  film: () => Promise<string>;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
}) {
  /** An organization that the caller directs; for who has no account, one that everybody sees. */
  const organization = once(async () => {
    const isAccount = viewer.kind === 'account';
    const [id, directorId] = [named(newId()), isAccount ? viewer.accountId : newId()];
    await festivalDb().transaction((tx) =>
      organizations.insert(tx, {
        ...{ id, name: 'A Festival', type: 'FILM_FESTIVAL' },
        ...{ status: isAccount ? 'INACTIVE' : 'ACTIVE', description: '', url: null, directorId },
        ...{ state: '', city: '', country: 'PT', language: 'pt', createdBy: directorId, createdAt: new Date() },
      }),
    );
    return id;
  });
  /** A place of the caller's organization. */
  const venue = once(async () => {
    const [id, festivalId] = [named(newId()), await organization()];
    await festivalDb().transaction((tx) =>
      venues.insert(tx, {
        ...{ id, festivalId, name: 'A Hall', address: '', city: '', country: 'PT', timeZone: 'Europe/Lisbon' },
        ...{ capacity: 100, createdAt: new Date() },
      }),
    );
    return id;
  });
  const plan = async (status: string) => {
    const [id, festivalId] = [named(newId()), await organization()];
    const start = Date.now() + WEEK_MS;
    await festivalDb().transaction((tx) =>
      events.insert(tx, {
        ...{ id, festivalId, name: 'An Evening', description: '', status, eventVirtual: true, sellingTickets: false },
        ...{ startTime: new Date(start), endTime: new Date(start + EVENING_MS), timeZone: 'Europe/Lisbon' },
        ...{ venueId: null, capacity: 100, createdBy: newId(), createdAt: new Date() },
        ...{ preRollVideoUri: '', preRollDuration: 0 },
      }),
    );
    return id;
  };
  /** An event of the caller's organization, which only they see; for who has no account, one that everybody sees. */
  const event = once(() => plan(viewer.kind === 'account' ? 'DRAFT' : 'PUBLISHED'));
  const publishedEvent = once(() => plan('PUBLISHED'));
  /** Somebody whom festival knows by name. */
  const festivalPerson = once(async () => {
    const id = named(newId());
    await festivalDb().transaction((tx) => people.keep(tx, { id, firstName: 'Ada', lastName: 'Byron', version: 1n }));
    return id;
  });
  const inviteTo = async (festivalId: string, accountId: string) =>
    festivalDb().transaction((tx) =>
      team.invite(tx, { festivalId, accountId, role: 'DOOR', addedBy: newId(), addedAt: new Date() }),
    );
  /** Somebody who is invited to the team of the caller's organization. */
  const teamMember = once(async () => {
    const accountId = await festivalPerson();
    await inviteTo(await organization(), accountId);
    return accountId;
  });
  /** Somebody else's organization, whose team the caller is invited to. */
  const invitingOrganization = once(async () => {
    const [id, directorId] = [named(newId()), newId()];
    await festivalDb().transaction((tx) =>
      organizations.insert(tx, {
        ...{ id, name: 'A Club', type: 'MEDIA_CLUB', status: 'ACTIVE', description: '', url: null, directorId },
        ...{ state: '', city: '', country: '', language: '', createdBy: directorId, createdAt: new Date() },
      }),
    );
    if (viewer.kind === 'account') await inviteTo(id, viewer.accountId);
    return id;
  });
  const addBlock = async (eventId: string) => {
    const id = named(newId());
    await festivalDb().transaction((tx) => blocks.insert(tx, { id, eventId, name: 'Shorts' }));
    return id;
  };
  const addFilm = async (blockId: string) => {
    const [id, filmId] = [named(newId()), await film()];
    const facts = { filmTitle: 'A Film', poster: null, directors: [], runningTime: 60, visible: true, version: 1_000n };
    await festivalDb().transaction(async (tx) => {
      await films.keep(tx, { id: filmId, ...facts });
      await blocks.insertFilm(tx, { id, blockId, filmId });
    });
    return { id, filmId };
  };
  /** A block of the event, and another film in it than the one that the request names. */
  const block = once(async () => addBlock(await event()));
  const blockFilm = once(async () => (await addFilm(await block())).id);
  /** An award that a published event gave. */
  const eventAward = once(async () => {
    const [eventId, awardId] = [await publishedEvent(), named(newId())];
    const { filmId } = await addFilm(await addBlock(eventId));
    const award = { id: awardId, eventId, filmId, category: '', winner: true };
    await festivalDb().transaction((tx) => awards.save(tx, award));
    return { eventId, awardId, filmId };
  });
  const accountId = viewer.kind === 'account' ? viewer.accountId : newId();

  /** An event that is on sale, and one kind of tickets to it. */
  const ticketSale = once(async () => {
    const [festivalId, eventId, typeId, now] = [await organization(), named(newId()), named(newId()), new Date()];
    await festivalDb().query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [festivalId]);
    await festivalDb().query(
      `INSERT INTO events (id, festival_id, name, status, event_virtual, selling_tickets, start_time, end_time, time_zone,
         created_at, updated_at)
       VALUES ($1, $2, 'An Evening', 'PUBLISHED', true, true, $3, $4, 'Europe/Lisbon', $5, $5)`,
      [eventId, festivalId, new Date(now.getTime() + HOUR_MS), new Date(now.getTime() + 2 * HOUR_MS), now],
    );
    await festivalDb().transaction(async (tx) => {
      await ticketTypes.insert(tx, {
        ...{ id: typeId, festivalId, eventIds: [eventId], name: 'Full price', payWhatYouCan: false, price: PRICE },
        ...{ quantity: 10, limitPerCustomer: 5, saleStart: null, saleEnd: null, refundHours: 0 },
        ...{ createdBy: newId(), createdAt: now },
      });
      await units.add(tx, typeId, 10);
    });
    return { eventId, typeId };
  });

  /** An order of the caller that is not paid, with its payment at the test provider. */
  const ticketOrder = once(async () => {
    const [{ typeId }, id, createdAt] = [await ticketSale(), named(newId()), new Date()];
    const heldUntil = new Date(createdAt.getTime() + HOUR_MS);
    const sold = { kind: 'TICKETS', itemId: typeId, amount: PRICE, currency: 'USD', fee: 100n, payeeId: newId() };
    await festivalDb().transaction(async (tx) => {
      await orders.insert(tx, { ...sold, id, accountId, provider: 'test', heldUntil, createdAt });
      const row = { id, accountId, typeId, quantity: 1, unitPrice: PRICE, amount: PRICE, heldUntil, createdAt };
      await ticketOrders.hold(tx, { ...row, state: 'HELD' });
    });
    const provider = createTestProvider({
      db: festivalDb(),
      clock: systemClock,
      webhookSecret: PAYMENT_WEBHOOK_SECRET,
    });
    const payment = await provider.createPayment({ id, amount: PRICE, currency: 'USD', description: 'A ticket' });
    const text = "UPDATE orders SET payment_id = $2, state = 'PAYING' WHERE id = $1";
    await festivalDb().query(text, [id, payment.id]);
    return id;
  });

  /** An order of the caller whose refund failed after it had succeeded. */
  const owedTickets = once(async () => {
    const orderId = await ticketOrder();
    await festivalDb().query("UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = $1", [orderId]);
    return orderId;
  });
  /** A ticket of the caller that cost nothing. */
  const userTicket = once(async () => {
    const [{ typeId, eventId }, orderId, createdAt] = [await ticketSale(), named(newId()), new Date()];
    const row = { id: orderId, accountId, typeId, quantity: 1, unitPrice: 0n, amount: 0n, createdAt };
    const [ticket] = await festivalDb().transaction(async (tx) => {
      await ticketOrders.hold(tx, { ...row, state: 'HELD', heldUntil: createdAt });
      return userTickets.deliver(tx, {
        ...{ orderId, holderId: accountId, quantity: 1, eventIds: [eventId], now: createdAt },
      });
    });
    return { eventId, orderId, userTicketId: named(ticket?.id ?? '') };
  });
  /** A ballot of a block of an event, which is open; who asks has not voted. */
  const ballot = once(async () => {
    const eventId = await publishedEvent();
    const blockId = await addBlock(eventId);
    const { filmId } = await addFilm(blockId);
    const id = named(newId());
    const times = { opensAt: new Date(Date.now() - EVENING_MS), closesAt: new Date(Date.now() + EVENING_MS) };
    const fields = {
      type: 'CHOICE' as const,
      ticketHoldersOnly: false,
      attendedOnly: false,
      createdAt: new Date(),
      ...times,
    };
    await festivalDb().transaction((tx) => ballots.insert(tx, { id, eventId, blockId, ...fields }));
    return { id, eventId, blockId, filmId };
  });
  /** A code for the tickets of the sale. */
  const promoCode = once(async () => {
    await ticketSale();
    const made = await makePromoCode(await organization());
    return { ...made, id: named(made.id) };
  });
  return {
    ...{ organization, venue, event, publishedEvent, block, blockFilm, eventAward },
    ...{ festivalPerson, teamMember, invitingOrganization },
    ...{ ballot, promoCode, ticketSale, ticketOrder, owedTickets, userTicket },
    ...giftScene({ viewer, named, once, ticketSale }),
  };
}
