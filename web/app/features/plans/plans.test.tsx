import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { CardSetupStep } from '@marquee/contracts/identity/v1/payment_methods_pb';
import {
  BillingInterval,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as paymentAddRoute from '../../routes/settings/payment-add.tsx';
import * as plansRoute from '../../routes/settings/plans.tsx';
import * as subscriptionRoute from '../../routes/settings/subscription.tsx';
import { openWithToasts as openRoute, sentTo } from '../../testing/open-route.tsx';
import { dialogGone, doing, later, press, seeToast } from '../../testing/show-page.tsx';

const user = aPerson({});
const PRO = { plan: SubscriptionType.PRO, interval: BillingInterval.MONTHLY };
const offers = [
  { ...PRO, price: 1_299n },
  { plan: SubscriptionType.PREMIUM, interval: BillingInterval.MONTHLY, price: 2_499n },
  { ...PRO, interval: BillingInterval.YEARLY, price: 12_999n },
  { plan: SubscriptionType.PREMIUM, interval: BillingInterval.YEARLY, price: 24_999n },
];
const none = { state: SubscriptionState.NONE, plan: SubscriptionType.NONE, trialAvailable: true };
const periodEnd = timestampFromDate(new Date('2026-12-24T12:00:00Z'));
const running = { ...PRO, trialAvailable: false, state: SubscriptionState.ACTIVE, periodEnd, nextPrice: 1_299n };
const sold = { enabled: true, currency: 'USD', trialDays: 14, offers };

const open = (route: Parameters<typeof openRoute>[0], at: string, answers: Answers) =>
  openRoute(route, at, {
    path: at.split('?')[0] ?? at,
    viewer: user,
    answers: { getCurrentUser: () => ({ user }), ...answers },
  });

test('plans are shown by month or by year, with a trial for who had none [SET-10:prices]', async () => {
  await open(plansRoute, '/settings/plans', { getPlans: () => ({ ...sold, subscription: none }) });
  expect(await screen.findByText('$12.99 a month')).toBeTruthy();
  expect(screen.getByText(/costs nothing for 14 days/)).toBeTruthy();
  await press('Yearly');
  expect(screen.getByText('$249.99 a year')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose Pro' }).getAttribute('href')).toBe(
    '/settings/subscription?subscriptionType=PRO&intervalType=YEARLY',
  );
});

test('a trial is started, and who has no card is led to add one [SET-10:start-screen]', async () => {
  await open(subscriptionRoute, '/settings/subscription?subscriptionType=PRO&intervalType=MONTHLY', {
    getPlans: inTurn(
      () => ({ ...sold, subscription: none }),
      () => ({ ...sold, subscription: { ...running, state: SubscriptionState.TRIALING } }),
    ),
    startPlan: inTurn(
      refusing(Code.FailedPrecondition, {
        reason: 'CARD_NEEDED',
        message: 'Please add a card first. Your plan is paid with it.',
      }),
      () => ({ subscription: { ...running, state: SubscriptionState.TRIALING } }),
    ),
  });
  expect(await screen.findByText(/The first 14 days cost nothing. After that it is \$12.99 a month/)).toBeTruthy();
  await press('Start my trial');
  expect((await screen.findByRole('link', { name: 'Add a card' })).getAttribute('href')).toBe(
    '/settings/payment/add?subscriptionType=PRO&intervalType=MONTHLY',
  );
  await press('Start my trial');
  expect(await screen.findByText(/^Your trial ends on/)).toBeTruthy();
});

test.each([
  [{ trialDays: 0 }, none],
  [{}, { ...none, trialAvailable: false }],
])('without a trial a plan is paid at once: %#', async (more, subscription) => {
  await open(subscriptionRoute, '/settings/subscription?subscriptionType=PRO&intervalType=YEARLY', {
    getPlans: () => ({ ...sold, ...more, subscription }),
  });
  expect(await screen.findByText('It is $129.99 a year, from now on until you cancel.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay $129.99' })).toBeTruthy();
});

