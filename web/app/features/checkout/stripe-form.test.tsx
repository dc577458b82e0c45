import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, cleanup, screen } from '@testing-library/react';
import { later, press, showPage } from '../../testing/show-page.tsx';
import { standInForStripe } from '../../testing/stand-in-for-stripe.ts';
import { forgetOrder, readOrder } from './kept-order.ts';

const { stripeJs, loadStripe } = standInForStripe();
const { default: FilmPaySheet } = await import('./film-pay-sheet.tsx');

const stripe = { clientSecret: 'pi_1_secret_2', publishableKey: 'pk_test_1' };
const film = { id: 'f1', title: 'Salt', usdCents: 499 };
const hours = { unlockHours: 48, watchHours: 0 };
const order = {
  ...{ id: 'o1', filmId: 'f1', filmTitle: 'Salt', amount: 499n, currency: 'USD', declineMessage: '' },
  ...{ state: OrderState.PAYING, step: PaymentStep.CARD, refunding: false, stripe },
};
const paid = { ...order, state: OrderState.FULFILLED, step: PaymentStep.NONE, stripe: undefined };

beforeEach(() => {
  forgetOrder('f1');
});

function open(opened: object = order) {
  return showPage(<FilmPaySheet {...{ film, hours }} onClose={() => {}} />, {
    viewer: aPerson(),
    answers: { openOrder: () => ({ order: opened, unlockHours: 48 }), getOrder: () => ({ order: paid }) },
  });
}
const payButton = () => screen.findByRole('button', { name: 'Pay $4.99' });

test('where Stripe takes the payment, its element takes the card, and the order is asked for afterwards', async () => {
  const { sent } = await open();
  await payButton();
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
  expect(stripeJs.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }));
  expect(screen.queryByLabelText('Card number')).toBeNull();
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  // A bank's own page comes back to this one.
  expect(stripeJs.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({ confirmParams: { return_url: window.location.href }, redirect: 'if_required' }),
  );
  expect(sent('getOrder')).toMatchObject([{ orderId: 'o1' }]);
});

test('Stripe is not paid a price that changed while its form is open [WAT-02:page]', async () => {
  const metadata = { price: '699' };
  const changed = { reason: 'PRICE_CHANGED', message: PAYMENT_MESSAGES.priceChanged, metadata };
  await showPage(<FilmPaySheet {...{ film, hours }} onClose={() => {}} />, {
    viewer: aPerson(),
    answers: {
      openOrder: ({ orderId }) =>
        orderId === 'o1' ? refusing(Code.FailedPrecondition, changed)() : { order, unlockHours: 48 },
    },
  });
  await payButton();
  stripeJs.confirmPayment.mockClear();
  await press('Pay $4.99');
  expect(await screen.findByRole('button', { name: 'Continue for $6.99' })).toBeTruthy();
  expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
});

test('what Stripe says of the card is said, and the same payment is tried again', async () => {
  stripeJs.confirmPayment.mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } });
  await open();
  await payButton();
  await press('Pay $4.99');
  expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy();
  expect(readOrder('f1')).toEqual({ id: 'o1', isPaying: true });
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test('until the card form is there it says so, and nothing can be paid', async () => {
  const script = later<typeof stripeJs>();
  loadStripe.mockImplementationOnce(script.answer);
  await open();
  expect(screen.getByText('Opening the payment')).toBeTruthy();
  expect((await payButton()).hasAttribute('disabled')).toBe(true);
  await script.resolve(stripeJs);
  expect((await payButton()).hasAttribute('disabled')).toBe(false);
  expect(screen.queryByText('Opening the payment')).toBeNull();
});

test('a payment that Stripe refuses without a reason, or that does not reach it, can be tried again', async () => {
  stripeJs.confirmPayment.mockResolvedValueOnce({ error: {} }).mockRejectedValueOnce(new Error('no network'));
  const { sent } = await open();
  await payButton();
  await press('Pay $4.99');
  expect(await screen.findByText('The payment did not go through. Please try again.')).toBeTruthy();
  await press('Pay $4.99');
  const unreached = 'We could not reach the payment provider. Please try again: you are charged once.';
  expect(await screen.findByText(unreached)).toBeTruthy();
  expect(screen.queryByText('The payment did not go through. Please try again.')).toBeNull();
  expect(sent('getOrder')).toEqual([]);
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test('a payment that went through before, with its answer lost, is asked for', async () => {
  stripeJs.confirmPayment.mockResolvedValueOnce({ error: { code: 'payment_intent_unexpected_state' } });
  const { sent } = await open();
  await payButton();
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('getOrder')).toHaveLength(1);
});

test('the way back from a bank has nothing of the way back before', async () => {
  window.history.replaceState(null, '', '/feed/f1?from=home&payment_intent=pi_1&redirect_status=failed');
  await open();
  await payButton();
  await press('Pay $4.99');
  await screen.findByRole('link', { name: 'Watch now' });
  const [[options]] = stripeJs.confirmPayment.mock.calls as [[object]];
  expect(options).toMatchObject({ confirmParams: { return_url: `${window.location.origin}/feed/f1?from=home` } });
  window.history.replaceState(null, '', '/');
});

test('a bank whose question was answered elsewhere is not asked again: the order is', async () => {
  stripeJs.handleNextAction.mockRejectedValueOnce(new Error('already handled'));
  const { sent } = await open({ ...order, step: PaymentStep.CHALLENGE });
  await screen.findByRole('button', { name: 'Continue at your bank' });
  expect(screen.getByText('Your bank asks whether it is you who pays.')).toBeTruthy();
  await press('Continue at your bank');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('getOrder')).toHaveLength(1);
});

test.each([
  ['its element', { isElementBroken: true }, stripeJs],
  ['its script', {}, null],
])('where %s cannot be shown, the sheet says what to do and nothing can be paid', async (_what, broken, script) => {
  Object.assign(stripeJs, broken);
  loadStripe.mockResolvedValueOnce(script);
  await open();
  expect(await screen.findByText(/allow js\.stripe\.com in your browser/)).toBeTruthy();
  expect((await payButton()).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByText('Opening the payment')).toBeNull();
});

test('a bank that asks is answered at Stripe', async () => {
  await open({ ...order, step: PaymentStep.CHALLENGE });
  await screen.findByRole('button', { name: 'Continue at your bank' });
  await press('Continue at your bank');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(stripeJs.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
});

test('where its script cannot be loaded, the sheet says what to do and tries again', async () => {
  stripeJs.isReachable = false;
  await open();
  expect(await screen.findByText(/allow js\.stripe\.com in your browser/)).toBeTruthy();
  stripeJs.isReachable = true;
  await press('Try again');
  expect((await payButton()).hasAttribute('disabled')).toBe(false);
  await act(async () => {});
});

test('a sheet that is left takes its element down, and opens none where its script comes later', async () => {
  const destroy = jest.fn();
  const element = { on: (name: string, listen: () => void) => name === 'ready' && listen(), mount: () => {}, destroy };
  stripeJs.elements.mockReturnValue({ fetchUpdates: stripeJs.fetchUpdates, create: () => element });
  await open();
  expect((await payButton()).hasAttribute('disabled')).toBe(false);
  expect(destroy).not.toHaveBeenCalled();
  cleanup();
  expect(destroy).toHaveBeenCalledTimes(1);
  const script = later<typeof stripeJs>();
  loadStripe.mockImplementationOnce(script.answer);
  await open();
  await payButton();
  cleanup();
  stripeJs.elements.mockClear();
  await script.resolve(stripeJs);
  expect(stripeJs.elements).not.toHaveBeenCalled();
});
