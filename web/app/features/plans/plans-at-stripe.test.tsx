import { Code } from '@connectrpc/connect';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  BillingInterval,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { type Answers, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { address, press, showPage } from '../../testing/show-page.tsx';
import { standInForStripe } from '../../testing/stand-in-for-stripe.ts';

const { stripeJs, loadStripe } = standInForStripe();
const { SubscriptionScreen } = await import('./subscription-screen.tsx');

const PRO = { plan: SubscriptionType.PRO, interval: BillingInterval.MONTHLY };
const sold = { enabled: true, currency: 'USD', trialDays: 14, offers: [{ ...PRO, price: 1_299n }] };
const none = { ...sold, subscription: { state: SubscriptionState.NONE, plan: SubscriptionType.NONE } };
const runs = { ...sold, subscription: { ...PRO, state: SubscriptionState.ACTIVE, nextPrice: 1_299n } };
const stripe = { clientSecret: 'pi_1_secret_2', publishableKey: 'pk_test_1' };
const asked = {
  ...{ ...PRO, id: 'o1', amount: 1_299n, declineMessage: '' },
  ...{ state: PlanOrderState.PAYING, step: PlanPaymentStep.CHALLENGE, stripe },
};
const paid = { ...asked, state: PlanOrderState.FULFILLED, step: PlanPaymentStep.NONE, stripe: undefined };
const declined = { ...asked, step: PlanPaymentStep.CARD, declineMessage: 'Your bank refused.', stripe: undefined };
const CHOICE = '/settings/subscription?subscriptionType=PRO&intervalType=MONTHLY';

beforeEach(() => sessionStorage.clear());

const open = (answers: Answers, at = CHOICE) =>
  showPage(<SubscriptionScreen />, { ...{ at, path: '/settings/subscription', viewer: aPerson() }, answers });

/** Starts a plan whose payment the bank wants to ask about. */
async function start(answers: Answers) {
  const calls = await open({ getPlans: () => none, startPlan: () => ({ order: asked }), ...answers });
  await screen.findByRole('button', { name: 'Pay $12.99' });
  await press('Pay $12.99');
  expect(await screen.findByText('Your bank asks whether it is you who pays.')).toBeTruthy();
  await screen.findByRole('button', { name: 'Continue at your bank' });
  return calls;
}

test('where Stripe takes the payment of a plan, it asks what the bank asks [SET-10:stripe]', async () => {
  const { sent } = await start({
    getPlans: inTurn(
      () => none,
      () => runs,
    ),
    getPlanOrder: () => ({ order: paid }),
  });
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
  await press('Continue at your bank');
  expect(stripeJs.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
  expect(await screen.findByText(/^It renews on/)).toBeTruthy();
  expect(sent('getPlanOrder')).toMatchObject([{ orderId: 'o1' }]);
  expect(sent('answerTestPlanChallenge')).toEqual([]);
  expect(address()).toBe('/settings/subscription');
});

test('a bank that says no leads back to the card, with the reason [SET-10:stripe]', async () => {
  stripeJs.handleNextAction.mockResolvedValueOnce({ error: { message: 'We are unable to authenticate you.' } });
  const { sent } = await start({ getPlanOrder: () => ({ order: declined }), payPlanOrder: () => ({ order: asked }) });
  await press('Continue at your bank');
  expect(await screen.findByText('Your bank refused.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Use another card' })).toBeTruthy();
  await press('Pay $12.99');
  expect(await screen.findByRole('button', { name: 'Continue at your bank' })).toBeTruthy();
  expect(sent('payPlanOrder')).toMatchObject([{ orderId: 'o1' }]);
});

test('a question that was answered elsewhere is not asked for ever [SET-10:stripe]', async () => {
  stripeJs.handleNextAction.mockRejectedValueOnce(new Error('it is not in the requires_action state'));
  await start({
    getPlans: inTurn(
      () => none,
      () => runs,
    ),
    getPlanOrder: () => ({ order: paid }),
  });
  await press('Continue at your bank');
  expect(await screen.findByText(/^It renews on/)).toBeTruthy();
});

test('a page of the bank comes back to the order that it was about [SET-10:stripe]', async () => {
  await start({});
  const plans = inTurn(
    () => none,
    () => runs,
  );
  const back = '/settings/subscription?payment_intent=pi_1&redirect_status=succeeded';
  const { sent } = await open({ getPlans: plans, getPlanOrder: () => ({ order: paid }) }, back);
  expect(await screen.findByText(/^It renews on/)).toBeTruthy();
  expect(sent('getPlanOrder')).toMatchObject([{ orderId: 'o1' }]);
  expect(address()).toBe('/settings/subscription');
  await open({ getPlans: () => none }, '/settings/subscription');
  expect(await screen.findByText('You have no subscription')).toBeTruthy();
});

test('an order of somebody else who used this tab is forgotten [SET-10:stripe]', async () => {
  await start({});
  const notFound = refusing(Code.NotFound, { reason: 'ORDER_NOT_FOUND', message: 'It is not there.' });
  await open({ getPlans: () => none, getPlanOrder: notFound }, '/settings/subscription');
  expect(await screen.findByText('You have no subscription')).toBeTruthy();
});
