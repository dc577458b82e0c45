import { Code } from '@connectrpc/connect';
import { SubscriptionChange, SubscriptionChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { PlanOrderState, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import {
  DECLINES,
  PAYS,
  PREMIUM_MONTH,
  PRO_MONTH,
  planService,
  REFUND_FAILS,
  REFUND_FAILS_LATER,
} from '../testing/plan-holders.ts';

let service: Awaited<ReturnType<typeof planService>>;
beforeEach(async () => {
  service = await planService();
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(service.db.query)]).toEqual([name, []]);
});

async function paid() {
  const subscriber = await service.subscriber();
  const { orders } = await subscriber.plans.listPlanOrders({});
  return { subscriber, orderId: orders[0]?.id ?? '' };
}
const fresh = (more = {}) => viewers.staff({ steppedUpAt: service.clock.now(), ...more });
const asked = (orderId: string) => ({ requestId: newId(), orderId, reason: 'Paid twice by mistake' });

/** Whether each refund of an account has brought the plan of before back, in order. */
async function refundsOf(accountId: string) {
  const events = await service.events();
  return events
    .filter(({ type, message }) => type === SubscriptionChangedSchema.name && message.accountId === accountId)
    .flatMap(({ message }) => (message.change === SubscriptionChange.REFUNDED ? [message.isOfBefore] : []));
}

test('staff give back what was paid for a plan with a reason; the plan ends and the books are even [SET-10:refund]', async () => {
  const { subscriber, orderId } = await paid();
  const staff = fresh();
  const { order } = await service.planBackOffice(staff).refundPlanOrder(asked(orderId));
  expect(order).toMatchObject({ id: orderId, state: PlanOrderState.REFUNDED, refunding: true });
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.NONE);
  expect(await service.earned()).toBe(0n);
  const text = "SELECT kind, actor_id, object_id, reason FROM audit_log WHERE kind LIKE 'PLAN_REFUND%' ORDER BY id";
  const entry = { actorId: staff.accountId, objectId: subscriber.accountId, reason: 'Paid twice by mistake' };
  expect(await service.db.query(text)).toEqual([
    { ...entry, kind: 'PLAN_REFUND_ASKED' },
    { ...entry, kind: 'PLAN_REFUNDED' },
  ]);
  await eventually(async () => expect(await service.changes(subscriber.accountId)).toContain('REFUNDED'));
  const again = service.planBackOffice(staff).refundPlanOrder(asked(orderId));
  await expect(again).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
});

test('what is not paid, or not there, is not refunded, and nobody refunds themselves [SET-10:refund]', async () => {
  const { subscriber, orderId } = await paid();
  const staff = service.planBackOffice(fresh());
  for (const unknown of [newId(), 'no id']) {
    await expect(staff.refundPlanOrder(asked(unknown))).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  }
  const own = service.planBackOffice(fresh({ accountId: subscriber.accountId }));
  await expect(own.refundPlanOrder(asked(orderId))).rejects.toMatchObject({ reason: 'OWN_ACCOUNT' });
  const unproven = service.planBackOffice(viewers.staff());
  await expect(unproven.refundPlanOrder(asked(orderId))).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  await expect(staff.refundPlanOrder({ ...asked(orderId), reason: '' })).rejects.toMatchObject({ code: 3 });
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.ACTIVE);
  expect(await service.db.query('SELECT 1 FROM order_refunds')).toEqual([]);
});

test('what the reconcilers found is for staff who may refund, with its user', async () => {
  const { subscriber, orderId } = await paid();
  const seen = service.planBackOffice(viewers.staff());
  // The reconciler drops it in its next round, since the order fits.
  await eventually(async () => {
    await service.db.query(
      `INSERT INTO payment_differences (id, kind, found_at) VALUES ($1, 'BOOKS', $2) ON CONFLICT DO NOTHING`,
      [orderId, service.clock.now()],
    );
    const order = { id: orderId, accountId: subscriber.accountId, itemKind: 'PLAN', state: 'FULFILLED' };
    expect(await seen.listPlanPaymentDifferences({})).toMatchObject({ differences: [order], total: 1 });
  });
  for (const who of [viewers.admin(), viewers.movieLover()])
    await expect(service.planBackOffice(who).listPlanPaymentDifferences({})).rejects.toMatchObject({
      code: Code.PermissionDenied,
    });
});

