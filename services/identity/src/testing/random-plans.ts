import type { Database } from '@marquee/data/database';
import { createReconciler } from '@marquee/payments/reconciler';
import { randomWalk, type WalkTally } from '@marquee/payments/testing/random-walk';
import { BILLING_INTERVALS, PAID_PLANS } from '@marquee/rules/plans';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';
import { keepTestCard } from '../payment-methods/keep-test-card.ts';
import { listPaymentMethods, setDefaultMethod } from '../payment-methods/own-methods.ts';
import { billDue } from '../plans/bill-due.ts';
import { cancelPlan, endDeadRenewal, keepPlan } from '../plans/cancel-plan.ts';
import { changePlan, quotePlanChange } from '../plans/change-plan.ts';
import { grantPlan } from '../plans/grant-plan.ts';
import { answerTestPlanChallenge, payPlanOrder } from '../plans/own-plan-orders.ts';
import type { SubscriptionView } from '../plans/plan-view.ts';
import { priceOf } from '../plans/prices.ts';
import { startPlan } from '../plans/start-plan.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { importAccounts } from '../seed/import-accounts.ts';
import { crashingPlans } from './crashing-plans.ts';

const PEOPLE = 4;
const CRASHES = 0.01;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the lease of what a process that died was doing. */
const LEASE_MS = 130_000;
/** Pays, pays slowly, is declined, asks, is disputed and lost, is disputed and won, is refunded slowly, and its refunds fail later. */
const CARDS = [
  ...['4242424242424242', '000123456789', '4000000000000341', '4000002760003184'],
  ...['4000000000000259', '4000000000002685', '4000000000007726', '4000000000005126'],
];
const NONE = new AbortController().signal;

/**
 * Does `count` random operations on the plans of some people, with time that passes and crashes between any two steps. What
 * crashed is done again, as its client or the sweeper would; what a provider tells comes twice, and sometimes late. From time to
 * time everything that is on its way arrives, and `check` looks at what there is.
 *
 * @throws Error at the first difference, with the seed
 */
