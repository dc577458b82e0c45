import { Code } from '@connectrpc/connect';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  PlanOrderPurpose,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { signWebhook } from '@marquee/payments/webhook-signature';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import {
  ASKS,
  DECLINES,
  PAYS,
  PREMIUM_MONTH,
  PRO_MONTH,
  PRO_YEAR,
  planService,
  WEBHOOK_SECRET,
} from '../testing/plan-holders.ts';

const { TRIALING, ACTIVE, PAST_DUE, NONE } = SubscriptionState;

let service: Awaited<ReturnType<typeof planService>>;
beforeEach(async () => {
  service = await planService();
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(service.db.query)]).toEqual([name, []]);
});

test('a plan begins with a trial, is paid when it is over, and renews by the clock [SET-10:renewal]', async () => {
  const person = await service.person();
  await expect(person.subscribe(PRO_MONTH)).rejects.toMatchObject({ reason: 'CARD_NEEDED' });
  await person.saveCard(PAYS);
  const orderId = newId();
  const { subscription, order } = await person.subscribe(PRO_MONTH, orderId);
  expect(subscription).toMatchObject({ state: TRIALING, plan: SubscriptionType.PRO, trialAvailable: false });
  expect(order).toBeUndefined();
  // A lost answer is asked for again.
  expect((await person.subscribe(PRO_MONTH, orderId)).subscription).toMatchObject({ state: TRIALING });
  await expect(person.subscribe(PRO_MONTH)).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
  expect(await service.earned()).toBe(0n);

  service.days(11);
  await eventually(async () => expect(await service.changes(person.accountId)).toEqual(['STARTED', 'RENEWS_SOON']));
  service.days(3);
  await person.becomes(ACTIVE, { plan: SubscriptionType.PRO });
  expect(await service.earned()).toBe(1_299n);
  service.days(31);
  await eventually(async () => expect(await service.earned()).toBe(2_598n));
  expect(await service.changes(person.accountId)).toEqual(['STARTED', 'RENEWS_SOON', 'RENEWED', 'RENEWED']);
  const { orders } = await person.plans.listPlanOrders({});
  expect(orders).toMatchObject([
    { purpose: PlanOrderPurpose.RENEWAL, state: PlanOrderState.FULFILLED, amount: 1_299n },
    { purpose: PlanOrderPurpose.RENEWAL, state: PlanOrderState.FULFILLED, amount: 1_299n },
  ]);
  expect(orders[0]?.periodStart).toEqual(orders[1]?.periodEnd);
});

test('without a trial the first period is paid at once, and the bank may ask [SET-10:start]', async () => {
  const person = await service.subscriber();
  await person.plans.cancelPlan({});
  service.days(31);
  await person.becomes(NONE, { plan: SubscriptionType.FREEMIUM });
  const asked = await person.saveCard(ASKS);
  await person.methods.setDefaultPaymentMethod({ methodId: asked?.id ?? '' });
  const { order, subscription } = await person.subscribe(PREMIUM_MONTH);
  expect(order).toMatchObject({ step: PlanPaymentStep.CHALLENGE, purpose: PlanOrderPurpose.START });
  expect(subscription).toMatchObject({ state: NONE });
  const orderId = order?.id ?? '';
  const refused = await person.plans.answerTestPlanChallenge({ orderId, approved: false });
  expect(refused.order).toMatchObject({ step: PlanPaymentStep.CARD, declineMessage: expect.stringContaining('bank') });
  await person.plans.payPlanOrder({ orderId, attemptId: newId() });
  const paid = await person.plans.answerTestPlanChallenge({ orderId, approved: true });
  expect(paid.order).toMatchObject({ state: PlanOrderState.FULFILLED });
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM });
});

