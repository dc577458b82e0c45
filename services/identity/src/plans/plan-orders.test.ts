import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  PlanOrderPurpose,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import {
  ASKS,
  DECLINES,
  DISPUTES_AND_LOSES,
  PAYS,
  PREMIUM_MONTH,
  PRO_MONTH,
  PRO_YEAR,
  planService,
  SLOW,
} from '../testing/plan-holders.ts';

const { ACTIVE, PAST_DUE, NONE } = SubscriptionState;
const { START, UPGRADE } = PlanOrderPurpose;
const { FULFILLED, CANCELLED } = PlanOrderState;

let service: Awaited<ReturnType<typeof planService>>;
beforeEach(async () => {
  service = await planService();
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(service.db.query)]).toEqual([name, []]);
});

test('who cancels a declined plan and begins again pays the new plan, not the old renewal [SET-10:start]', async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const { openOrder } = await person.becomes(PAST_DUE);
  expect((await person.plans.cancelPlan({})).subscription).toMatchObject({ state: NONE });
  const { order: renewal } = await person.plans.getPlanOrder({ orderId: openOrder?.id ?? '' });
  expect(renewal?.state).toBe(CANCELLED);
  await person.paysWith(PAYS);
  const { order } = await person.subscribe(PREMIUM_MONTH);
  expect(order).toMatchObject({ purpose: START, state: FULFILLED, amount: 2_499n });
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM });
  expect(await service.earned()).toBe(2_499n);
});

test('a plan does not begin while the renewal of an ended one is being paid [SET-10:start]', async () => {
  const person = await service.person();
  await person.saveCard(SLOW);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  await eventually(async () => {
    expect(await service.db.query(`SELECT 1 FROM test_payments WHERE status = 'PROCESSING'`)).toHaveLength(1);
  });
  const staff = service.planBackOffice(viewers.staff());
  await staff.endPlan({ accountId: person.accountId, reason: 'As they asked us to', requestId: newId() });
  await person.paysWith(PAYS);
  await expect(person.subscribe(PREMIUM_MONTH)).rejects.toMatchObject({ reason: 'PAYMENT_UNDER_WAY' });
  // Its money goes back by itself.
  service.clock.advance(5_000);
  await eventually(async () => expect((await person.plans.listPlanOrders({})).orders[0]?.refunding).toBe(true));
  const { order } = await person.subscribe(PREMIUM_MONTH);
  expect(order).toMatchObject({ purpose: START, state: FULFILLED });
  expect(await service.earned()).toBe(2_499n);
});

test('a change is paid neither after its hold nor for a price that the plan has no more [SET-10:pay]', async () => {
  const person = await service.subscriber();
  await person.paysWith(DECLINES);
  const declined = async () => {
    const { amount } = await person.plans.quotePlanChange(PREMIUM_MONTH);
    const { order } = await person.plans.changePlan({ ...PREMIUM_MONTH, orderId: newId(), amount });
    await person.paysWith(PAYS);
    return order?.id ?? '';
  };
  const pay = (orderId: string) => person.plans.payPlanOrder({ orderId, attemptId: newId() });
  const dearer = await declined();
  await service.db.query('UPDATE plan_orders SET price = price - 100 WHERE order_id = $1', [dearer]);
  await expect(pay(dearer)).rejects.toMatchObject({ reason: 'PLAN_PRICE_CHANGED', metadata: { price: '2499' } });
  await person.paysWith(DECLINES);
  const late = await declined();
  await service.db.query("UPDATE orders SET held_until = held_until - interval '15 days' WHERE id = $1", [late]);
  await expect(pay(late)).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  const charged = "SELECT 1 FROM test_payments WHERE order_id = ANY($1) AND status <> 'CANCELLED'";
  expect(await service.db.query(charged, [[dearer, late]])).toEqual([]);
});

test('another change ends the one that waits to be paid, and costs what was shown [SET-10:change]', async () => {
  const person = await service.subscriber();
  await person.paysWith(ASKS);
  const change = async (choice: typeof PRO_MONTH) => {
    const { amount } = await person.plans.quotePlanChange(choice);
    return (await person.plans.changePlan({ ...choice, orderId: newId(), amount })).order;
  };
  const first = await change(PRO_YEAR);
  expect(first).toMatchObject({ step: PlanPaymentStep.CHALLENGE, amount: 11_700n });
  // The same is asked for again in another tab.
  expect((await change(PRO_YEAR))?.id).toBe(first?.id);
  await person.paysWith(PAYS);
  expect(await change(PREMIUM_MONTH)).toMatchObject({ purpose: UPGRADE, state: FULFILLED, amount: 1_200n });
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM });
  const { order } = await person.plans.getPlanOrder({ orderId: first?.id ?? '' });
  expect(order?.state).toBe(CANCELLED);
  expect(await service.earned()).toBe(1_299n + 1_200n);
});

test('a plan whose renewal has ended without a payment ends too [SET-10:grace]', async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const { openOrder } = await person.becomes(PAST_DUE);
  await service.db.query(`UPDATE orders SET state = 'EXPIRED', payment_id = NULL WHERE id = $1`, [openOrder?.id]);
  service.days(1);
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
});