test('two who refund at once give it back once [SET-10:refund]', async () => {
  const { orderId } = await paid();
  const asks = [fresh(), fresh()].map((staff) => service.planBackOffice(staff).refundPlanOrder(asked(orderId)));
  const answers = await Promise.allSettled(asks);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await service.db.query('SELECT state FROM order_refunds')).toEqual([{ state: 'SUCCEEDED' }]);
});

test('a refund of the last period ends the renewal that waits for another card [SET-10:refund]', async () => {
  const { subscriber, orderId } = await paid();
  await subscriber.paysWith(DECLINES);
  service.days(31);
  const { openOrder } = await subscriber.becomes(SubscriptionState.PAST_DUE);
  await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.NONE);
  const { order } = await subscriber.plans.getPlanOrder({ orderId: openOrder?.id ?? '' });
  expect(order?.state).toBe(PlanOrderState.CANCELLED);
});

/** Somebody who pays for PRO, and ten days later with a card for the change to PREMIUM. */
async function upgraded(number: string) {
  const { subscriber, orderId: first } = await paid();
  const pro = await subscriber.subscription();
  service.days(10);
  await subscriber.paysWith(number);
  const { amount } = await subscriber.plans.quotePlanChange(PREMIUM_MONTH);
  const orderId = newId();
  await subscriber.plans.changePlan({ ...PREMIUM_MONTH, orderId, amount });
  const premium = await subscriber.subscription();
  return { subscriber, first, orderId, pro, premium };
}

test('who gets the money of a change back has the plan of before, until its end [SET-10:refund]', async () => {
  const { subscriber, first, orderId, pro } = await upgraded(PAYS);
  await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  expect(await subscriber.subscription()).toMatchObject({
    ...{ state: SubscriptionState.ACTIVE, plan: SubscriptionType.PRO, ends: true },
    periodEnd: pro.periodEnd,
  });
  expect(await service.earned()).toBe(await subscriber.priceOf(PRO_MONTH));
  await eventually(async () => expect(await refundsOf(subscriber.accountId)).toEqual([true]));
  // That is paid and runs, and can be refunded and changed as before.
  const { credit } = await subscriber.plans.quotePlanChange(PREMIUM_MONTH);
  expect(credit).toBeGreaterThan(0n);
  await service.planBackOffice(fresh()).refundPlanOrder(asked(first));
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.NONE);
  expect(await service.earned()).toBe(0n);
  await eventually(async () => expect(await refundsOf(subscriber.accountId)).toEqual([true, false]));
});

test('a change whose credited plan is over or was refunded leaves nothing when it goes back [SET-10:refund]', async () => {
  const { subscriber, orderId } = await upgraded(PAYS);
  service.days(25);
  await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.NONE);
});

test('a change whose refund the provider cannot make runs again in place of the plan of before [SET-10:refund]', async () => {
  const { subscriber, orderId, premium } = await upgraded(REFUND_FAILS);
  const { order } = await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  expect(order).toMatchObject({ state: PlanOrderState.FULFILLED, refunding: false });
  expect(await subscriber.subscription()).toMatchObject({
    ...{ state: SubscriptionState.ACTIVE, plan: SubscriptionType.PREMIUM, ends: false },
    periodEnd: premium.periodEnd,
  });
});

test('a plan that was cancelled still ends when its refund could not be made [SET-10:refund]', async () => {
  const { subscriber, orderId } = await upgraded(REFUND_FAILS);
  await subscriber.plans.cancelPlan({});
  await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  expect(await subscriber.subscription()).toMatchObject({ state: SubscriptionState.ACTIVE, ends: true });
});

