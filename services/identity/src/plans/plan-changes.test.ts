import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  BillingInterval,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { viewers } from '@marquee/testing/viewers';
import { ASKS, DECLINES, PAYS, PREMIUM_MONTH, PRO_MONTH, PRO_YEAR, planService } from '../testing/plan-holders.ts';

const { TRIALING, ACTIVE, PAST_DUE, NONE } = SubscriptionState;
const { PRO, PREMIUM, FREEMIUM } = SubscriptionType;

let service: Awaited<ReturnType<typeof planService>>;
beforeAll(async () => {
  service = await planService();
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(service.db.query)]).toEqual([name, []]);
});

type Person = Awaited<ReturnType<typeof service.person>>;
const changeTo = async (person: Person, choice: typeof PRO_MONTH, orderId = newId()) => {
  const { amount } = await person.plans.quotePlanChange(choice);
  return person.plans.changePlan({ ...choice, orderId, amount });
};
/** What somebody has paid for their plans. */
async function paidBy({ accountId }: Person): Promise<bigint> {
  const text = `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM orders WHERE account_id = $1 AND state = 'FULFILLED'`;
  return (await service.db.query<{ amount: bigint }>(text, [accountId]))[0]?.amount ?? 0n;
}
const refusedFor = (reason: string) => expect.objectContaining({ reason });

test('a plan is changed in its trial without a payment, and is paid as it is then [SET-10:change]', async () => {
  const person = await service.person();
  await person.saveCard(PAYS);
  const { subscription } = await person.subscribe(PRO_MONTH);
  expect(await person.plans.quotePlanChange(PREMIUM_MONTH)).toMatchObject({
    ...{ atOnce: true, amount: 0n, credit: 0n, price: 2_499n, startsAt: subscription?.periodEnd },
  });
  for (const _time of ['once', 'twice']) {
    const changed = await changeTo(person, PREMIUM_MONTH);
    expect(changed.subscription).toMatchObject({ state: TRIALING, plan: PREMIUM, nextPlan: 0 });
    expect(changed.order).toBeUndefined();
  }
  expect(await service.changes(person.accountId)).toEqual(['STARTED', 'SWITCHED']);
  await changeTo(person, PRO_YEAR);
  expect(await person.subscription()).toMatchObject({ state: TRIALING, plan: PRO, interval: BillingInterval.YEARLY });
  await changeTo(person, PREMIUM_MONTH);
  service.days(14);
  await person.becomes(ACTIVE, { plan: PREMIUM });
  expect(await paidBy(person)).toBe(2_499n);
});

test('less waits for the end of the period, once, and is taken back with the plan that runs [SET-10:change]', async () => {
  const person = await service.subscriber(PREMIUM_MONTH);
  const { startsAt, atOnce, amount } = await person.plans.quotePlanChange(PRO_MONTH);
  expect([startsAt, atOnce, amount]).toEqual([(await person.subscription()).periodEnd, false, 0n]);
  await expect(changeTo(person, PREMIUM_MONTH)).rejects.toEqual(refusedFor('SAME_PLAN'));
  for (const _time of ['once', 'twice']) {
    const { subscription } = await changeTo(person, PRO_MONTH);
    expect(subscription).toMatchObject({ plan: PREMIUM, nextPlan: PRO, nextPrice: 1_299n, ends: false });
  }
  const { subscription } = await changeTo(person, PREMIUM_MONTH);
  expect(subscription).toMatchObject({ plan: PREMIUM, nextPlan: 0, nextPrice: 2_499n });
  await changeTo(person, PRO_MONTH);
  expect((await person.plans.keepPlan({})).subscription).toMatchObject({ nextPlan: 0, ends: false });
  // To less renews a plan that was cancelled, as it says what comes next.
  await person.plans.cancelPlan({});
  expect((await changeTo(person, PRO_MONTH)).subscription).toMatchObject({ nextPlan: PRO, ends: false });
  await person.plans.cancelPlan({});
  expect(await person.subscription()).toMatchObject({ nextPlan: 0, ends: true });
});

test('nothing is begun or changed at another price than was shown, or by the order of another [SET-10:start]', async () => {
  const [person, other] = [await service.person(), await service.subscriber()];
  await person.saveCard(PAYS);
  const asked = { ...PRO_MONTH, orderId: newId() };
  for (const price of [1_298n, 1_300n]) {
    await expect(person.plans.startPlan({ ...asked, price })).rejects.toEqual(refusedFor('PLAN_PRICE_CHANGED'));
  }
  const orderId = (await other.plans.listPlanOrders({})).orders[0]?.id ?? '';
  await expect(person.subscribe(PRO_MONTH, orderId)).rejects.toEqual(refusedFor('ORDER_NOT_FOUND'));
  expect(await person.subscription()).toMatchObject({ state: NONE, trialAvailable: true });
  await person.subscribe(PRO_MONTH);
  await expect(changeTo(person, PREMIUM_MONTH, orderId)).rejects.toEqual(refusedFor('ORDER_NOT_FOUND'));
  const free = await service.person();
  await free.saveCard(PAYS);
  const nothing = { ...PREMIUM_MONTH, orderId: newId(), amount: 0n };
  await expect(free.plans.quotePlanChange(PREMIUM_MONTH)).rejects.toEqual(refusedFor('NOT_SUBSCRIBED'));
  await expect(free.plans.changePlan(nothing)).rejects.toEqual(refusedFor('NOT_SUBSCRIBED'));
});

