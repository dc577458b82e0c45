import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { doing, later, press, showPage, type } from '../../testing/show-page.tsx';
import { BuyAction } from './buy-action.tsx';
import FilmPaySheet from './film-pay-sheet.tsx';
import { filmSale } from './film-sale.ts';
import { forgetOrder, keepOrder, readOrder } from './kept-order.ts';
import { PaySheet } from './pay-sheet.tsx';

const film = { id: 'f1', title: 'Salt', usdCents: 499 };
const hours = { unlockHours: 48, watchHours: 0 };
const order = {
  ...{ id: 'o1', filmId: 'f1', filmTitle: 'Salt', amount: 499n, currency: 'USD', declineMessage: '' },
  ...{ state: OrderState.PAYING, step: PaymentStep.CARD, refunding: false },
};
const paid = { ...order, state: OrderState.FULFILLED, step: PaymentStep.NONE };
const opened: Answers = { openOrder: () => ({ order, unlockHours: 48 }) };

beforeEach(() => forgetOrder(film.id));

async function open(answers: Answers) {
  const onClose = jest.fn();
  const calls = await showPage(<FilmPaySheet {...{ film, hours, onClose }} />, { viewer: aPerson(), answers });
  return { ...calls, onClose };
}

async function payWith(number: string) {
  await type('Card number', number);
  await type('Expires', '12/34');
  await type('Security code', '123');
  await press('Pay $4.99');
}

test('what is bought and until when stands above the card; a payment ends at the film [WAT-02:page]', async () => {
  const { sent } = await open({ ...opened, confirmTestPayment: () => ({ order: paid }) });
  expect(await screen.findByText('Yours for 48 hours from when it is paid.')).toBeTruthy();
  expect(screen.getByText('Salt')).toBeTruthy();
  await payWith('4242424242424242');
  expect((await screen.findByRole('link', { name: 'Watch now' })).getAttribute('href')).toBe('/feed/f1/watch');
  expect(sent('openOrder')).toMatchObject([{ filmId: 'f1', price: 499n }]);
  expect(sent('confirmTestPayment')).toMatchObject([{ orderId: 'o1', number: '4242424242424242' }]);
  expect(readOrder(film.id)).toBeUndefined();
});

test('a film with windows says both before it is paid, and by when to start afterwards [WAT-15:page]', async () => {
  const watchUntil = timestampFromDate(new Date('2026-12-20T12:00:00Z'));
  await open({
    openOrder: () => ({ order, unlockHours: 720, watchHours: 6 }),
    confirmTestPayment: () => ({ order: { ...paid, watchUntil } }),
  });
  expect(await screen.findByText('Start it within 30 days. From then it is yours for 6 hours.')).toBeTruthy();
  await payWith('4242424242424242');
  expect(await screen.findByText(/^Thank you\. Start the film by Dec 20, 2026/)).toBeTruthy();
});

test('a declined card says what to do, and another one pays the same order', async () => {
  let isDeclined = true;
  const declineMessage = 'Your card has expired, and nothing was charged. Please check the date, or try another card.';
  const { sent } = await open({
    ...opened,
    confirmTestPayment: () => ({ order: isDeclined ? { ...order, declineMessage } : paid }),
  });
  await screen.findByText('Salt');
  await payWith('4000000000009995');
  expect(await screen.findByText(declineMessage)).toBeTruthy();
  expect((screen.getByLabelText('Card number') as HTMLInputElement).value).not.toBe('');
  isDeclined = false;
  await payWith('4242424242424242');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('confirmTestPayment').map(({ orderId }) => orderId)).toEqual(['o1', 'o1']);
});

test('a bank asks first; its answer pays, or is asked again when it did not arrive', async () => {
  let isLost = true;
  const { sent } = await open({
    openOrder: () => ({ order: { ...order, step: PaymentStep.CHALLENGE } }),
    answerTestChallenge: ({ approved }) => {
      if (isLost) return failing();
      return { order: approved ? paid : { ...order, declineMessage: 'No.' } };
    },
  });
  expect(await screen.findByText('Your bank asks: is it you who pays $4.99?')).toBeTruthy();
  await press('Yes, pay');
  expect(await screen.findByText('We could not reach your bank. Please try again: you are charged once.')).toBeTruthy();
  isLost = false;
  await press('Yes, pay');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('answerTestChallenge')).toMatchObject([
    { orderId: 'o1', approved: true },
    { orderId: 'o1', approved: true },
  ]);
});