describe('a change of plan', () => {
  const at = '/settings/subscription?subscriptionType=PREMIUM&intervalType=MONTHLY';
  const quote = { amount: 1_200n, credit: 600n, price: 2_499n, atOnce: true, startsAt: periodEnd };
  const quoted = (more: object, answers: Answers = {}) =>
    open(subscriptionRoute, at, {
      getPlans: () => ({ ...sold, subscription: running }),
      quotePlanChange: () => ({ ...quote, ...more }),
      ...answers,
    });

  test.each([
    [
      {},
      'You pay $12.00 now: what is left of your plan is worth $6.00. From then on it is $24.99 a month.',
      'Pay $12.00',
    ],
    [{ amount: 0n }, 'You have it at once. From Dec 24, 2026 on it is $24.99 a month.', 'Change my plan'],
    [
      { atOnce: false },
      'It begins on Dec 24, 2026, when your plan ends, for $24.99 a month. You pay nothing now.',
      'Change my plan',
    ],
  ])('says what is paid and from when it is: %#', async (more, line, action) => {
    await quoted(more);
    expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.getByRole('button', { name: action })).toBeTruthy();
  });

  test('a lost answer is asked for again, a refusal begins another order', async () => {
    const { sent } = await quoted(
      {},
      {
        getPlans: inTurn(
          () => ({ ...sold, subscription: running }),
          () => ({ ...sold, subscription: { ...running, plan: SubscriptionType.PREMIUM } }),
        ),
        changePlan: inTurn<[], object>(
          failing,
          refusing(Code.FailedPrecondition, { reason: 'PRICE_CHANGED', message: 'The price has changed.' }),
          () => ({}),
        ),
      },
    );
    await screen.findByRole('button', { name: 'Pay $12.00' });
    await press('Pay $12.00');
    expect(await screen.findByText('We failed to change your plan.')).toBeTruthy();
    await press('Pay $12.00');
    expect(await screen.findByText('The price has changed.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a card' })).toBeNull();
    await press('Pay $12.00');
    expect(await screen.findByText(/^It renews on/)).toBeTruthy();
    const [first, second, third] = sent('changePlan').map(({ orderId }) => orderId);
    expect([second === first, third === first]).toEqual([true, false]);
    expect(sent('changePlan')[0]).toMatchObject({ plan: SubscriptionType.PREMIUM, amount: 1_200n });
  });

  test('a price that fails to load is loaded again', async () => {
    await quoted({}, { quotePlanChange: inTurn<[], object>(failing, () => quote) });
    expect(await screen.findByText('We failed to load the price.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Pay $12.00' })).toBeTruthy();
  });
});

test('who adds a card for a plan comes back to that plan once the card is saved [SET-10:start-screen]', async () => {
  const setup = { id: 's', step: CardSetupStep.CARD };
  await open(paymentAddRoute, '/settings/payment/add?subscriptionType=PRO&intervalType=MONTHLY', {
    startCardSetup: () => ({ setup }),
    confirmTestCardSetup: () => ({ setup: { ...setup, step: CardSetupStep.SAVED } }),
  });
  for (const [label, text] of Object.entries({
    'Card number': '4242 4242 4242 4242',
    Expires: '12/34',
    'Security code': '123',
  })) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  }
  await press('Save this card');
  await waitFor(() => expect(sentTo()).toBe('/settings/subscription?subscriptionType=PRO&intervalType=MONTHLY'));
});