export async function randomPlans(
  db: Database,
  { seed, count, check }: { seed: number; count: number; check: (now: Date) => Promise<void> },
): Promise<WalkTally> {
  const walk = randomWalk(seed, CRASHES);
  const { random, pick, anyOf, uuid, through, differ, tally } = walk;
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const { resources, sales } = crashingPlans(db, clock, walk.crashes);
  const { desk, test } = sales;
  const people = await openAccounts();
  walk.setCrashing(true);

  const operations: [number, (viewer: AccountViewer) => Promise<void>][] = [
    [0.15, start],
    [0.25, chooseCard],
    [0.31, pay],
    [0.4, answer],
    [0.44, cancel],
    [0.49, (viewer) => write('keep', (w) => keepPlan(w, viewer))],
    [0.68, change],
    [0.72, refundAtProvider],
    [0.74, grant],
    [1, () => pass([10 * SECOND_MS, HOUR_MS, DAY_MS, 5 * DAY_MS, 14 * DAY_MS, 31 * DAY_MS][pick(6)] ?? 0)],
  ];
  for (let done = 1; done <= count; done += 1) {
    clock.advance(SECOND_MS);
    const at = random();
    const [, operation] = operations.find(([upTo]) => at < upTo) ?? [];
    await operation?.(anyOf(people));
    if (done % 50 === 0 || done === count) await settle();
  }
  return tally;

  async function openAccounts(): Promise<AccountViewer[]> {
    const ids = Array.from({ length: PEOPLE }, () => uuid());
    const account = { firstName: 'Ada', lastName: 'Lovelace', consumerType: 'MOVIE_LOVER' as const };
    const { outbox, signals } = resources;
    const made = ids.map((id, n) => ({ ...account, id, email: `person${n}@example.com` }));
    await importAccounts({ db, outbox, clock, signals }, made);
    for (const accountId of ids) {
      for (const number of CARDS) {
        const card = { accountId, setupId: uuid(), number, expiry: '12/34' };
        await keepTestCard(resources, viewers.service('film'), card);
      }
    }
    return ids.map((accountId) => viewers.movieLover({ accountId }));
  }

  async function write(what: string, work: (write: IdentityWrite) => Promise<SubscriptionView>): Promise<void> {
    const view = await through(what, () => transact<IdentityResources, SubscriptionView>(resources, work));
    await through('end', () => endDeadRenewal(resources, view));
  }

  /** Rather by somebody whose payment is on its way, if there is one. */
  async function cancel(anybody: AccountViewer): Promise<void> {
    const [slow] = await db.query<{ accountId: string }>(
      `SELECT o.account_id FROM orders o JOIN test_payments p ON p.id = o.payment_id
       WHERE o.state = 'PAYING' AND p.status = 'PROCESSING' ORDER BY o.created_at LIMIT 1`,
    );
    const viewer = slow ? viewers.movieLover(slow) : ((await openOrder())?.viewer ?? anybody);
    await write('cancel', (w) => cancelPlan(w, viewer));
  }

  function choice() {
    return { plan: anyOf(PAID_PLANS), interval: anyOf(BILLING_INTERVALS) };
  }

  async function start(viewer: AccountViewer): Promise<void> {
    const wanted = choice();
    const input = { ...wanted, orderId: uuid(), price: priceOf(resources, wanted) };
    await through('start', () => startPlan(resources, viewer, input));
  }

  async function change(viewer: AccountViewer): Promise<void> {
    const wanted = choice();
    const quote = await through('quote', () => quotePlanChange(resources, viewer, wanted));
    if (!quote) return;
    const input = { ...wanted, orderId: uuid(), amount: quote.amount };
    await through('change', () => changePlan(resources, viewer, input));
  }

  async function chooseCard(viewer: AccountViewer): Promise<void> {
    // Cards that pay, at once or slowly, are chosen more often than others.
    const number = pick(2) === 0 ? CARDS[pick(2)] : anyOf(CARDS);
    const methods = (await through('cards', () => listPaymentMethods(resources, viewer))) ?? [];
    const methodId = methods.find(({ last4 }) => number?.endsWith(last4))?.id ?? '';
    await through('card', () => setDefaultMethod(resources, viewer, { methodId }));
  }

  /** The order of anybody that waits to be paid, and its buyer. */
  async function openOrder(): Promise<{ orderId: string; viewer: AccountViewer } | undefined> {
    const open = await db.query<{ id: string; accountId: string }>(
      "SELECT id, account_id FROM orders WHERE state IN ('CREATED', 'PAYING') ORDER BY created_at",
    );
    const found = open[pick(Math.max(1, open.length))];
    return found && { orderId: found.id, viewer: viewers.movieLover({ accountId: found.accountId }) };
  }

  async function pay(): Promise<void> {
    const attemptId = uuid();
    const found = await openOrder();
    if (found) await through('pay', () => payPlanOrder(resources, found.viewer, { orderId: found.orderId, attemptId }));
  }

  async function answer(): Promise<void> {
    const approved = pick(3) > 0;
    const found = await openOrder();
    if (!found) return;
    const { orderId, viewer } = found;
    await through('answer', () => answerTestPlanChallenge(resources, viewer, { orderId, approved }));
  }

  /** All of what is left, or a part, given back in the pages of the provider. */
  async function refundAtProvider({ accountId }: AccountViewer): Promise<void> {
    const [paid] = await db.query<{ paymentId: string; left: bigint }>(
      `SELECT payment_id, coalesce(paid_amount, amount) - returned AS left FROM orders
       WHERE account_id = $1 AND state = 'FULFILLED' ORDER BY created_at DESC LIMIT 1`,
      [accountId],
    );
    const id = uuid();
    const isPart = pick(2) === 0;
    if (!paid) return;
    const { paymentId, left } = paid;
    const amount = isPart ? left / 3n : left;
    await through('refund', async () => test?.refund({ id, paymentId, amount }));
    // What is seen before it fails is owed.
    await through('events', async () => test?.run(desk.receive));
  }

  async function grant({ accountId }: AccountViewer): Promise<void> {
    const given = { accountId, plan: anyOf(PAID_PLANS), months: 1 + pick(3), reason: 'A present of the house' };
    const staff = viewers.staff();
    await write('grant', (w) => grantPlan(w, staff, given));
  }

  /** Time passes, and what works by itself does its round, in any order; what the provider tells may come later. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    const rounds = [
      () => through('bill', () => billDue(resources, sales, NONE)),
      () => through('sweep', () => desk.sweep(NONE)),
      () => through('events', async () => test?.run(desk.receive)),
    ];
    const isLate = pick(3) === 0;
    const first = pick(3);
    for (let n = 0; n < 3; n += 1) {
      const round = (first + n) % 3;
      if (round < 2 || !isLate) await rounds[round]?.();
    }
  }

  /** Everything that is on its way arrives. */
  async function settle(): Promise<void> {
    walk.setCrashing(false);
    for (const ms of [LEASE_MS, HOUR_MS, LEASE_MS, HOUR_MS, LEASE_MS]) {
      clock.advance(ms);
      await billDue(resources, sales, NONE);
      for (let n = 0; n < 2; n += 1) {
        await test?.run(desk.receive);
        await desk.sweep(NONE);
      }
    }
    // What is owed waits for staff.
    const asked = { reason: 'Paid by hand', askedBy: null, isPaidElsewhere: true };
    const owing = await db.query<{ id: string }>('SELECT id FROM orders WHERE owed > 0');
    for (const { id } of owing) {
      await transact<IdentityResources, unknown>(resources, (w) => desk.giveBackOwed(w, id, asked));
    }
    const reconciler = createReconciler({ db, desk, clock, log: silentLog });
    await reconciler.run(NONE);
    for (const [differing, { kind }] of reconciler.counts()) if (differing > 0) differ(`${differing} differ: ${kind}`);
    await check(clock.now());
    walk.setCrashing(true);
  }
}