test('a plan whose refund the provider cannot make runs on [SET-10:refund]', async () => {
  const subscriber = await service.person();
  await subscriber.saveCard(REFUND_FAILS);
  await subscriber.subscribe(PRO_MONTH);
  service.days(14);
  await subscriber.becomes(SubscriptionState.ACTIVE);
  const { orders } = await subscriber.plans.listPlanOrders({});
  const { order } = await service.planBackOffice(fresh()).refundPlanOrder(asked(orders[0]?.id ?? ''));
  const failure = 'expired_or_canceled_card';
  expect(order).toMatchObject({ state: PlanOrderState.FULFILLED, refunding: false, refundFailure: failure });
  expect(await subscriber.subscription()).toMatchObject({ state: SubscriptionState.ACTIVE, ends: false });
  const entries = await service.db.query('SELECT kind, changes FROM audit_log ORDER BY id');
  expect(entries).toMatchObject([
    { kind: 'PLAN_REFUND_ASKED' },
    { kind: 'PLAN_REFUND_FAILED', changes: [{ field: 'order' }, { field: 'failure', after: failure }] },
  ]);
  // Neither that the plan has ended nor that its money is back was true.
  await eventually(async () => expect((await service.changes(subscriber.accountId)).at(-1)).toBe('STARTED'));
  const said = await service.changes(subscriber.accountId);
  for (const untrue of ['ENDED', 'REFUNDED']) expect(said).not.toContain(untrue);
});

test('a plan whose refund fails after it had succeeded stays ended, and staff give back what is owed [SET-10:refund]', async () => {
  const subscriber = await service.person();
  await subscriber.saveCard(REFUND_FAILS_LATER);
  await subscriber.subscribe(PRO_MONTH);
  service.days(14);
  await subscriber.becomes(SubscriptionState.ACTIVE);
  const { orders } = await subscriber.plans.listPlanOrders({});
  const [{ id: orderId = '', amount: price = 0n } = {}] = orders;
  await service.planBackOffice(fresh()).refundPlanOrder(asked(orderId));
  service.days(1);
  const seen = async () => (await subscriber.plans.getPlanOrder({ orderId })).order;
  await eventually(async () => expect((await seen())?.owed).toBe(price));
  const refundFailure = 'expired_or_canceled_card';
  expect(await seen()).toMatchObject({ state: PlanOrderState.REFUNDED, refundFailure });
  expect((await subscriber.subscription()).state).toBe(SubscriptionState.NONE);
  expect(await service.earned()).toBe(0n);

  const paid = { ...asked(orderId), paidElsewhere: true };
  const { order } = await service.planBackOffice(fresh()).refundOwedPlan(paid);
  expect(order).toMatchObject({ state: PlanOrderState.REFUNDED, owed: 0n, refundFailure: '' });
  const entries = await service.db.query<{ kind: string }>('SELECT kind FROM audit_log ORDER BY id');
  expect(entries.map(({ kind }) => kind)).toEqual(
    ['REFUND_ASKED', 'REFUNDED', 'REFUND_FAILED', 'REFUND_ASKED', 'REFUNDED'].map((kind) => `PLAN_${kind}`),
  );
  // They were notified of it once.
  await eventually(async () => expect(await refundsOf(subscriber.accountId)).toEqual([false]));
  await eventually(async () =>
    expect((await service.changes(subscriber.accountId)).slice(-3)).toEqual([
      ...['REFUNDED', 'REFUND_FAILED', 'OWED_GIVEN_ELSEWHERE'],
    ]),
  );
});

test('nobody gives back to themselves what is owed [SET-10:refund]', async () => {
  const { subscriber, orderId } = await paid();
  await service.db.query("UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = $1", [orderId]);
  const themselves = service.planBackOffice(fresh({ accountId: subscriber.accountId }));
  await expect(themselves.refundOwedPlan(asked(orderId))).rejects.toMatchObject({ reason: 'OWN_ACCOUNT' });
  expect(await service.db.query('SELECT 1 FROM order_refunds')).toEqual([]);
});
