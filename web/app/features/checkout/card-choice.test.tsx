import { Code } from '@connectrpc/connect';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { declineMessage } from '@marquee/rules/payments';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { doing, press, showPage, type } from '../../testing/show-page.tsx';
import { standInForStripe } from '../../testing/stand-in-for-stripe.ts';
import { forgetOrder } from './kept-order.ts';

const { stripeJs } = standInForStripe();
const { default: FilmPaySheet } = await import('./film-pay-sheet.tsx');

const film = { id: 'f1', title: 'Salt', usdCents: 499 };
const hours = { unlockHours: 48, watchHours: 0 };
const order = {
  ...{ id: 'o1', filmId: 'f1', filmTitle: 'Salt', amount: 499n, currency: 'USD', declineMessage: '' },
  ...{ state: OrderState.PAYING, step: PaymentStep.CARD, refunding: false, savesCard: false },
};
const paid = { ...order, state: OrderState.FULFILLED, step: PaymentStep.NONE };
const visa = { id: 'pm_1', brand: 'visa', last4: '4242', expiryMonth: 3, expiryYear: 2031, isDefault: false };
const mastercard = { ...visa, id: 'pm_2', brand: 'mastercard', last4: '4444', isDefault: true };
const both = { listPaymentMethods: () => ({ methods: [visa, mastercard] }) };

beforeEach(() => forgetOrder('f1'));

function open(answers: Answers, opened: object = order) {
  return showPage(<FilmPaySheet {...{ film, hours }} onClose={() => {}} />, {
    viewer: aPerson(),
    answers: { openOrder: () => ({ order: opened, unlockHours: 48 }), ...answers },
  });
}
const choose = async (name: string | RegExp, role = 'radio') => {
  await screen.findByRole(role, { name });
  await press(name, role);
};

test('the default card is chosen, another saved one pays, and nothing is typed [SET-11:sheet]', async () => {
  const { sent } = await open({ ...both, payOrderWithCard: () => ({ order: paid }) });
  expect(await screen.findByRole('button', { name: 'Pay with Mastercard ending in 4444' })).toBeTruthy();
  expect(screen.queryByLabelText('Card number')).toBeNull();
  await choose(/Visa ending in 4242/);
  await press('Pay with Visa ending in 4242');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('payOrderWithCard')).toMatchObject([{ orderId: 'o1', methodId: 'pm_1' }]);
});

test('a lost answer is asked for by the same attempt, and a decline by another one [SET-11:sheet]', async () => {
  const declineMessage = 'Your card was declined, and nothing was charged. Please try another card, or ask your bank.';
  const { sent } = await open({
    ...both,
    payOrderWithCard: inTurn(
      failing,
      () => ({ order: { ...order, declineMessage } }),
      () => ({ order: paid }),
    ),
  });
  const pay = 'Pay with Mastercard ending in 4444';
  await screen.findByRole('button', { name: pay });
  await press(pay);
  expect(await screen.findByText(/you are charged once/)).toBeTruthy();
  await press(pay);
  expect(await screen.findByText(declineMessage)).toBeTruthy();
  await press(pay);
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  const [lost, declined, last] = sent('payOrderWithCard').map(({ attemptId }) => attemptId);
  expect(declined).toBe(lost);
  expect(last).not.toBe(lost);
});

test('a saved card does not pay a price that changed while the sheet is open [SET-11:sheet]', async () => {
  const changed = { reason: 'PRICE_CHANGED', message: 'Another price.', metadata: { price: '699' } };
  await open({ ...both, payOrderWithCard: refusing(Code.FailedPrecondition, changed) });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Mastercard ending in 4444');
  expect(await screen.findByRole('button', { name: 'Continue for $6.99' })).toBeTruthy();
});