test('a declined renewal is tried again while the plan continues, and a new card pays it [SET-10:grace]', async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const due = await person.becomes(PAST_DUE, { plan: SubscriptionType.PRO });
  expect(due.openOrder).toMatchObject({ amount: 1_299n, declineMessage: expect.stringContaining('declined') });
  await expect(person.plans.changePlan({ ...PREMIUM_MONTH, orderId: newId(), amount: 9_999n })).rejects.toMatchObject({
    reason: 'PLAN_PAST_DUE',
  });
  const saved = await person.saveCard(PAYS);
  await person.methods.setDefaultPaymentMethod({ methodId: saved?.id ?? '' });
  await person.becomes(ACTIVE);
  expect(await service.changes(person.accountId)).toEqual(['STARTED', 'DECLINED', 'RENEWED']);
  // The days of grace were not free.
  const { orders } = await person.plans.listPlanOrders({});
  expect(orders[0]?.periodStart).toEqual(due.periodEnd);
});

test('a renewal that nobody pays ends the plan after its grace, and is charged no more [SET-10:grace]', async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const due = await person.becomes(PAST_DUE);
  for (const day of [1, 2, 2, 2]) {
    const before = (await service.changes(person.accountId)).length;
    service.days(day);
    await eventually(async () => expect((await service.changes(person.accountId)).length).toBe(before + 1));
  }
  service.days(3);
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
  expect((await service.changes(person.accountId)).at(-1)).toBe('ENDED_UNPAID');
  const { order } = await person.plans.getPlanOrder({ orderId: due.openOrder?.id ?? '' });
  expect(order?.state).toBe(PlanOrderState.CANCELLED);
  expect(await service.earned()).toBe(0n);
});

test('a cancelled plan continues until its period ends, and can be kept until then [SET-10:cancel]', async () => {
  const person = await service.subscriber();
  expect((await person.plans.cancelPlan({})).subscription).toMatchObject({ ends: true, state: ACTIVE });
  expect((await person.plans.cancelPlan({})).subscription).toMatchObject({ ends: true });
  expect((await person.plans.keepPlan({})).subscription).toMatchObject({ ends: false });
  service.days(31);
  await eventually(async () => expect(await service.earned()).toBe(2_598n));
  await person.plans.cancelPlan({});
  service.days(31);
  await person.becomes(NONE, { plan: SubscriptionType.FREEMIUM });
  expect(await service.earned()).toBe(2_598n);
  await expect(person.plans.cancelPlan({})).rejects.toMatchObject({ reason: 'NOT_SUBSCRIBED' });
});

test('more is had at once for the difference, and less at the end of the period [SET-10:change]', async () => {
  const person = await service.subscriber();
  const { amount, atOnce } = await person.plans.quotePlanChange(PREMIUM_MONTH);
  expect({ amount, atOnce }).toEqual({ amount: 1_200n, atOnce: true });
  service.days(15);
  const quote = await person.plans.quotePlanChange(PREMIUM_MONTH);
  expect(quote.amount).toBe(2_499n - quote.credit);
  expect(quote.credit).toBeGreaterThan(600n);
  const change = { ...PREMIUM_MONTH, orderId: newId() };
  await expect(person.plans.changePlan({ ...change, amount: 1n })).rejects.toMatchObject({
    reason: 'PLAN_PRICE_CHANGED',
    metadata: { price: String(quote.amount) },
  });
  const [first, again] = [
    await person.plans.changePlan({ ...change, amount: quote.amount }),
    await person.plans.changePlan({ ...change, amount: quote.amount }),
  ];
  expect(first.order).toMatchObject({ state: PlanOrderState.FULFILLED, amount: quote.amount });
  expect(again.order?.id).toBe(first.order?.id);
  expect(await service.earned()).toBe(1_299n + quote.amount);
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM });

  const less = await person.plans.changePlan({ ...PRO_YEAR, orderId: newId(), amount: 0n });
  expect(less.subscription).toMatchObject({ plan: SubscriptionType.PREMIUM, nextPlan: SubscriptionType.PRO });
  expect(less.order).toBeUndefined();
  service.days(31);
  await person.becomes(ACTIVE, { plan: SubscriptionType.PRO, interval: PRO_YEAR.interval });
  expect(await service.earned()).toBe(1_299n + quote.amount + 12_999n);
});