test('a payment that is being checked is asked for until it is there, and by the same order after a reload', async () => {
  let isThere = false;
  const checking = { ...order, step: PaymentStep.NONE, state: OrderState.PAYING };
  const { sent } = await open({
    openOrder: () => ({ order: checking }),
    getOrder: () => (isThere ? { order: paid } : failing()),
  });
  expect(await screen.findByText(/We are checking your payment/)).toBeTruthy();
  expect(readOrder(film.id)).toEqual({ id: 'o1', isPaying: true });
  await waitFor(() => expect(sent('getOrder').length).toBeGreaterThan(0), { timeout: 10_000 });
  isThere = true;
  expect(await screen.findByRole('link', { name: 'Watch now' }, { timeout: 10_000 })).toBeTruthy();

  keepOrder(film.id, { id: 'o7', isPaying: true });
  const action = <BuyAction film={film} hours={hours} onClosed={() => {}} />;
  const again = await showPage(action, { viewer: aPerson(), answers: { openOrder: () => ({ order: checking }) } });
  await screen.findByText(/We are checking your payment/);
  expect(again.sent('openOrder')).toMatchObject([{ orderId: 'o7' }]);
});

test('a film that is not sold any more as the page shows it is shown again as it is now', async () => {
  const reload = jest.fn();
  const free = { reason: 'NOTHING_TO_PAY', message: PAYMENT_MESSAGES.nothingToPay };
  const texts = { priceChanged: '', checking: '', tooLate: '', reversed: '' };
  const sheet = (
    <PaySheet
      {...{ title: 'Unlock', sale: filmSale(film), onClose: () => {}, texts, reload }}
      bill={() => null}
      paid={() => null}
    />
  );
  const answers = { openOrder: refusing(Code.FailedPrecondition, free) };
  const { sent } = await showPage(sheet, { viewer: aPerson(), answers });
  expect(await screen.findByText(PAYMENT_MESSAGES.nothingToPay)).toBeTruthy();
  await press('Try again');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(sent('openOrder')).toHaveLength(1);
});

test('a price that changed in between is confirmed again before anything is paid', async () => {
  const { sent } = await open({
    openOrder: ({ price }) => {
      if (price === 699n) return { order: { ...order, amount: 699n } };
      const changed = { reason: 'PRICE_CHANGED', message: PAYMENT_MESSAGES.priceChanged, metadata: { price: '699' } };
      return refusing(Code.FailedPrecondition, changed)();
    },
  });
  expect(await screen.findByText(PAYMENT_MESSAGES.priceChanged)).toBeTruthy();
  await press('Continue for $6.99');
  expect(await screen.findByRole('button', { name: 'Pay $6.99' })).toBeTruthy();
  expect(sent('openOrder').map(({ price }) => price)).toEqual([499n, 699n]);
});

/** What is answered once the film costs another price. */
const DEARER = { reason: 'PRICE_CHANGED', message: PAYMENT_MESSAGES.priceChanged, metadata: { price: '699' } };
const refusedAsDearer = refusing(Code.FailedPrecondition, DEARER);

test.each(['card', 'bank'])(
  'a price that changed while the sheet is open is confirmed again (%s) [WAT-02:page]',
  async (at) => {
    const isAsked = at === 'bank';
    const { sent } = await open({
      openOrder: ({ orderId, price }) => {
        if (price === 699n) return { order: { ...order, id: orderId, amount: 699n } };
        return { order: isAsked ? { ...order, step: PaymentStep.CHALLENGE } : order };
      },
      confirmTestPayment: refusedAsDearer,
      answerTestChallenge: refusedAsDearer,
    });
    if (isAsked) await press('Yes, pay');
    else await payWith('4242424242424242');
    expect(await screen.findByText(PAYMENT_MESSAGES.priceChanged)).toBeTruthy();
    await press('Continue for $6.99');
    expect(await screen.findByRole('button', { name: 'Pay $6.99' })).toBeTruthy();
    expect(sent('openOrder').map(({ price }) => price)).toEqual([499n, 699n]);
  },
);

test('a film that is closed to the buyer while the sheet is open says so in place of the card [WAT-03]', async () => {
  const message = 'This film is unavailable in your region.';
  await open({
    ...opened,
    confirmTestPayment: refusing(Code.FailedPrecondition, { reason: 'REGION_UNAVAILABLE', message }),
  });
  await screen.findByText('Salt');
  await payWith('4242424242424242');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByLabelText('Card number')).toBeNull();
});

test('an order that has ended begins again under a new id', async () => {
  keepOrder(film.id, { id: 'old', isPaying: false });
  const { sent } = await open({
    openOrder: ({ orderId }) => {
      if (orderId !== 'old') return { order };
      return refusing(Code.FailedPrecondition, { reason: 'ORDER_ENDED', message: PAYMENT_MESSAGES.orderEnded })();
    },
  });
  expect(await screen.findByText('Salt')).toBeTruthy();
  const [first, second] = sent('openOrder');
  expect(first).toMatchObject({ orderId: 'old' });
  expect(second?.orderId).not.toBe('old');
});

