import type { Database } from '@marquee/data/database';
import { randomFrom } from '@marquee/ledger/testing/random-operations';
import type { Crashes } from '@marquee/payments/testing/crashing';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import { cancelTicketOrder } from '../checkout/cancel-ticket-order.ts';
import { openTicketOrder } from '../checkout/open-ticket-order.ts';
import { confirmTestTicketPayment } from '../checkout/pay-test-ticket-order.ts';
import { refundCancelledEvents } from '../checkout/refund-cancelled-events.ts';
import { refundTicketOrder } from '../checkout/refund-ticket-order.ts';
import { releaseOverdue } from '../checkout/release-overdue.ts';
import type { FestivalResources } from '../resources.ts';
import { returnTicketOrder } from '../ticket-desk/return-ticket-order.ts';
import { joinWaitingList } from '../waiting-lists/join-waiting-list.ts';
import { leaveWaitingList } from '../waiting-lists/leave-waiting-list.ts';
import { offerTickets } from '../waiting-lists/offer-tickets.ts';
import { crashingSales } from './crashing-sales.ts';

type Order = {
  id: string;
  buyer: AccountViewer;
  sold: Sold;
  quantity: number;
  heldUntil: number;
  state: 'HELD' | 'RELEASED' | 'DELIVERED' | 'RETURNING' | 'RETURNED';
  /** Where the money is. */
  money: 'NONE' | 'ON_ITS_WAY' | 'TAKEN' | 'BACK';
  dueAt: number;
  refundsAs: 'SUCCEEDED' | 'PENDING' | 'FAILED';
  refundFailed: boolean;
  /** How many of its tickets did not go back alone, and what is left of its money. */
  left: number;
  taken: bigint;
  /** When the money of one ticket is back that goes back alone. */
  partDueAt: number | undefined;
};
type Sold = { typeId: string; eventId: string; quantity: number; free: number; cancelled: boolean; list?: Wait[] };
/** Somebody waits, or has a unit kept until then, which may be in an order of theirs. */
type Wait = { buyer: AccountViewer; until?: number; order?: Order | undefined };
export type SalesTally = {
  done: number;
  refused: number;
  crashed: number;
  sold: number;
  returned: number;
  /** How many of those went back alone. */
  returnedAlone: number;
};

const PRICE = 1_000n;
const LIMIT = 4;
const HOLD_MS = 600_000;
const OFFER_MS = 7_200_000;
const SLOW_MS = 4_000;
const BUYERS = 12;
const RUSH = 8;
const CRASHES = 0.015;
const REPEATS_MAX = 100;
const COMPARE_EVERY = 200;
const CARDS = { ok: '4242424242424242', declined: '4000000000000002', slow: '000123456789' } as const;
const PENDING_CARD = '4000000000007726';
const FAILING_CARD = '4000000000005134';
const FAILS_LATER_CARD = '4000000000005126';

/**
 * Does `count` random operations on the sale of tickets and on a model of it: holds, payments, declines, slow money that
 * comes late, cancellations, refunds of orders and of single tickets, some of which fail later, rushes, cancelled events and time that passes, with
 * crashes between any two steps. What crashed is done again, as its client or the sweeper would. The same seed is the same
 * operations with the same crashes: only who of a rush gets its tickets is left to the database.
 *
 * @throws Error at the first difference, with the seed
 */