test('doubled and late events of the provider change nothing twice, and a refund ends the plan [SET-10:events]', async () => {
  const person = await service.subscriber();
  const { orders } = await person.plans.listPlanOrders({});
  const orderId = orders[0]?.id ?? '';
  const [row] = await service.db.query<{ paymentId: string }>('SELECT payment_id FROM orders WHERE id = $1', [orderId]);
  const paymentId = row?.paymentId ?? '';
  const gateway = service.plans(viewers.service('gateway'));
  const deliver = (id: string, secret = WEBHOOK_SECRET, type = 'payment_intent.succeeded') => {
    const body = Buffer.from(JSON.stringify({ id, type, paymentId }));
    const signature = signWebhook(body, { secret, at: service.clock.now() });
    return gateway.receivePlanPaymentEvent({ body, signature });
  };
  const before = await person.subscription();
  for (const id of ['evt_a', 'evt_a', 'evt_b']) await deliver(id);
  expect(await person.subscription()).toEqual(before);
  await expect(deliver('evt_c', 'another-secret-of-nobody')).rejects.toMatchObject({ reason: 'WEBHOOK_REFUSED' });
  await service.db.query('UPDATE test_payments SET refunded = amount WHERE id = $1', [paymentId]);
  await deliver('evt_d', WEBHOOK_SECRET, 'charge.refunded');
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
  expect((await person.plans.listPlanOrders({})).orders[0]).toMatchObject({ state: PlanOrderState.REFUNDED });
  expect(await service.earned()).toBe(0n);
});

test('the plan is in the token, and the free one can be chosen without another [SET-10:free]', async () => {
  const person = await service.person();
  expect((await person.plans.chooseFreePlan({})).subscription).toMatchObject({
    state: NONE,
    plan: SubscriptionType.FREEMIUM,
  });
  await person.saveCard(PAYS);
  await person.subscribe(PRO_YEAR);
  expect((await service.profile(person.viewer).getCurrentUser({})).user?.subscriptionType).toBe(SubscriptionType.PRO);
  await expect(person.plans.chooseFreePlan({})).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
  const { enabled, subscription } = await service.planFacts('festival').getPlanFacts({ accountId: person.accountId });
  expect({ enabled, ...subscription }).toMatchObject({ enabled: true, state: TRIALING, interval: PRO_YEAR.interval });
});

test('staff give a plan and end one, with a reason in the log [ADU-06:plans]', async () => {
  const person = await service.person();
  const staff = service.planBackOffice(viewers.staff());
  const { accountId } = person;
  const asked = { accountId, reason: 'For a talk at our festival' };
  const grant = { ...asked, plan: SubscriptionType.PREMIUM, months: 2 };
  const granted = await staff.grantPlan({ ...grant, requestId: newId() });
  expect(granted.subscription).toMatchObject({ granted: true, ends: true, plan: SubscriptionType.PREMIUM });
  service.days(62);
  await person.becomes(NONE, { plan: SubscriptionType.FREEMIUM });
  expect(await service.changes(accountId)).toEqual(['STARTED', 'ENDED']);
  await person.saveCard(PAYS);
  await person.subscribe(PRO_MONTH);
  await expect(staff.grantPlan({ ...grant, requestId: newId() })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'USER_PAYS_FOR_PLAN',
  });
  const ended = await staff.endPlan({ ...asked, requestId: newId() });
  expect(ended.subscription).toMatchObject({ state: NONE, plan: SubscriptionType.NONE });
  await expect(staff.endPlan({ ...asked, requestId: newId() })).rejects.toMatchObject({ reason: 'NO_PLAN_TO_END' });
  const { entries } = await service.backOffice(viewers.staff()).listAuditEntries({ objectId: accountId, pageSize: 10 });
  expect(entries.map(({ reason }) => reason)).toEqual([asked.reason, asked.reason]);
});