test.each([
  [OrderState.EXPIRED, false, PAYMENT_MESSAGES.orderEnded, 'Start again'],
  [OrderState.CANCELLED, false, PAYMENT_MESSAGES.orderEnded, 'Start again'],
  [OrderState.REFUNDED, false, /your money goes back to your card by itself/, 'Close'],
  [OrderState.PAID, true, /your money goes back to your card by itself/, 'Close'],
])('an order that is over says so (%s, being refunded: %s)', async (state, refunding, text, button) => {
  keepOrder(film.id, { id: 'o1', isPaying: true });
  const { onClose } = await open({
    openOrder: () => ({ order: { ...order, state, refunding, step: PaymentStep.NONE } }),
  });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(readOrder(film.id)).toBeUndefined();
  if (button === 'Close') {
    await doing(() => screen.getAllByRole('button', { name: 'Close' })[0]?.click());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  } else expect(screen.getByRole('button', { name: button })).toBeTruthy();
});

test('a film that was unlocked and whose payment the bank takes back is not said to have been too late', async () => {
  const taken = { state: OrderState.REFUNDED, step: PaymentStep.NONE, fulfilled: true };
  await open({ openOrder: () => ({ order: { ...order, ...taken } }) });
  expect(await screen.findByText('Your payment was reversed, so this film is no longer unlocked.')).toBeTruthy();
  expect(screen.queryByText(/your money goes back/)).toBeNull();
});

test('what is the viewer’s already costs nothing, and what cannot be reached is tried again', async () => {
  await open({ openOrder: refusing(Code.FailedPrecondition, { reason: 'ALREADY_UNLOCKED', message: 'Yours.' }) });
  expect(await screen.findByText(PAYMENT_MESSAGES.alreadyUnlocked)).toBeTruthy();
  let isFailing = true;
  const { sent } = await open({ openOrder: () => (isFailing ? failing() : { order }) });
  expect(await screen.findByText(PAYMENT_MESSAGES.unavailable)).toBeTruthy();
  isFailing = false;
  await press('Try again');
  expect(await screen.findByText('Salt')).toBeTruthy();
  const ids = sent('openOrder').map(({ orderId }) => orderId);
  expect(new Set(ids).size).toBe(1);
});

test('an answer to the bank is on its way alone, and takes back that the last one did not arrive', async () => {
  const answer = later<object>();
  const { sent } = await open({
    openOrder: () => ({ order: { ...order, step: PaymentStep.CHALLENGE } }),
    answerTestChallenge: inTurn<[], unknown>(failing, answer.answer) as never,
  });
  await screen.findByText(/^Your bank asks/);
  const busy = () =>
    [/Yes, pay$/, /No$/].map((name) => screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true');
  await press('No');
  const lost = 'We could not reach your bank. Please try again: you are charged once.';
  expect(await screen.findByText(lost)).toBeTruthy();
  expect(busy()).toEqual([false, false]);
  await press('No');
  expect(screen.queryByText(lost)).toBeNull();
  expect(busy()).toEqual([false, true]);
  await answer.resolve({ order: { ...order, declineMessage: 'No.' } });
  expect(await screen.findByLabelText('Card number')).toBeTruthy();
  expect(sent('answerTestChallenge')).toMatchObject([{ approved: false }, { approved: false }]);
});

test('an order is kept before its answer is there, and as one that is paid before the card is sent', async () => {
  const [first, paying] = [later<object>(), later<object>()];
  const { sent } = await open({ openOrder: first.answer, confirmTestPayment: paying.answer });
  expect(screen.getByText('Opening your order')).toBeTruthy();
  expect(readOrder(film.id)).toEqual({ id: sent('openOrder')[0]?.orderId, isPaying: false });
  await first.resolve({ order, unlockHours: 48 });
  expect(readOrder(film.id)).toEqual({ id: 'o1', isPaying: false });
  await payWith('4242424242424242');
  expect(readOrder(film.id)).toEqual({ id: 'o1', isPaying: true });
  await paying.resolve({ order: paid });
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test.each(['ORDER_ENDED', 'ORDER_ID_REUSED'])(
  'the order after one that cannot be paid (%s) is kept, also where its answer is lost',
  async (reason) => {
    keepOrder(film.id, { id: 'old', isPaying: true });
    const { sent } = await open({
      openOrder: ({ orderId }) => (orderId === 'old' ? refusing(Code.FailedPrecondition, { reason })() : failing()),
    });
    expect(await screen.findByText(PAYMENT_MESSAGES.unavailable)).toBeTruthy();
    const [, next] = sent('openOrder').map(({ orderId }) => orderId);
    expect(readOrder(film.id)).toEqual({ id: next, isPaying: false });
    await press('Try again');
    expect(sent('openOrder').map(({ orderId }) => orderId)).toEqual(['old', next, next]);
  },
);

test('a price of which only is known that it changed is said, and the page may be asked again', async () => {
  const changed = { reason: 'PRICE_CHANGED', message: PAYMENT_MESSAGES.priceChanged };
  await open({ openOrder: refusing(Code.FailedPrecondition, changed) });
  expect(await screen.findByText(PAYMENT_MESSAGES.priceChanged)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