test('a bank that asks about a saved card is answered at once [SET-11:sheet]', async () => {
  await open({
    ...both,
    payOrderWithCard: () => ({ order: { ...order, step: PaymentStep.CHALLENGE } }),
    answerTestChallenge: () => ({ order: paid }),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Mastercard ending in 4444');
  await press('Yes, pay');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test('a card that is gone says so, and the cards are asked for again [SET-11:sheet]', async () => {
  const gone = 'This card is not saved any more. Please choose another card.';
  await open({
    listPaymentMethods: inTurn(
      () => ({ methods: [visa, mastercard] }),
      () => ({ methods: [visa] }),
    ),
    payOrderWithCard: refusing(Code.NotFound, { reason: 'PAYMENT_METHOD_NOT_FOUND', message: gone }),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Mastercard ending in 4444');
  expect(await screen.findByRole('button', { name: 'Pay $4.99' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /Mastercard/ })).toBeNull();
  expect(screen.getByText(gone)).toBeTruthy();
});

test('where the last saved card is gone, that is said above the card that is entered [SET-11:sheet]', async () => {
  const gone = 'This card is not saved any more. Please choose another card.';
  await open({
    listPaymentMethods: inTurn(
      () => ({ methods: [visa] }),
      () => ({}),
    ),
    payOrderWithCard: refusing(Code.NotFound, { reason: 'PAYMENT_METHOD_NOT_FOUND', message: gone }),
    confirmTestPayment: () => ({ order: { ...order, declineMessage: declineMessage('expired_card') } }),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Visa ending in 4242');
  expect(await screen.findByRole('button', { name: 'Pay $4.99' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText(gone)).toBeTruthy();
  await type('Card number', '4242424242424242');
  await type('Expires', '12/34');
  await type('Security code', '123');
  await press('Pay $4.99');
  expect(await screen.findByText(declineMessage('expired_card'))).toBeTruthy();
  expect(screen.queryByText(gone)).toBeNull();
});

test('a card that the provider has lost says so, and the cards are asked for again [SET-11:sheet]', async () => {
  const lost = declineMessage('payment_method_gone');
  await open({
    listPaymentMethods: inTurn(
      () => ({ methods: [visa, mastercard] }),
      () => ({ methods: [visa] }),
    ),
    payOrderWithCard: () => ({ order: { ...order, declineMessage: lost } }),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Mastercard ending in 4444');
  expect(await screen.findByRole('button', { name: 'Pay $4.99' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /Mastercard/ })).toBeNull();
  expect(screen.getAllByText(lost)).toHaveLength(1);
});

test('a decline is said of the card that was declined alone [SET-11:sheet]', async () => {
  const declined = declineMessage('insufficient_funds');
  await open({ ...both, payOrderWithCard: () => ({ order: { ...order, declineMessage: declined } }) });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Pay with Mastercard ending in 4444');
  expect(await screen.findByText(declined)).toBeTruthy();
  await choose(/Visa/);
  expect(screen.queryByText(declined)).toBeNull();
  await choose(/Another card/);
  expect(screen.queryByText(declined)).toBeNull();
  await choose(/Mastercard/);
  expect(screen.getAllByText(declined)).toHaveLength(1);
});

test('a decline from before the page was opened is said once, of no card that is shown [SET-11:sheet]', async () => {
  const declined = declineMessage('insufficient_funds');
  await open(both, { ...order, declineMessage: declined });
  await choose(/Another card/);
  expect(screen.getAllByText(declined)).toHaveLength(1);
  await choose(/Visa/);
  expect(screen.getAllByText(declined)).toHaveLength(1);
});

test('another card is entered, kept while one looks at the saved ones, and saved if asked [SET-11:sheet]', async () => {
  const { sent } = await open({
    ...both,
    saveCardOfOrder: ({ save }) => ({ order: { ...order, savesCard: save } }),
    confirmTestPayment: () => ({ order: paid }),
  });
  await choose(/Another card/);
  await type('Card number', '4242424242424242');
  await choose(/Visa/);
  await choose(/Another card/);
  expect((screen.getByLabelText('Card number') as HTMLInputElement).value).not.toBe('');
  await type('Expires', '12/34');
  await type('Security code', '123');
  await doing(() => screen.getByRole('checkbox', { name: 'Save this card' }).click());
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('saveCardOfOrder')).toMatchObject([{ orderId: 'o1', save: true }]);
});

test('at Stripe the element learns that its card is saved before it pays [SET-11:sheet]', async () => {
  const stripe = { clientSecret: 'pi_1_secret_2', publishableKey: 'pk_test_1' };
  const { sent } = await open(
    {
      listPaymentMethods: () => ({ methods: [] }),
      saveCardOfOrder: () => ({ order: { ...order, stripe, savesCard: true } }),
      getOrder: () => ({ order: paid }),
    },
    { ...order, stripe },
  );
  await choose('Save this card', 'checkbox');
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('saveCardOfOrder')).toHaveLength(1);
  expect(stripeJs.fetchUpdates).toHaveBeenCalledTimes(1);
  const [updated, confirmed] = [stripeJs.fetchUpdates, stripeJs.confirmPayment].map(
    ({ mock }) => mock.invocationCallOrder[0] ?? 0,
  );
  expect(updated).toBeLessThan(confirmed ?? 0);
});

test('who no longer wants their card saved after a lost answer is heard [SET-11:sheet]', async () => {
  let isSaved = false;
  const { sent } = await open({
    ...both,
    saveCardOfOrder: ({ save }) => {
      isSaved = save === true;
      // The service has done it, and its answer is lost.
      if (isSaved) throw new Error('The connection was lost');
      return { order: { ...order, savesCard: isSaved } };
    },
    confirmTestPayment: () => ({ order: paid }),
  });
  await choose(/Another card/);
  await type('Card number', '4242424242424242');
  await type('Expires', '12/34');
  await type('Security code', '123');
  const box = () => screen.getByRole('checkbox', { name: 'Save this card' });
  await doing(() => box().click());
  await press('Pay $4.99');
  expect(await screen.findByText(/you are charged once/)).toBeTruthy();
  expect(isSaved).toBe(true);
  await doing(() => box().click());
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(isSaved).toBe(false);
  expect(sent('saveCardOfOrder').map(({ save }) => save)).toEqual([true, false]);
});

test('a payment that Stripe’s element could not learn of is learned of before it pays [SET-11:sheet]', async () => {
  const stripe = { clientSecret: 'pi_1_secret_2', publishableKey: 'pk_test_1' };
  stripeJs.fetchUpdates.mockRejectedValueOnce(new Error('The connection was lost'));
  const { sent } = await open(
    {
      listPaymentMethods: () => ({ methods: [] }),
      saveCardOfOrder: () => ({ order: { ...order, stripe, savesCard: true } }),
      getOrder: () => ({ order: paid }),
    },
    { ...order, stripe },
  );
  await choose('Save this card', 'checkbox');
  await press('Pay $4.99');
  expect(await screen.findByText(/you are charged once/)).toBeTruthy();
  expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(stripeJs.fetchUpdates).toHaveBeenCalledTimes(2);
  expect(sent('saveCardOfOrder')).toHaveLength(1);
});

test('whose cards cannot be loaded pays with one that they enter [SET-11:sheet]', async () => {
  await open({ listPaymentMethods: failing });
  expect(await screen.findByLabelText('Card number')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Save this card' })).toBeNull();
});