export async function randomSales(
  db: Database,
  {
    seed,
    count,
    start,
    every: [sayEvery, say] = [Number.POSITIVE_INFINITY, async () => {}],
  }: { seed: number; count: number; start: SaleStart; every?: [number, (tally: SalesTally) => Promise<void>] },
): Promise<SalesTally> {
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const clock = fixedClock('2026-11-20T12:00:00Z');
  let givenBack = 0;
  let mayCrash = true;
  const crashes: Crashes = {
    happened: false,
    next: () => {
      if (!mayCrash || random() >= CRASHES) return undefined;
      return (['BEFORE', 'BEFORE_COMMIT', 'AFTER'] as const)[pick(3)];
    },
  };
  const resources = crashingSales(db, clock, crashes);
  const { desk, test } = resources.sales ?? differ('there are no sales');
  const buyers = Array.from({ length: BUYERS }, () => viewers.movieLover({ accountId: idFrom(random) }));
  const staff = viewers.staff({ accountId: idFrom(random) });
  let opened = 0;
  const sold: Sold[] = [];
  const orders: Order[] = [];
  /** How many have been compared for the last time. */
  let over = 0;
  const tally: SalesTally = { done: 0, refused: 0, crashed: 0, sold: 0, returned: 0, returnedAlone: 0 };
  for (let n = 0; n < 3; n += 1) await startSale();

  const operations: [number, () => Promise<void>][] = [
    [0.04, () => join(anyOf(buyers), anyOf(sold.filter((one) => !one.cancelled)))],
    [0.05, () => leave(anyOf(buyers), anyOf(sold.filter((one) => !one.cancelled)))],
    [0.34, () => open(anyOf(buyers), anyOf(sold.filter((one) => !one.cancelled)), 1 + pick(3))],
    [0.64, () => pay(latest((order) => order.state === 'HELD' && order.money === 'NONE'))],
    [0.72, () => cancel(latest((order) => order.state === 'HELD'))],
    [0.78, () => giveBack(latest((order) => order.state === 'DELIVERED' && !order.refundFailed))],
    [
      0.82,
      () => giveOneBack(latest(({ state, refundFailed, left }) => state === 'DELIVERED' && !refundFailed && left > 1)),
    ],
    [0.96, () => pass(pick(3) === 0 ? HOLD_MS : pick(20_000))],
    [0.99, () => rush(anyOf(sold.filter((one) => !one.cancelled)))],
    [1, () => cancelEvent(anyOf(sold.filter((one) => !one.cancelled)))],
  ];
  for (let done = 0; done < count; done += 1) {
    const at = random();
    const [, operation] = operations.find(([upTo]) => at < upTo) ?? differ('nothing to do');
    await operation();
    tally.done += 1;
    if (done % COMPARE_EVERY === COMPARE_EVERY - 1) await compare();
    if (tally.done % sayEvery === 0) await say(tally);
  }
  await pass(HOLD_MS + SLOW_MS);
  await pass(SLOW_MS);
  await compare();
  return tally;

  async function startSale(): Promise<void> {
    const ids = { typeId: idFrom(random), eventId: idFrom(random) };
    sold.push(await start(clock.now(), { ...ids, price: PRICE, limit: LIMIT, quantity: 3 + pick(8) }));
  }
  /** Of the next order. Lists that are in the order of a time are in the order of ids where that is the same. */
  function nextOrderId(): string {
    opened += 1;
    return idFrom(random, opened);
  }

  function anyOf<T>(list: readonly T[]): T {
    return list[pick(list.length)] ?? differ('there is nothing to choose from');
  }
  function latest(isMeant: (order: Order) => boolean): Order | undefined {
    const found = orders.filter(isMeant).slice(-20);
    return found[pick(Math.max(1, found.length))];
  }

  /** Does something until it has come to its end without a crash; gives the reason of a refusal. */
  async function through<T>(work: () => Promise<T>): Promise<{ value?: T; refused: string; crashed: boolean }> {
    let crashed = false;
    for (let n = 0; n < REPEATS_MAX; n += 1) {
      crashes.happened = false;
      try {
        const value = await work();
        if (!crashes.happened) return { value, refused: '', crashed };
      } catch (error) {
        if (!crashes.happened) {
          if (!(error instanceof DomainError)) throw error;
          tally.refused += 1;
          return { refused: error.reason, crashed };
        }
      }
      crashed = true;
      tally.crashed += 1;
    }
    return differ('something crashed too often');
  }

  function isOpen({ state, money }: Order): boolean {
    return state === 'HELD' || (state === 'RELEASED' && money === 'ON_ITS_WAY');
  }

  function countOf(buyer: AccountViewer, type: Sold): number {
    const own = orders.filter((one) => one.buyer === buyer && one.sold === type);
    const counted = own.filter(({ state }) => state === 'HELD' || state === 'DELIVERED' || state === 'RETURNING');
    return counted.reduce((sum, { left }) => sum + left, 0);
  }

  function release(order: Order): void {
    if (order.state !== 'HELD') return;
    order.state = 'RELEASED';
    // What was kept for its buyer is kept again.
    const wait = waitsOf(order.sold).find((one) => one.order === order);
    if (wait) wait.order = undefined;
    else order.sold.free += order.quantity;
  }

  function waitsOf(type: Sold): Wait[] {
    type.list ??= [];
    return type.list;
  }
  function offerOf(buyer: AccountViewer, type: Sold): Wait | undefined {
    return waitsOf(type).find((one) => one.buyer === buyer && (one.until ?? 0) > clock.now().getTime());
  }
  function isAwaited(type: Sold): boolean {
    return waitsOf(type).some(({ until }) => until === undefined);
  }

  function endWait(type: Sold, wait: Wait): void {
    type.list = waitsOf(type).filter((one) => one !== wait);
    if (wait.until !== undefined && !wait.order) type.free += 1;
  }

  async function join(buyer: AccountViewer, type: Sold): Promise<void> {
    const known = waitsOf(type).find((one) => one.buyer === buyer);
    const { value, refused } = await through(() =>
      transact<FestivalResources, { position: number }>(resources, (write) =>
        joinWaitingList(write, buyer, { ticketTypeId: type.typeId, admission: '' }),
      ),
    );
    const isLeft = !isAwaited(type) && type.free > 0;
    if (!known && countOf(buyer, type) >= LIMIT) return expectSame('join', refused, 'OVER_LIMIT');
    if (!known && isLeft) return expectSame('join', refused, 'TICKETS_LEFT');
    const wait = known ?? { buyer };
    if (!known) waitsOf(type).push(wait);
    const waiting = waitsOf(type).filter(({ until }) => until === undefined);
    expectSame('join', value?.position, wait.until === undefined ? waiting.indexOf(wait) + 1 : 0);
  }

  async function leave(buyer: AccountViewer, type: Sold): Promise<void> {
    await through(() =>
      transact<FestivalResources, void>(resources, (write) =>
        leaveWaitingList(write, buyer, { ticketTypeId: type.typeId }),
      ),
    );
    const wait = waitsOf(type).find((one) => one.buyer === buyer);
    if (wait) endWait(type, wait);
  }

  /** What is free is kept for who waits, in their order. */
  async function offer(): Promise<void> {
    await through(() => offerTickets(resources, new AbortController().signal));
    const now = clock.now().getTime();
    for (const type of sold) {
      for (const wait of [...waitsOf(type)]) {
        if (type.cancelled || (wait.until !== undefined && wait.until <= now)) endWait(type, wait);
      }
      for (const wait of waitsOf(type)) {
        if (wait.until !== undefined || type.free === 0) continue;
        wait.until = now + OFFER_MS;
        type.free -= 1;
      }
    }
  }

  function hold(id: string, buyer: AccountViewer, type: Sold, quantity: number, wait?: Wait): void {
    if (!wait) type.free -= quantity;
    const heldUntil = clock.now().getTime() + HOLD_MS;
    orders.push({
      ...{ id, buyer, sold: type, quantity, heldUntil, state: 'HELD', money: 'NONE', dueAt: 0 },
      ...{ refundsAs: 'SUCCEEDED', refundFailed: false, left: quantity, taken: 0n, partDueAt: undefined },
    });
    if (wait) wait.order = orders.at(-1);
  }

  async function open(buyer: AccountViewer, type: Sold, quantity: number): Promise<void> {
    const own = orders.find((order) => order.buyer === buyer && order.sold === type && isOpen(order));
    const orderId = nextOrderId();
    const asked = {
      orderId,
      ticketTypeId: type.typeId,
      quantity,
      price: PRICE,
      admission: '',
      promoCode: '',
      discount: 0n,
    };
    const { value, refused } = await through(() => openTicketOrder(resources, buyer, asked));
    const got = value?.ticketOrder.id ?? refused;
    if (own && own.state === 'RELEASED') return expectSame('open', got, 'ORDER_ENDED');
    if (own && (own.quantity === quantity || own.money === 'ON_ITS_WAY')) return expectSame('open', got, own.id);
    if (own) release(own);
    const isOver = countOf(buyer, type) + quantity > LIMIT;
    const wait = offerOf(buyer, type);
    if (wait && !isOver) {
      expectSame('open', got, quantity > 1 ? 'FEW_LEFT' : wait.order ? 'SOLD_OUT' : orderId);
      if (got === orderId) hold(orderId, buyer, type, quantity, wait);
      return;
    }
    const short = type.free === 0 || isAwaited(type) ? 'SOLD_OUT' : type.free < quantity ? 'FEW_LEFT' : orderId;
    expectSame('open', got, isOver ? 'OVER_LIMIT' : short);
    if (got === orderId) hold(orderId, buyer, type, quantity);
  }

  async function pay(order: Order | undefined): Promise<void> {
    if (!order || order.sold.cancelled) return;
    const isBusy = orders.some(({ money }) => money === 'ON_ITS_WAY');
    const kind = random();
    let number: string = CARDS.ok;
    if (kind < 0.1) number = CARDS.declined;
    else if (kind < 0.3 && !isBusy) number = CARDS.slow;
    else if (kind < 0.4) number = PENDING_CARD;
    else if (kind < 0.45) number = FAILING_CARD;
    else if (kind < 0.55) number = FAILS_LATER_CARD;
    const card = { orderId: order.id, number, expiry: '12/34', securityCode: '123' };
    const { refused } = await through(() => confirmTestTicketPayment(resources, order.buyer, card));
    expectSame('pay', refused, '');
    if (number === CARDS.declined) return;
    if (number === CARDS.slow) Object.assign(order, { money: 'ON_ITS_WAY', dueAt: clock.now().getTime() + SLOW_MS });
    else deliver(order);
    if (number === PENDING_CARD) order.refundsAs = 'PENDING';
    if (number === FAILING_CARD) order.refundsAs = 'FAILED';
  }

  function deliver(order: Order): void {
    order.state = 'DELIVERED';
    order.money = 'TAKEN';
    order.taken = PRICE * BigInt(order.quantity);
    const wait = waitsOf(order.sold).find((one) => one.order === order);
    if (wait) order.sold.list = waitsOf(order.sold).filter((one) => one !== wait);
    tally.sold += order.quantity;
  }

  async function cancel(order: Order | undefined): Promise<void> {
    if (!order) return;
    const { refused } = await through(() => cancelTicketOrder(resources, order.buyer, { orderId: order.id }));
    if (order.money === 'ON_ITS_WAY') return expectSame('cancel', refused !== '', true);
    expectSame('cancel', refused, '');
    release(order);
  }

  async function giveBack(order: Order | undefined): Promise<void> {
    if (!order || order.sold.cancelled) return;
    const { refused, crashed } = await through(() =>
      transact<FestivalResources, unknown>(resources, (write) =>
        refundTicketOrder(write, order.buyer, { orderId: order.id, userTicketId: '' }),
      ),
    );
    if (order.partDueAt !== undefined) return expectSame('give back', refused, 'REFUND_PENDING');
    // The answer of the first try was lost after it had happened.
    if (!(crashed && refused === 'NOT_REFUNDABLE')) expectSame('give back', refused, '');
    await through(() => desk.sendRefund(order.id));
    returned(order);
  }

  /** One ticket goes back alone: its buyer gives it back, or staff take it. */
  async function giveOneBack(order: Order | undefined): Promise<void> {
    if (!order || order.sold.cancelled) return;
    const [ticket] = await db.query<{ id: string }>(
      'SELECT id FROM user_tickets WHERE order_id = $1 AND valid ORDER BY id LIMIT 1',
      [order.id],
    );
    const asked = { orderId: order.id, userTicketId: ticket?.id ?? differ(`order ${order.id} has no valid ticket`) };
    const isStaff = pick(2) === 0;
    const { refused, crashed } = await through(() =>
      transact<FestivalResources, unknown>(resources, (write) =>
        isStaff
          ? returnTicketOrder(write, staff, { ...asked, reason: 'They asked for it.' })
          : refundTicketOrder(write, order.buyer, asked),
      ),
    );
    if (order.partDueAt !== undefined) return expectSame('give one back', refused, 'REFUND_PENDING');
    if (!(crashed && refused === 'NOT_REFUNDABLE')) expectSame('give one back', refused, '');
    await through(() => desk.sendRefund(order.id));
    if (order.refundsAs === 'FAILED') order.refundFailed = true;
    else if (order.refundsAs === 'PENDING') order.partDueAt = clock.now().getTime() + SLOW_MS;
    else oneBack(order);
  }

  function oneBack(order: Order): void {
    order.partDueAt = undefined;
    order.taken -= order.taken / BigInt(order.left);
    order.left -= 1;
    order.sold.free += 1;
    tally.returned += 1;
    tally.returnedAlone += 1;
  }

  function returned(order: Order): void {
    if (order.refundsAs === 'FAILED') {
      order.refundFailed = true;
      return;
    }
    order.state = order.refundsAs === 'PENDING' ? 'RETURNING' : 'RETURNED';
    order.dueAt = clock.now().getTime() + SLOW_MS;
    if (order.state === 'RETURNED') backAgain(order);
  }

  function backAgain(order: Order): void {
    order.state = 'RETURNED';
    order.money = 'BACK';
    order.sold.free += order.left;
    tally.returned += order.left;
  }

  /** Time passes, and everything that works by itself does its round; whether holds or payments come first is chance. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    const now = clock.now().getTime();
    const none = new AbortController().signal;
    const holds = async () => {
      await through(() => releaseOverdue(resources, none));
      for (const order of orders) if (order.heldUntil <= now) release(order);
    };
    const payments = async () => {
      await through(() => test?.run(desk.receive) ?? Promise.resolve());
      for (const order of orders) {
        if (order.state === 'RETURNING' && order.dueAt <= now) backAgain(order);
        if (order.partDueAt !== undefined && order.partDueAt <= now) oneBack(order);
      }
      const late = orders.find(({ money, dueAt }) => money === 'ON_ITS_WAY' && dueAt <= now);
      if (late) arrive(late);
    };
    const rounds = pick(2) === 0 ? [holds, payments] : [payments, holds];
    for (const round of rounds) await round();
    await through(() => desk.sweep(none));
    await through(() => test?.run(desk.receive) ?? Promise.resolve());
    await giveBackOwed();
    await offer();
  }

  /** Staff have some of what is owed given back again, and have paid some in another way. */
  async function giveBackOwed(): Promise<void> {
    const owing = await db.query<{ id: string }>('SELECT id FROM orders WHERE owed > 0 ORDER BY id');
    for (const { id } of owing) {
      if (pick(3) === 0) continue;
      // In turns, so that each happens however few there are.
      givenBack += 1;
      const isPaidElsewhere = givenBack % 2 === 0;
      const asked = { reason: 'The refund failed', askedBy: staff.accountId, isPaidElsewhere };
      await through(() =>
        transact<FestivalResources, unknown>(resources, (write) => desk.giveBackOwed(write, id, asked)),
      );
      await through(() => desk.sendRefund(id));
    }
  }

  function arrive(order: Order): void {
    const { buyer, sold: type, quantity } = order;
    // What is kept for its buyer, who waits for one by now, is theirs.
    const wait = quantity === 1 ? offerOf(buyer, type) : undefined;
    const isThere = wait ? !wait.order : !isAwaited(type) && type.free >= quantity;
    const canHave = order.state === 'HELD' || (isThere && countOf(buyer, type) + quantity <= LIMIT);
    if (type.cancelled || !canHave) {
      release(order);
      order.money = 'BACK';
      return;
    }
    if (order.state === 'RELEASED' && wait) wait.order = order;
    else if (order.state === 'RELEASED') type.free -= quantity;
    deliver(order);
  }

  async function rush(type: Sold): Promise<void> {
    const before = type.free;
    mayCrash = false;
    const ids = Array.from({ length: RUSH }, () => ({
      buyer: viewers.movieLover({ accountId: idFrom(random) }),
      orderId: nextOrderId(),
    }));
    const results = await Promise.allSettled(
      ids.map(({ buyer, orderId }) =>
        openTicketOrder(resources, buyer, {
          orderId,
          ticketTypeId: type.typeId,
          quantity: 1,
          price: PRICE,
          admission: '',
          promoCode: '',
          discount: 0n,
        }),
      ),
    );
    mayCrash = true;
    for (const [index, { status }] of results.entries()) {
      const one = ids[index];
      if (one && status === 'fulfilled') hold(one.orderId, one.buyer, type, 1);
    }
    expectSame('rush', before - type.free, isAwaited(type) ? 0 : Math.min(before, RUSH));
  }

  async function cancelEvent(type: Sold): Promise<void> {
    // What goes back already is left to its refund.
    if (orders.some((order) => order.sold === type && order.partDueAt !== undefined)) await pass(SLOW_MS);
    await db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [type.eventId]);
    type.cancelled = true;
    await through(() => refundCancelledEvents(resources, new AbortController().signal));
    for (const order of orders) {
      if (order.sold !== type || order.state !== 'DELIVERED' || order.refundFailed) continue;
      await through(() => desk.sendRefund(order.id));
      returned(order);
    }
    await startSale();
  }

  async function compare(): Promise<void> {
    const rows = await db.query<{ id: string; state: string; valid: number; taken: bigint }>(
      `SELECT o.id, o.state, (SELECT count(*)::int FROM user_tickets t WHERE t.order_id = o.id AND t.valid) AS valid,
         coalesce((SELECT CASE WHEN p.status = 'SUCCEEDED' THEN p.amount - p.refunded - m.owed - m.paid_elsewhere ELSE 0 END
         FROM test_payments p JOIN orders m ON m.id = p.order_id WHERE p.order_id = o.id), 0)::bigint AS taken
       FROM ticket_orders o WHERE o.id = ANY($1::uuid[])`,
      [orders.map(({ id }) => id)],
    );
    const [all] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM ticket_orders');
    expectSame('orders', all?.n, over + orders.length);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { id, state, money, left, taken, partDueAt } of orders) {
      const row = found.get(id);
      expectSame(`state of ${id}`, row?.state, state);
      expectSame(`money of ${id}`, row?.taken, money === 'TAKEN' ? taken : 0n);
      const valid = state === 'DELIVERED' ? left - (partDueAt === undefined ? 0 : 1) : 0;
      expectSame(`valid tickets of ${id}`, row?.valid, valid);
    }
    for (const { typeId, free } of sold) {
      const text =
        'SELECT count(*)::int AS n FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NULL';
      const [units] = await db.query<{ n: number }>(text, [typeId]);
      expectSame(`free units of ${typeId}`, units?.n, free);
    }
    forgetWhatIsOver();
  }

  /** Orders that nothing changes any more, once they have been compared: a million would be looked through again and again. */
  function forgetWhatIsOver(): void {
    const isOver = ({ state, money, sold: { cancelled } }: Order) =>
      state === 'RETURNED' || (state === 'RELEASED' && money === 'BACK') || (cancelled && state === 'DELIVERED');
    const kept = orders.filter((order) => !isOver(order) && !(order.state === 'RELEASED' && order.money === 'NONE'));
    over += orders.length - kept.length;
    orders.splice(0, orders.length, ...kept);
    const used = sold.filter((type) => !type.cancelled || orders.some((order) => order.sold === type));
    sold.splice(0, sold.length, ...used);
  }

  function expectSame(what: string, got: unknown, wanted: unknown): void {
    if (got !== wanted) differ(`${what} gave ${String(got)}, not ${String(wanted)}, in operation ${tally.done + 1}`);
  }
  function differ(what: string): never {
    throw new Error(`seed ${seed}: ${what}`);
  }
}

/** Begins the sale of a new event. */
export type SaleStart = (
  now: Date,
  terms: { typeId: string; eventId: string; price: bigint; limit: number; quantity: number },
) => Promise<Sold>;

/** An id of chance, which begins with a number where one is given. */
function idFrom(random: () => number, number?: number): string {
  const first = number === undefined ? '' : number.toString(16).padStart(12, '0');
  const rest = Array.from({ length: 32 - first.length }, () => Math.floor(random() * 16).toString(16));
  const hex = first + rest.join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