test('a plan whose dispute was won runs to the end of its period, and does not renew [SET-10:events]', async () => {
  const person = await service.person();
  await person.saveCard(DISPUTES_AND_LOSES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  await eventually(async () => expect(await service.changes(person.accountId)).toContain('ENDED'));
  service.clock.advance(5_000);
  await person.becomes(ACTIVE, { plan: SubscriptionType.PRO, ends: true });
  service.days(31);
  await person.becomes(NONE, { plan: SubscriptionType.FREEMIUM });
  expect(await service.earned()).toBe(1_299n);
});

test('a plan that staff ended stays ended when its dispute is won [SET-10:events]', async () => {
  const person = await service.subscriber();
  const staff = service.planBackOffice(viewers.staff());
  await staff.endPlan({ accountId: person.accountId, reason: 'As they asked us to', requestId: newId() });
  const { orders } = await person.plans.listPlanOrders({});
  for (const dispute of ['OPEN', 'WON']) {
    await service.db.query('UPDATE test_payments SET dispute = $1', [dispute]);
    await person.plans.getPlanOrder({ orderId: orders[0]?.id ?? '' });
  }
  expect(await person.subscription()).toMatchObject({ state: NONE, plan: SubscriptionType.NONE });
});

test('a change that is paid after the plan was cancelled does not make it renew [SET-10:cancel]', async () => {
  const person = await service.subscriber();
  await person.paysWith(ASKS);
  const { amount } = await person.plans.quotePlanChange(PREMIUM_MONTH);
  const orderId = newId();
  await person.plans.changePlan({ ...PREMIUM_MONTH, orderId, amount });
  await person.plans.cancelPlan({});
  const { order } = await person.plans.answerTestPlanChallenge({ orderId, approved: true });
  expect(order?.state).toBe(FULFILLED);
  expect(await person.subscription()).toMatchObject({ plan: SubscriptionType.PREMIUM, ends: true });
  service.days(31);
  await person.becomes(NONE, { plan: SubscriptionType.FREEMIUM });
  expect(await service.earned()).toBe(1_299n + amount);
});

test('a renewal whose card is gone is declined, and the plan ends after its grace [SET-10:grace]', async () => {
  const person = await service.person();
  await person.saveCard(PAYS);
  await person.subscribe(PRO_MONTH);
  await service.db.query('UPDATE test_methods SET removed_at = $1', [service.clock.now()]);
  service.days(14);
  const due = await person.becomes(PAST_DUE, { plan: SubscriptionType.PRO });
  expect(due.openOrder?.declineMessage).not.toBe('');
  service.days(10);
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
});

test('a cancelled plan is not kept without a card [SET-10:cancel]', async () => {
  const person = await service.subscriber();
  await person.plans.cancelPlan({});
  const { methods } = await person.methods.listPaymentMethods({});
  await person.methods.removePaymentMethod({ methodId: methods[0]?.id ?? '' });
  await expect(person.plans.keepPlan({})).rejects.toMatchObject({ reason: 'CARD_NEEDED' });
  await person.saveCard(PAYS);
  expect((await person.plans.keepPlan({})).subscription).toMatchObject({ ends: false });
});

test('a cancelled plan is kept with a card that was saved elsewhere, and not with one that is gone [SET-10:cancel]', async () => {
  const person = await service.subscriber();
  await person.plans.cancelPlan({});
  const { accountId } = person;
  await service.db.query("UPDATE payment_customers SET default_method_id = '' WHERE account_id = $1", [accountId]);
  expect((await person.plans.keepPlan({})).subscription).toMatchObject({ ends: false });
  await person.plans.cancelPlan({});
  await service.removeCardsElsewhere(accountId);
  await expect(person.plans.keepPlan({})).rejects.toMatchObject({ reason: 'CARD_NEEDED' });
});

test("a new card pays a renewal whose bank's question nobody answered [SET-10:grace]", async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const { openOrder } = await person.becomes(PAST_DUE);
  await person.paysWith(ASKS);
  await eventually(async () => {
    expect(await service.changes(person.accountId)).toEqual(['STARTED', 'DECLINED', 'DECLINED']);
  });
  const asked = await person.plans.payPlanOrder({ orderId: openOrder?.id ?? '', attemptId: newId() });
  expect(asked.order?.step).toBe(PlanPaymentStep.CHALLENGE);
  await person.paysWith(PAYS);
  await person.becomes(ACTIVE);
  expect(await service.earned()).toBe(1_299n);
});

test('a dispute of what a change was paid with ends the plan, and a won one gives it back [SET-10:events]', async () => {
  const person = await service.subscriber();
  const [first] = (await person.plans.listPlanOrders({})).orders;
  const { amount } = await person.plans.quotePlanChange(PREMIUM_MONTH);
  await person.plans.changePlan({ ...PREMIUM_MONTH, orderId: newId(), amount });
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM });
  const dispute = async (state: string) => {
    const text = `UPDATE test_payments SET dispute = $1 WHERE order_id = $2`;
    await service.db.query(text, [state, first?.id]);
    await person.plans.getPlanOrder({ orderId: first?.id ?? '' });
  };
  await dispute('OPEN');
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
  await dispute('WON');
  await person.becomes(ACTIVE, { plan: SubscriptionType.PREMIUM, ends: true });
});

test('what went back of a period is no credit for another plan [SET-10:change]', async () => {
  const person = await service.subscriber();
  const [first] = (await person.plans.listPlanOrders({})).orders;
  const back = async (amount: number) => {
    await service.db.query('UPDATE test_payments SET refunded = $1 WHERE order_id = $2', [amount, first?.id]);
    const { order } = await person.plans.getPlanOrder({ orderId: first?.id ?? '' });
    expect(order?.refunding).toBe(false);
    return (await person.plans.quotePlanChange(PREMIUM_MONTH)).credit;
  };
  expect((await person.plans.quotePlanChange(PREMIUM_MONTH)).credit).toBe(1_299n);
  expect(await back(299)).toBe(1_000n);
  service.days(20);
  expect(await back(1_000)).toBe(0n);
});
