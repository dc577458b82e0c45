import { Code } from '@connectrpc/connect';
import { Role, SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, PlanOrderState, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { type Answers, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
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

test('who may not refund sees no button for it [SET-10:refund]', async () => {
  await open({ getUserSubscription: () => ACTIVE, listUserPlanOrders: () => ({ orders: [PAID] }) });
  await screen.findByText('$129.99');
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});