test('the rest of a period that is worth the new one is not charged [SET-10:change]', async () => {
  const person = await service.subscriber();
  await service.db.query('UPDATE subscriptions SET price = 2480 WHERE account_id = $1', [person.accountId]);
  const orderId = newId();
  for (const _time of ['once', 'twice']) {
    const { subscription, order } = await changeTo(person, PREMIUM_MONTH, orderId);
    expect([subscription?.plan, order]).toEqual([PREMIUM, undefined]);
  }
  expect(await paidBy(person)).toBe(1_299n);
  expect(await service.changes(person.accountId)).toEqual(['STARTED', 'RENEWED', 'SWITCHED']);
});

test('an account that closes or is suspended is not charged: its plan ends with the period [SET-10:renewal]', async () => {
  const [closing, suspended] = [await service.subscriber(), await service.subscriber()];
  const set = (column: string, { accountId }: Person) =>
    service.db.query(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [accountId, service.clock.now()]);
  await set('closing_at', closing);
  await set('suspended_at', suspended);
  service.days(31);
  for (const person of [closing, suspended]) {
    await person.becomes(NONE, { plan: FREEMIUM });
    expect(await paidBy(person)).toBe(1_299n);
  }
});

test('a suspended account that owes a renewal owes it no longer [SET-10:grace]', async () => {
  const person = await service.person();
  await person.saveCard(DECLINES);
  await person.subscribe(PRO_MONTH);
  service.days(14);
  const { openOrder } = await person.becomes(PAST_DUE);
  await service.db.query('UPDATE accounts SET suspended_at = $2 WHERE id = $1', [
    person.accountId,
    service.clock.now(),
  ]);
  service.days(1);
  await person.becomes(NONE, { plan: SubscriptionType.NONE });
  const { order } = await person.plans.getPlanOrder({ orderId: openOrder?.id ?? '' });
  // What nobody has to pay any more says nothing of the card.
  expect(order).toMatchObject({ state: PlanOrderState.CANCELLED, declineMessage: '', step: PlanPaymentStep.NONE });
});

test('an order that waits for the bank says nothing of a decline, and one without a payment cannot be answered', async () => {
  const person = await service.subscriber();
  await person.paysWith(ASKS);
  const { order } = await changeTo(person, PREMIUM_MONTH);
  expect(order).toMatchObject({ step: PlanPaymentStep.CHALLENGE, declineMessage: '', refunding: false });
  const orderId = order?.id ?? '';
  const other = await service.person();
  const notFound = refusedFor('ORDER_NOT_FOUND');
  await expect(other.plans.payPlanOrder({ orderId, attemptId: newId() })).rejects.toEqual(notFound);
  await expect(other.plans.answerTestPlanChallenge({ orderId, approved: true })).rejects.toEqual(notFound);
  await service.db.query('UPDATE orders SET payment_id = NULL WHERE id = $1', [orderId]);
  await expect(person.plans.answerTestPlanChallenge({ orderId, approved: true })).rejects.toEqual(
    refusedFor('ORDER_ENDED'),
  );
});

test('a closed account begins no plan, is given none, and has no customer any more [SET-05:close]', async () => {
  const person = await service.person();
  const { accountId } = person;
  await person.saveCard(PAYS);
  const text = 'UPDATE accounts SET closing_at = $2, closed_at = $2 WHERE id = $1';
  await service.db.query(text, [accountId, service.clock.now()]);
  await expect(person.plans.chooseFreePlan({})).rejects.toEqual(refusedFor('ACCOUNT_NOT_FOUND'));
  await expect(person.subscribe(PRO_MONTH)).rejects.toEqual(refusedFor('ACCOUNT_NOT_FOUND'));
  const given = { accountId, plan: PREMIUM_MONTH.plan, months: 2, reason: 'For a talk', requestId: newId() };
  await expect(service.planBackOffice(viewers.staff()).grantPlan(given)).rejects.toEqual(refusedFor('USER_NOT_FOUND'));
  const customer = service.paymentCustomers('film').getPaymentCustomer({ accountId });
  await expect(customer).rejects.toEqual(refusedFor('USER_NOT_FOUND'));
});

test('staff see the plan and the orders of a user, and neither of nobody [ADU-06:plans]', async () => {
  const person = await service.subscriber();
  const staff = service.planBackOffice(viewers.staff());
  const { accountId } = person;
  expect((await staff.getUserSubscription({ accountId })).subscription).toMatchObject({ state: ACTIVE, plan: PRO });
  expect((await staff.listUserPlanOrders({ accountId, pageSize: 10 })).orders).toHaveLength(1);
  for (const unknown of [newId(), 'no id']) {
    await expect(staff.getUserSubscription({ accountId: unknown })).rejects.toEqual(refusedFor('USER_NOT_FOUND'));
  }
  await expect(staff.listUserPlanOrders({ accountId: 'no id' })).rejects.toEqual(refusedFor('USER_NOT_FOUND'));
  await service.db.query('UPDATE accounts SET deleted_at = $2 WHERE id = $1', [accountId, service.clock.now()]);
  await expect(staff.getUserSubscription({ accountId })).rejects.toEqual(refusedFor('USER_NOT_FOUND'));
});
