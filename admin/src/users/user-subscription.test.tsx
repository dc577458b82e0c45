import { Code } from '@connectrpc/connect';
import { Role, SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, PlanOrderState, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, within } from '@testing-library/react';
import { closed, doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

const PRO = { plan: SubscriptionType.PRO, interval: BillingInterval.YEARLY };
const open = (answers: Answers, role = Role.ADMIN) =>
  show(`/users/${USER_ID}?tab=subscriptions`, {
    ...asStaff(role),
    getUser: () => ({ user: aUserEntry() }),
    listUserPlanOrders: () => ({}),
    ...answers,
  });
async function confirm(name: string, reason: string) {
  const dialog = await screen.findByRole('dialog');
  await doing(() => fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } }));
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name })));
}

test('a plan is given for some months with a reason; a refusal says why [ADU-06:plans]', async () => {
  const asked: unknown[] = [];
  const none = { state: SubscriptionState.NONE, plan: SubscriptionType.NONE };
  await open({
    getUserSubscription: () => ({ subscription: none }),
    grantPlan: ({ plan, months, reason }: { plan: number; months: number; reason: string }) => {
      asked.push({ plan, months, reason });
      return {};
    },
  });
  expect(await screen.findByText('None runs')).toBeTruthy();
  expect(await screen.findByText('Nothing was paid for a plan')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End the plan' })).toBeNull();
  await press('Give a plan');
  await confirm('Give the plan', 'For a talk');
  expect(await screen.findByText('The plan is given.')).toBeTruthy();
  expect(asked).toEqual([{ plan: SubscriptionType.PRO, months: 12, reason: 'For a talk' }]);
});

test('a plan that runs is shown with its payments, and ended at once [ADU-06:plans]', async () => {
  await open({
    getUserSubscription: () => ({ subscription: { ...PRO, state: SubscriptionState.ACTIVE } }),
    listUserPlanOrders: () => ({ orders: [{ ...PRO, id: 'o', amount: 12_999n, state: PlanOrderState.FULFILLED }] }),
    endPlan: refusing(Code.FailedPrecondition, { message: 'This user has no plan that could be ended.' }),
  });
  expect(await screen.findByText('$129.99')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Give a plan' })).toBeNull();
  await press('End the plan');
  await confirm('End the plan', 'Asked by mail');
  expect(await screen.findByText('This user has no plan that could be ended.')).toBeTruthy();
});

test('the page shows at once that a plan has ended [ADU-06:plans]', async () => {
  await open({
    getUserSubscription: inTurn(
      () => ({ subscription: { ...PRO, state: SubscriptionState.TRIALING as SubscriptionState } }),
      () => ({ subscription: { ...PRO, state: SubscriptionState.NONE, plan: SubscriptionType.NONE } }),
    ),
    endPlan: () => ({}),
  });
  expect(await screen.findByText('In its trial')).toBeTruthy();
  await press('End the plan');
  await confirm('End the plan', 'Asked by mail');
  expect(await screen.findByText('None runs')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Give a plan', hidden: true })).toBeTruthy();
});

const PAID = { ...PRO, id: 'o1', amount: 12_999n, state: PlanOrderState.FULFILLED };
const ACTIVE = { subscription: { ...PRO, state: SubscriptionState.ACTIVE } };

test('what was paid for a plan is given back with a reason [SET-10:refund]', async () => {
  const asked: unknown[] = [];
  await open(
    {
      getUserSubscription: () => ACTIVE,
      listUserPlanOrders: () => ({ orders: [PAID, { ...PAID, id: 'o2', state: PlanOrderState.REFUNDED }] }),
      refundPlanOrder: ({ orderId, reason }: { orderId: string; reason: string }) => {
        asked.push({ orderId, reason });
        return { order: { ...PAID, state: PlanOrderState.REFUNDED } };
      },
    },
    Role.SUPER_USER,
  );
  await screen.findAllByText('$129.99');
  expect(screen.getAllByRole('button', { name: 'Refund' })).toHaveLength(1);
  await press('Refund');
  await confirm('Refund', 'Paid twice');
  expect(await screen.findByText('$129.99 was given back.')).toBeTruthy();
  expect(asked).toEqual([{ orderId: 'o1', reason: 'Paid twice' }]);
});

test('what is owed of a plan whose refund failed later is given back again [SET-10:refund]', async () => {
  const owing = {
    ...PAID,
    currency: 'USD',
    state: PlanOrderState.REFUNDED,
    owed: PAID.amount,
    refundFailure: 'declined',
  };
  const asked: unknown[] = [];
  await open(
    {
      getUserSubscription: () => ACTIVE,
      listUserPlanOrders: () => ({ orders: [owing] }),
      refundOwedPlan: ({ orderId, reason, paidElsewhere }: Record<string, unknown>) => {
        asked.push({ orderId, reason, paidElsewhere });
        return { order: { ...owing, owed: 0n, refundFailure: '' } };
      },
    },
    Role.SUPER_USER,
  );
  expect(await screen.findByText('Refunded. The refund failed later: declined. $129.99 is still owed')).toBeTruthy();
  await press('Try again');
  await confirm('Try again', 'A new card');
  expect(await screen.findByText('$129.99 was given back.')).toBeTruthy();
  expect(asked).toEqual([{ orderId: 'o1', reason: 'A new card', paidElsewhere: false }]);
});

test('who may not refund sees no button for it [SET-10:refund]', async () => {
  await open({ getUserSubscription: () => ACTIVE, listUserPlanOrders: () => ({ orders: [PAID] }) });
  await screen.findByText('$129.99');
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

test('each payment says for what it was and what became of it [ADU-06:plans]', async () => {
  const month = { ...PAID, interval: BillingInterval.MONTHLY };
  const states = [
    [PlanOrderState.CREATED, 'Not paid'],
    [PlanOrderState.PAYING, 'Not paid'],
    [PlanOrderState.PAID, 'Paid, goes back'],
    [PlanOrderState.FULFILLED, 'Paid'],
    [PlanOrderState.CANCELLED, 'Cancelled'],
    [PlanOrderState.EXPIRED, 'Expired'],
    [PlanOrderState.REFUNDED, 'Refunded'],
  ] as const;
  const period = { periodStart: { seconds: 1_763_640_000n }, periodEnd: { seconds: 1_766_232_000n } };
  await open({
    getUserSubscription: () => ACTIVE,
    listUserPlanOrders: () => ({
      orders: [
        ...states.map(([state], index) => ({ ...month, id: `o${index}`, state })),
        { ...PAID, ...period, id: 'o9', refunding: true },
        { ...PAID, id: 'o10', refundFailure: 'declined' },
      ],
    }),
  });
  const table = await screen.findByRole('table', { name: 'Payments for plans' });
  const [, ...rows] = within(table).getAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells.map((row) => row[4])).toEqual([
    ...states.map(([, text]) => text),
    'Being refunded',
    'Paid. The refund failed: declined',
  ]);
  expect([cells[0]?.[0], cells[0]?.[3]]).toEqual(['Pro, monthly', '–']);
  expect([cells[7]?.[0], cells[7]?.[3]]).toEqual(['Pro, yearly', expect.stringMatching(/2025.* – .*2025/)]);
});

test('a plan that staff gave can be given for longer, or ended; a failure says so [ADU-06:plans]', async () => {
  const given = { subscription: { ...ACTIVE.subscription, granted: true } };
  const { sent } = await open({ getUserSubscription: () => given, grantPlan: failing });
  await press('Give a plan');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.change(dialog.getByLabelText('Months'), { target: { value: '3' } }));
  await confirm('Give the plan', 'For a talk');
  expect(await screen.findByText('Failed to change the plan')).toBeTruthy();
  expect(screen.queryByText('The plan is given.')).toBeNull();
  expect(sent('grantPlan')).toMatchObject([{ plan: SubscriptionType.PRO, months: 3 }]);
  await press('Cancel');
  await closed();
  await press('End the plan');
  expect(await screen.findByRole('dialog', { name: 'End the plan at once?' })).toBeTruthy();
  expect(screen.queryByLabelText('Months')).toBeNull();
});

test('a subscription that did not load is asked for again', async () => {
  await open({ getUserSubscription: inTurn<unknown[], object>(failing, () => ACTIVE) });
  expect(await screen.findByText('Failed to load the subscription')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('button', { name: 'End the plan' })).toBeTruthy();
});