test('a declined renewal says so, and is paid again while the bank asks [SET-10:pay-screen]', async () => {
  const openOrder = {
    id: 'o',
    amount: 1_299n,
    state: PlanOrderState.PAYING,
    declineMessage: 'Your card was declined.',
  };
  await open(subscriptionRoute, '/settings/subscription', {
    getPlans: inTurn(
      () => ({
        ...sold,
        subscription: { ...running, state: SubscriptionState.PAST_DUE, openOrder, graceUntil: periodEnd },
      }),
      () => ({ ...sold, subscription: running }),
    ),
    payPlanOrder: () => ({ order: { ...openOrder, step: PlanPaymentStep.CHALLENGE } }),
    answerTestPlanChallenge: () => ({ order: { ...openOrder, state: PlanOrderState.FULFILLED } }),
  });
  expect(await screen.findByText(/Your card was declined. We try it again until/)).toBeTruthy();
  await press('Pay $12.99');
  await press('Yes, pay');
  expect(await screen.findByText(/It renews on/)).toBeTruthy();
});

test('a plan is cancelled after a question, and kept again [SET-10:cancel-screen]', async () => {
  await open(subscriptionRoute, '/settings/subscription', {
    getPlans: inTurn(
      () => ({ ...sold, subscription: running }),
      () => ({ ...sold, subscription: { ...running, ends: true } }),
      () => ({ ...sold, subscription: running }),
    ),
    cancelPlan: () => ({}),
    keepPlan: () => ({}),
  });
  await press('Cancel my plan');
  expect(await screen.findByText(/can change your mind until then/)).toBeTruthy();
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel my plan', hidden: true });
  await doing(() => confirm?.click());
  expect(await screen.findByText(/and you pay nothing more/)).toBeTruthy();
  await press('Keep my plan');
  expect(await screen.findByText(/It renews on/)).toBeTruthy();
  await dialogGone();
});

