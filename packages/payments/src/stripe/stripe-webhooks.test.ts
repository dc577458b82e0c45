import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import Stripe from 'stripe';
import { failedRefundContract } from '../testing/provider-contract.ts';
import { startStripeStandIn } from '../testing/stripe-stand-in.ts';
import { NO_DIFFERENCES, testShop } from '../testing/test-shop.ts';
import { STRIPE_API_VERSION, stripeClient } from './stripe-client.ts';
import { createStripePayments } from './stripe-payments.ts';

const SECRET = 'whsec_of_the_test';
const REFUSED = { reason: 'WEBHOOK_REFUSED' };
type Event = { type: string; object: object };
/** Something happens at Stripe, which then tells of it. */
type Happening = (id: string) => Event;

async function atStripe() {
  const stand = await startStripeStandIn();
  const stripe = stripeClient({ secretKey: 'sk_test_double', apiUrl: stand.apiUrl });
  const shop = await testShop(({ clock }) =>
    createStripePayments({
      ...{ stripe, clock, webhookSecret: SECRET, browserKey: 'pk_test_double', siteUrl: 'https://films.example' },
    }),
  );

  /** An event in the shape of Stripe's documentation, signed by Stripe's own library. */
  function signed({ type, object }: Event, { id = `evt_${newId()}`, secret = SECRET, ageS = 0 } = {}) {
    const created = Math.floor(shop.clock.now().getTime() / 1_000);
    const event = { id, object: 'event', api_version: STRIPE_API_VERSION, created, data: { object }, type };
    const more = { livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null } };
    const payload = JSON.stringify({ ...event, ...more });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created - ageS });
    return { body: Buffer.from(payload), signature };
  }
  const send = ({ body, signature }: ReturnType<typeof signed>) => shop.desk.receive(body, signature);
  async function stateOf(orderId: string) {
    const [order] = await shop.db.query('SELECT state, returned, owed FROM orders WHERE id = $1', [orderId]);
    return { ...order, owned: shop.owned.has(orderId) };
  }
  const happenings = {
    declined: (id: string) => ({ type: 'payment_intent.payment_failed', object: { ...stand.decline(id) } }),
    paid: (id: string) => ({ type: 'payment_intent.succeeded', object: { ...stand.pay(id) } }),
    cancelled: (id: string) => ({ type: 'payment_intent.canceled', object: { ...stand.cancel(id) } }),
    refunded: (id: string) => ({ type: 'charge.refunded', object: stand.refund(id) }),
    returnedInPart: (id: string) => ({ type: 'charge.refunded', object: stand.refund(id, 100) }),
    refundFailed: (id: string) => ({ type: 'refund.failed', object: { ...stand.failRefund(id) } }),
    disputed: (id: string) => ({ type: 'charge.dispute.created', object: stand.dispute(id, 'needs_response') }),
    won: (id: string) => ({ type: 'charge.dispute.closed', object: { ...stand.dispute(id, 'won') } }),
    lost: (id: string) => ({ type: 'charge.dispute.closed', object: { ...stand.dispute(id, 'lost') } }),
  } satisfies Record<string, Happening>;
  return { ...{ stand, shop, signed, send, stateOf, happenings } };
}

let at: Awaited<ReturnType<typeof atStripe>>;
beforeAll(async () => {
  at = await atStripe();
});
afterEach(async () => {
  // What is owed waits for staff.
  await at.shop.payOwed();
  for (const { check, name } of ledgerInvariants) expect([name, await check(at.shop.db.query)]).toEqual([name, []]);
  expect(await at.shop.counts()).toEqual(NO_DIFFERENCES);
});

failedRefundContract('Stripe', async () => ({
  provider: at.shop.provider,
  pay: async ({ id }) => void at.stand.pay(id),
  failRefund: async ({ id }) => at.signed(at.happenings.refundFailed(id)),
}));

type Step = { happens: number } | { arrives: number };

/** Everything in which `count` happenings, one after another, and the later arrival of the event of each may come. */
function orders(count: number): Step[][] {
  const found: Step[][] = [];
  const go = (steps: Step[], happened: number, waiting: number[]) => {
    if (happened === count && waiting.length === 0) found.push(steps);
    if (happened < count) go([...steps, { happens: happened }], happened + 1, [...waiting, happened]);
    for (const event of waiting) {
      const others = waiting.filter((other) => other !== event);
      go([...steps, { arrives: event }], happened, others);
    }
  };
  go([], 0, []);
  return found;
}

const KEPT = { state: 'FULFILLED', returned: 0n, owed: 0n, owned: true };
const BACK = { state: 'REFUNDED', returned: 0n, owed: 0n, owned: false };

test.each([
  { happen: ['declined', 'paid'], end: KEPT },
  { happen: ['declined', 'cancelled'], end: { ...BACK, state: 'CANCELLED' } },
  { happen: ['declined', 'paid', 'refunded'], end: BACK },
  { happen: ['paid', 'returnedInPart', 'disputed'], end: { ...KEPT, returned: 100n, owned: false } },
  { happen: ['paid', 'disputed', 'won'], end: KEPT },
  { happen: ['paid', 'disputed', 'lost'], end: BACK },
] as const)(
  'the events of $happen arrive in every order, doubled and late, to the same end',
  async ({ happen, end }) => {
    const all = orders(happen.length);
    // 1 · 3 · 5 …: each event comes at any time after what it tells of.
    expect(all).toHaveLength(happen.length === 2 ? 3 : 15);
    for (const steps of all) {
      const { orderId, paymentId } = await at.shop.started();
      const events: ReturnType<typeof at.signed>[] = [];
      for (const step of steps) {
        if ('happens' in step) events.push(at.signed(at.happenings[happen[step.happens] ?? 'paid'](paymentId)));
        else for (const _time of ['once', 'twice']) await at.send(events[step.arrives] ?? fail());
      }
      expect([steps, await at.stateOf(orderId)]).toEqual([steps, end]);
      for (const event of events) await at.send(event);
      expect([steps, await at.stateOf(orderId)]).toEqual([steps, end]);
    }
  },
);

