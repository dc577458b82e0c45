import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, screen } from '@testing-library/react';
import { press, showPage } from '../../testing/show-page.tsx';
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
