import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { importFestival } from '@marquee/festival/seed/import-festival';
import * as ballots from '@marquee/festival/votes/ballots';
import { systemClock } from '@marquee/runtime/clock';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';
import type { Browser } from './browser.ts';
import type { Claims } from './claims.ts';
import type { Load } from './load.ts';
import { inTurn, type Person, type SignIn } from './people.ts';

/** An event that sells tickets and is voted on, with a door. */
export type FestivalScene = { eventId: string; typeId: string; ballotId: string; filmId: string; blockId: string };

const PRICE_CENTS = 1_200;
const TICKETS = 20_000;
/** As many as one customer may have (import-festival.ts). */
const TICKETS_EACH_MAX = 4;
const DAY_MS = 86_400_000;
const CARD = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
const CHECKOUT = 'festival.v1.TicketCheckoutService';

/** Makes a festival of a director on the site, as its operator. */
export async function newFestival(
  dir: string,
  directorId: string,
  { id: filmId, title: filmTitle }: { id: string; title: string },
): Promise<FestivalScene> {
  const [id, eventId, typeId, blockId, ballotId] = [newId(), newId(), newId(), newId(), newId()];
  const log = createLogger({ service: 'faults', level: 'fatal' });
  const url = embeddedPostgresUrl(join(dir, 'socket'), 'festival');
  const db = openDatabase({ url, max: 1, applicationName: 'faults', log });
  const now = systemClock.now();
  const endTime = new Date(now.getTime() + DAY_MS);
  try {
    const festival = { db, outbox: createOutbox({ clock: systemClock }), clock: systemClock, signals: memorySignals() };
    await importFestival(festival, {
      ...{ id, url: `faults-${id}`, name: 'Trouble at the Lake', type: 'FILM_FESTIVAL', description: '', directorId },
      ...{ city: 'Lisbon', country: 'PT', language: 'pt' },
      events: [
        {
          ...{
            id: eventId,
            name: 'Opening night',
            description: '',
            startTime: now,
            endTime,
            timeZone: 'Europe/Lisbon',
          },
          blocks: [{ id: blockId, name: 'Features', films: [{ id: newId(), filmId, filmTitle }] }],
          tickets: [{ id: typeId, name: 'Full price', price: BigInt(PRICE_CENTS), quantity: TICKETS }],
        },
      ],
    });
    await db.transaction((tx) =>
      ballots.insert(tx, {
        ...{ id: ballotId, eventId, blockId, type: 'CHOICE', opensAt: now, closesAt: endTime, createdAt: now },
        ...{ ticketHoldersOnly: false, attendedOnly: false },
      }),
    );
  } finally {
    await db.close();
  }
  return { eventId, typeId, ballotId, filmId, blockId };
}

type Paid = { order?: { state?: string; tickets?: { userTicketId: string }[] } };
type Opened = { door?: { id: string }; credential?: string };

/**
 * People who buy, vote and check tickets. Each who has just signed in buys a ticket and votes; while nobody is new, as on a
 * machine that is busy, those before them buy another one, and send their vote again.
 */
export function addFestivalGoers(load: Load, claims: Claims, festival: FestivalScene, director: Person): void {
  const buyers = inTurn(claims, TICKETS_EACH_MAX);
  const voters = inTurn(claims, Number.POSITIVE_INFINITY);
  load.add('buyer', 700, async () => {
    const buyer = buyers();
    if (buyer) await buy(buyer.browser, claims, festival);
  });
  load.add('voter', 700, async () => {
    const voter = voters();
    if (voter) await vote(voter, claims, festival);
  });
  let door: Promise<Opened> | undefined;
  let next = 0;
  load.add('door', 900, async () => {
    const { eventId } = festival;
    door ??= director.browser.persist<Opened>('scan', 'festival.v1.DoorService/OpenDoor', {
      ...{ requestId: randomUUID(), eventId, name: 'Main door' },
    });
    const code = claims.codes[next];
    if (code === undefined) return sync(director.browser, await door, []);
    next += 1;
    await scan(director.browser, claims, code, await door);
  });
}

async function buy(browser: Browser, claims: Claims, { typeId, eventId }: FestivalScene): Promise<void> {
  const orderId = randomUUID();
  const claimed = { acknowledged: false };
  claims.purchases.set(orderId, claimed);
  const order = { orderId, ticketTypeId: typeId, quantity: 1, price: String(PRICE_CENTS), admission: '' };
  await browser.persist('purchase', `${CHECKOUT}/OpenTicketOrder`, order);
  const paid = await browser.persist<Paid>('purchase', `${CHECKOUT}/ConfirmTestTicketPayment`, { orderId, ...CARD });
  const userTicketId = paid.order?.tickets?.[0]?.userTicketId;
  if (paid.order?.state !== 'ORDER_STATE_FULFILLED' || !userTicketId) return;
  claimed.acknowledged = true;
  const ticket = { eventId, userTicketId };
  const { code } = await browser.persist<{ code: string }>(
    'purchase',
    'festival.v1.TicketService/GetOwnTicket',
    ticket,
  );
  claims.codes.push(code);
}

async function vote({ browser, accountId }: SignIn, claims: Claims, festival: FestivalScene): Promise<void> {
  const { eventId, blockId, filmId, ballotId } = festival;
  const claimed = claims.votes.get(accountId) ?? { ballotId, receipt: '' };
  claims.votes.set(accountId, claimed);
  const body = { eventId, blockId, filmId };
  const { receipt } = await browser.persist<{ receipt: string }>('vote', 'festival.v1.VoteService/CastVote', body);
  // The vote of somebody who has voted is the one that stands.
  claimed.receipt ||= receipt;
  if (claimed.receipt !== receipt) throw new Error(`the vote with the receipt ${claimed.receipt} became ${receipt}`);
}

async function sync(browser: Browser, { door, credential }: Opened, scans: readonly object[]): Promise<void> {
  await browser.persist('scan', 'festival.v1.DoorService/SyncDoor', { doorId: door?.id, credential, scans });
}

async function scan(browser: Browser, claims: Claims, code: string, door: Opened): Promise<void> {
  const id = randomUUID();
  const scans = [{ id, code, doorTime: new Date().toISOString(), offsetMs: '0' }];
  const claimed = { acknowledged: false };
  claims.scans.set(id, claimed);
  await sync(browser, door, scans);
  claimed.acknowledged = true;
}