test('a refund that fails later is owed, in whatever order its events arrive, doubled and late', async () => {
  for (const steps of orders(2)) {
    const { orderId, paymentId } = await at.shop.started();
    await at.send(at.signed(at.happenings.paid(paymentId)));
    const events: ReturnType<typeof at.signed>[] = [];
    for (const step of steps) {
      if ('arrives' in step) for (const _time of ['once', 'twice']) await at.send(events[step.arrives] ?? fail());
      else if (step.happens === 1) events.push(at.signed(at.happenings.refundFailed(paymentId)));
      else {
        await at.shop.refund(orderId);
        events.push(at.signed({ type: 'charge.refunded', object: at.stand.chargeOf(paymentId) }));
      }
    }
    expect([steps, await at.stateOf(orderId)]).toEqual([steps, { ...BACK, owed: 499n }]);
    for (const event of events) await at.send(event);
    expect([steps, await at.stateOf(orderId)]).toEqual([steps, { ...BACK, owed: 499n }]);
  }
});

test('a refund in the pages of Stripe that fails later is owed where it was seen, and else never was', async () => {
  for (const steps of orders(3)) {
    const { orderId, paymentId } = await at.shop.started();
    const happen = ['paid', 'refunded', 'refundFailed'] as const;
    const events: ReturnType<typeof at.signed>[] = [];
    for (const step of steps) {
      if ('happens' in step) events.push(at.signed(at.happenings[happen[step.happens] ?? 'paid'](paymentId)));
      else for (const _time of ['once', 'twice']) await at.send(events[step.arrives] ?? fail());
    }
    // Whatever arrives between the refund and its failure shows that the money was back.
    const [refunded, failed] = [1, 2].map((n) => steps.findIndex((step) => 'happens' in step && step.happens === n));
    const wasSeen = steps.slice(refunded, failed).some((step) => 'arrives' in step);
    expect([steps, await at.stateOf(orderId)]).toEqual([steps, wasSeen ? { ...BACK, owed: 499n } : KEPT]);
  }
});

test('what is signed by another, changed, too old or no event is refused, and changes nothing', async () => {
  const { orderId, paymentId } = await at.shop.started();
  const paid = at.happenings.paid(paymentId);
  const { body, signature } = at.signed(paid);
  const changed = Buffer.from(body.toString().replace(paymentId, 'pi_of_another'));
  for (const wrong of [
    at.signed(paid, { secret: 'whsec_of_another' }),
    at.signed(paid, { ageS: 301 }),
    at.signed(paid, { ageS: -301 }),
    { body: changed, signature },
    { body, signature: '' },
    { body, signature: signature.replace('v1=', 'v0=') },
  ]) {
    await expect(at.send(wrong)).rejects.toMatchObject(REFUSED);
  }
  const noEvent = Stripe.webhooks.generateTestHeaderString({
    ...{ payload: '[]', secret: SECRET, timestamp: Math.floor(at.shop.clock.now().getTime() / 1_000) },
  });
  await expect(at.send({ body: Buffer.from('[]'), signature: noEvent })).rejects.toMatchObject(REFUSED);
  expect(await at.stateOf(orderId)).toMatchObject({ state: 'PAYING', owned: false });
  await at.send({ body, signature });
  expect(await at.stateOf(orderId)).toEqual(KEPT);
});

test('what is about no order here is kept, and changes nothing', async () => {
  const { orderId } = await at.shop.started();
  const before = await at.stateOf(orderId);
  const objects: Event[] = [
    { type: 'payment_intent.succeeded', object: { id: 'pi_of_another_site', object: 'payment_intent', amount: 499 } },
    { type: 'charge.refunded', object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_of_another_site' } },
    { type: 'charge.refunded', object: { id: 'ch_2', object: 'charge', payment_intent: null } },
    { type: 'setup_intent.succeeded', object: { id: 'seti_1', object: 'setup_intent', status: 'succeeded' } },
    { type: 'account.updated', object: { id: 'acct_1', object: 'account', charges_enabled: true } },
    { type: 'payout.paid', object: { id: 'po_1', object: 'payout', amount: 499, status: 'paid' } },
    { type: 'payout.failed', object: { id: 'po_2', object: 'payout', amount: 499, status: 'failed' } },
  ];
  for (const event of objects) {
    const one = at.signed(event);
    for (const _time of ['once', 'twice']) await at.send(one);
  }
  expect(await at.stateOf(orderId)).toEqual(before);
  const waiting = 'SELECT type FROM payment_events WHERE applied_at IS NULL';
  expect(await at.shop.db.query(waiting)).toEqual([]);
});

test('another amount than that of the order delivers nothing, and goes back by itself', async () => {
  const { orderId, paymentId } = await at.shop.started();
  await at.send(at.signed({ type: 'payment_intent.succeeded', object: { ...at.stand.pay(paymentId, 400) } }));
  expect(await at.stateOf(orderId)).toEqual(BACK);
  const books = await at.shop.refundsOf(orderId);
  expect(books).toMatchObject([{ kind: 'LATE', state: 'SUCCEEDED' }]);
});

function fail(): never {
  throw new Error('an event arrives before it happened');
}