test('money for a plan that can be had no more goes back, and is not paid again [SET-10:pay-screen]', async () => {
  const openOrder = { id: 'o', amount: 1_299n, state: PlanOrderState.PAYING };
  const subscription = { ...running, state: SubscriptionState.PAST_DUE, openOrder, graceUntil: periodEnd };
  await open(subscriptionRoute, '/settings/subscription', {
    getPlans: () => ({ ...sold, subscription }),
    payPlanOrder: () => ({ order: { ...openOrder, state: PlanOrderState.PAID, refunding: true } }),
  });
  await press('Pay $12.99');
  expect(await screen.findByText(/Your money goes back to your card by itself/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay $12.99' })).toBeNull();
});

test('a renewal that could not be paid is tried again, and an order that ended says so [SET-10:pay-screen]', async () => {
  const openOrder = { id: 'o', amount: 1_299n, state: PlanOrderState.PAYING };
  const subscription = { ...running, state: SubscriptionState.PAST_DUE, openOrder, graceUntil: periodEnd };
  const answer = later<object>();
  await open(subscriptionRoute, '/settings/subscription', {
    getPlans: () => ({ ...sold, subscription }),
    payPlanOrder: inTurn<[], unknown>(failing, answer.answer) as never,
  });
  await press('Pay $12.99');
  const unreached = /^We could not reach the payment provider/;
  expect(await screen.findByText(unreached)).toBeTruthy();
  await press('Pay $12.99');
  expect(screen.queryByText(unreached)).toBeNull();
  await answer.resolve({ order: { ...openOrder, state: PlanOrderState.EXPIRED } });
  expect(await screen.findByText(/^This order has ended and nothing was charged/)).toBeTruthy();
});

test('who has a plan reads that it renews where no new ones are sold [SET-10:prices]', async () => {
  await open(plansRoute, '/settings/plans', { getPlans: () => ({ ...sold, enabled: false, subscription: running }) });
  expect(await screen.findByText('New plans are not sold at the moment. Yours continues and renews.')).toBeTruthy();
});

describe('the offers', () => {
  const offered = (getPlans: Answers['getPlans'], answers: Answers = {}) =>
    open(plansRoute, '/settings/plans', { ...(getPlans && { getPlans }), ...answers });
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

  test('are loaded again when that failed', async () => {
    let isUp = false;
    await offered(() => (isUp ? { ...sold, subscription: none } : failing()));
    await screen.findByText('We failed to load the plans.');
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('$12.99 a month')).toBeTruthy();
  });

  test.each([
    [{ ...sold, trialDays: 0 }, none],
    [sold, { ...none, trialAvailable: false }],
  ])('name no trial that cannot be had: %#', async (plans, subscription) => {
    await offered(() => ({ ...plans, subscription }));
    await screen.findByText('$12.99 a month');
    expect(screen.queryByText(/costs nothing for/)).toBeNull();
    expect([pressed('Monthly'), pressed('Yearly')]).toEqual(['true', 'false']);
  });

  test('open on the period of the own plan, which leads to the subscription [SET-10:prices]', async () => {
    await offered(() => ({ ...sold, subscription: { ...running, interval: BillingInterval.YEARLY } }));
    expect(await screen.findByText('$129.99 a year')).toBeTruthy();
    expect([pressed('Monthly'), pressed('Yearly')]).toEqual(['false', 'true']);
    expect(screen.getAllByText('Yours')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Your subscription' }).getAttribute('href')).toBe('/settings/subscription');
    expect(screen.queryByRole('link', { name: 'Choose Pro' })).toBeNull();
    expect(screen.getByText('You have it when your plan has ended.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose Freemium' })).toBeNull();
    // The same plan for another period can be chosen.
    await press('Monthly');
    expect(screen.queryByText('Yours')).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose Pro' })).toBeTruthy();
  });

  test('who had a plan that ended can choose it again', async () => {
    await offered(() => ({ ...sold, subscription: { ...running, state: SubscriptionState.NONE } }));
    expect(await screen.findByRole('link', { name: 'Choose Pro' })).toBeTruthy();
    expect(screen.queryByText('Yours')).toBeNull();
  });

  test('Freemium is chosen at once; a failure is said and it can be chosen again', async () => {
    let isUp = false;
    let plan = SubscriptionType.NONE;
    await offered(() => ({ ...sold, subscription: { ...none, plan } }), {
      chooseFreePlan: () => {
        if (!isUp) return failing();
        plan = SubscriptionType.FREEMIUM;
        return {};
      },
    });
    await screen.findByText('$12.99 a month');
    await press('Choose Freemium');
    await seeToast('We failed to change your plan.');
    isUp = true;
    await press('Choose Freemium');
    await seeToast('You have Freemium now.');
    expect(await screen.findByText('Yours')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose Freemium' })).toBeNull();
  });

  test.each([
    [none, 'See the films', '/films'],
    [{ ...running, ends: true }, 'Your subscription', '/settings/subscription'],
  ])('are none where plans are not sold: %#', async (subscription, link, href) => {
    await offered(() => ({ ...sold, enabled: false, subscription }));
    expect(await screen.findByText(/Marquee costs nothing here/)).toBeTruthy();
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href);
  });
});

describe('the own subscription', () => {
  const shown = (subscription: object, answers: Answers = {}, at = '/settings/subscription') =>
    open(subscriptionRoute, at, { getPlans: () => ({ ...sold, subscription }), ...answers });

  test.each([
    [{ granted: true }, 'Our staff have given it to you until Dec 24, 2026. You pay nothing.'],
    [{ state: SubscriptionState.PAST_DUE }, 'It should have renewed on Dec 24, 2026.'],
    [{ ends: true }, 'It ends on Dec 24, 2026, and you pay nothing more. Until then you have all of it.'],
    [{ nextPlan: SubscriptionType.PREMIUM }, 'It continues until Dec 24, 2026.'],
    [{ state: SubscriptionState.TRIALING }, 'Your trial ends on Dec 24, 2026. Then it costs $12.99 a month.'],
    [{}, 'It renews on Dec 24, 2026, for $12.99 a month.'],
  ])('says where it stands: %j', async (part, line) => {
    await shown({ ...running, ...part });
    expect(await screen.findByText(line)).toBeTruthy();
  });

  test('that staff have given is not cancelled', async () => {
    await shown({ ...running, granted: true });
    await screen.findByText(/Our staff have given it to you/);
    expect(screen.queryByRole('button', { name: 'Cancel my plan' })).toBeNull();
  });

  test('names the plan after it, and can stay as it is instead', async () => {
    const next = { nextPlan: SubscriptionType.PREMIUM, nextInterval: BillingInterval.YEARLY, nextPrice: 24_999n };
    const { sent } = await shown({ ...running, ...next }, { keepPlan: () => ({}) });
    expect(await screen.findByText('From then on it is Premium, for $249.99 a year.')).toBeTruthy();
    await press('Stay with Pro');
    await seeToast('Your plan continues.');
    expect(sent('keepPlan')).toHaveLength(1);
    expect(sent('getPlans').length).toBeGreaterThan(1);
  });

  test('stays when cancelling fails or is thought better of, and a plan that is not paid ends at once', async () => {
    const { sent } = await shown({ ...running, state: SubscriptionState.PAST_DUE }, { cancelPlan: failing });
    await screen.findByText('It should have renewed on Dec 24, 2026.');
    await press('Cancel my plan');
    expect(await screen.findByText('It ends at once, and nothing is charged.')).toBeTruthy();
    await press('Keep it');
    await waitFor(() => expect(screen.queryByText('It ends at once, and nothing is charged.')).toBeNull());
    expect(sent('cancelPlan')).toEqual([]);
    await press('Cancel my plan');
    const [, confirm] = screen.getAllByRole('button', { name: 'Cancel my plan', hidden: true });
    await doing(() => confirm?.click());
    await seeToast('We failed to change your plan.');
    expect(screen.getByText('It ends at once, and nothing is charged.')).toBeTruthy();
  });

  test('is none yet, or is loaded again when that failed', async () => {
    let isUp = false;
    await open(subscriptionRoute, '/settings/subscription', {
      getPlans: () => (isUp ? { ...sold, subscription: none } : failing()),
    });
    await screen.findByText('We failed to load your subscription.');
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('You have no subscription')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all plans' }).getAttribute('href')).toBe('/settings/plans');
  });

  test('a choice means nothing where plans are not sold, or for a plan that does not exist', async () => {
    const at = '/settings/subscription?subscriptionType=PRO&intervalType=MONTHLY';
    await shown(none, { getPlans: () => ({ ...sold, enabled: false, subscription: none }) }, at);
    expect(await screen.findByText('You have no subscription')).toBeTruthy();
    await shown(none, {}, at.replace('PRO', 'GOLD'));
    expect(await screen.findByText('You have no subscription')).toBeTruthy();
    await shown(none, {}, at.replace('MONTHLY', 'WEEKLY'));
    expect(await screen.findByText('You have no subscription')).toBeTruthy();
  });

  test('a started trial and a change say what the viewer has now', async () => {
    const at = '/settings/subscription?subscriptionType=PREMIUM&intervalType=MONTHLY';
    const had = inTurn<[], object>(
      () => ({ ...sold, subscription: none }),
      () => ({ ...sold, subscription: { ...running, plan: SubscriptionType.PREMIUM } }),
    );
    await shown(none, { getPlans: had, startPlan: () => ({}) }, at);
    await screen.findByText(/The first 14 days cost nothing/);
    await press('Start my trial');
    await seeToast('You have Premium now.');
    const quote = { amount: 0n, credit: 0n, price: 2_499n, atOnce: true, startsAt: periodEnd };
    await shown(running, { quotePlanChange: () => quote, changePlan: () => ({}) }, at);
    await screen.findByRole('button', { name: 'Change my plan' });
    await press('Change my plan');
    await seeToast('Your plan is changed.');
  });
});
