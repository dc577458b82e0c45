import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { COIN_MESSAGES } from '@marquee/rules/coins';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, screen, waitFor, within } from '@testing-library/react';
import { later, press, showPage, type } from '../../testing/show-page.tsx';
import { BuyAction } from './buy-action.tsx';
import { forgetOrder } from './kept-order.ts';

const film = { id: 'f1', title: 'Salt', usdCents: 499, coins: 120 };
const hours = { unlockHours: 48, watchHours: 0 };
const waiting = {
  ...{ id: 'o1', filmId: 'f1', filmTitle: 'Salt', amount: 499n, currency: 'USD', declineMessage: '' },
  ...{ state: OrderState.PAYING, step: PaymentStep.CARD, refunding: false },
};
const unlocked = {
  ...{ ...waiting, id: 'o2', amount: 120n, currency: 'COIN', state: OrderState.FULFILLED, step: PaymentStep.NONE },
  watchUntil: timestampFromDate(new Date('2026-12-20T12:00:00Z')),
};
const has = (balance: bigint): Answers => ({
  openOrder: () => ({ order: waiting, unlockHours: 48 }),
  getMyCoins: () => ({ balance }),
});

beforeEach(() => forgetOrder(film.id));

async function open(answers: Answers, priced = film) {
  const page = <BuyAction film={priced} hours={hours} onClosed={jest.fn()} />;
  const calls = await showPage(page, { viewer: aPerson(), answers });
  const { usdCents, coins } = priced;
  await press(
    [...(usdCents ? ['$4.99'] : []), ...(coins ? ['120 coins'] : [])].join(' or ').replace(/^/, 'Unlock for '),
  );
  return calls;
}

test('coins are offered beside the card, with how many there are, and one click unlocks the film [WAT-02:coins]', async () => {
  const { sent } = await open({ ...has(200n), unlockWithCoins: () => ({ order: unlocked }) });
  expect(await screen.findByText('You currently have 200 coins.')).toBeTruthy();
  expect(screen.getByLabelText('Card number')).toBeTruthy();
  await press('Unlock for 120 coins');
  expect((await screen.findByRole('link', { name: 'Watch now' })).getAttribute('href')).toBe('/feed/f1/watch');
  expect(sent('unlockWithCoins')).toMatchObject([{ filmId: 'f1', coins: 120n }]);
});

test('who has fewer coins reads how many they have, and pays with a card [WAT-02:coins]', async () => {
  await open(has(119n));
  const said = await screen.findByText(/You currently have 119 coins\./);
  expect(said.textContent).toContain(COIN_MESSAGES.notEnough);
  expect((screen.getByRole('button', { name: 'Unlock for 120 coins' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByLabelText('Card number')).toBeTruthy();
});

test('a lost answer is asked for again by the same order, so that coins are taken once [WAT-02:coins]', async () => {
  let isLost = true;
  const { sent } = await open({
    ...has(200n),
    unlockWithCoins: () => (isLost ? failing() : { order: unlocked }),
  });
  await press('Unlock for 120 coins');
  expect(await screen.findByRole('alert')).toBeTruthy();
  isLost = false;
  await press('Unlock for 120 coins');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  const [first, second] = sent('unlockWithCoins');
  expect(second?.orderId).toBe(first?.orderId);
});

test.each([
  [
    'that are refused',
    refusing(Code.FailedPrecondition, { reason: 'NOT_ENOUGH_COINS', message: COIN_MESSAGES.notEnough }),
    COIN_MESSAGES.notEnough,
  ],
  [
    'that go back by themselves',
    () => ({ order: { ...unlocked, state: OrderState.REFUNDED } }),
    'This film could not be unlocked any more, so your coins go back to you by themselves.',
  ],
])('coins %s leave a card form whose order can be paid, and say why [WAT-02:coins]', async (_what, answer, said) => {
  let opened = 0;
  const { sent } = await open({
    ...has(200n),
    openOrder: () => {
      opened += 1;
      return { order: { ...waiting, id: `o${opened}` }, unlockHours: 48 };
    },
    unlockWithCoins: answer,
    confirmTestPayment: () => ({ order: { ...unlocked, currency: 'USD' } }),
  });
  await press('Unlock for 120 coins');
  expect((await screen.findByRole('alert')).textContent).toContain(said);
  await waitFor(() => expect(sent('openOrder')).toHaveLength(2));
  await type('Card number', '4242424242424242');
  await type('Expires', '12/34');
  await type('Security code', '123');
  await press('Pay $4.99');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
  expect(sent('confirmTestPayment')).toMatchObject([{ orderId: 'o2' }]);
});

test('where no order for a card can be opened, coins still unlock the film [WAT-02:coins]', async () => {
  await open({ ...has(200n), openOrder: () => failing(), unlockWithCoins: () => ({ order: unlocked }) });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  // No order says what one gets.
  expect(await screen.findByText('Yours for 48 hours from when it is paid.')).toBeTruthy();
  await press('Unlock for 120 coins');
  expect(await screen.findByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test('another price is shown before it is paid [WAT-02:coins]', async () => {
  const changed = { reason: 'PRICE_CHANGED', message: COIN_MESSAGES.priceChanged, metadata: { price: '150' } };
  await open({ ...has(200n), unlockWithCoins: refusing(Code.FailedPrecondition, changed) });
  await press('Unlock for 120 coins');
  expect(await screen.findByText(COIN_MESSAGES.priceChanged)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlock for 150 coins' })).toBeTruthy();
});

test.each([
  ['whose time begins at once', 0, /^Thank you\. The film is yours until Dec 20, 2026/],
  ['whose time begins with the film', 6, /^Thank you\. Start the film by Dec 20, 2026/],
])('a film that costs coins only asks for no card, %s [WAT-02:coins]', async (_what, watchHours, thanks) => {
  await open({ ...has(200n), unlockWithCoins: () => ({ order: unlocked, watchHours }) }, { ...film, usdCents: 0 });
  await screen.findByText('You currently have 200 coins.');
  expect(screen.queryByLabelText('Card number')).toBeNull();
  const dialog = screen.getByRole('dialog');
  // What one gets, for how much and by which terms stands before the button.
  const [before, after] = (dialog.textContent ?? '').split('Unlock for 120 coins');
  for (const said of ['Salt', '120 coins', 'Yours for 48 hours from when it is paid.', 'you accept our terms of use'])
    expect(before).toContain(said);
  expect(after).toContain('You currently have 200 coins.');
  expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/terms-of-use');
  const button = [...dialog.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Unlock for 120 coins',
  );
  if (!button) throw new Error('no button in the sheet');
  await act(async () => button.click());
  expect(await screen.findByText(thanks)).toBeTruthy();
});

test('exactly as many coins as it costs are enough; they are loaded, and asked for again where that failed [WAT-02:coins]', async () => {
  const answer = later<object>();
  const getMyCoins = inTurn<[], unknown>(failing, answer.answer) as never;
  await open({ ...has(0n), getMyCoins }, { ...film, usdCents: 0 });
  expect(await screen.findByText('We failed to load your coins.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Loading your coins')).toBeTruthy();
  await answer.resolve({ balance: 120n });
  const dialog = within(screen.getByRole('dialog'));
  const button = await dialog.findByRole('button', { name: 'Unlock for 120 coins' });
  expect((button as HTMLButtonElement).disabled).toBe(false);
  expect(dialog.queryByText(new RegExp(COIN_MESSAGES.notEnough))).toBeNull();
});

test.each([
  ['beside a card', film],
  ['that costs coins only', { ...film, usdCents: 0 }],
])('a film %s that was unlocked before says so [WAT-02:coins]', async (_what, priced) => {
  const already = { reason: 'ALREADY_UNLOCKED', message: 'Yours.' };
  await open({ ...has(200n), unlockWithCoins: refusing(Code.FailedPrecondition, already) }, priced);
  await screen.findByText('You currently have 200 coins.');
  const dialog = within(screen.getByRole('dialog'));
  await act(async () => dialog.getByRole('button', { name: 'Unlock for 120 coins' }).click());
  expect(await dialog.findByText(PAYMENT_MESSAGES.alreadyUnlocked)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Watch now' })).toBeTruthy();
});

test('who turns out to have fewer coins sees how many, and an order that was refused is not asked for again [WAT-02:coins]', async () => {
  const few = { reason: 'NOT_ENOUGH_COINS', message: COIN_MESSAGES.notEnough };
  let balance = 200n;
  const { sent } = await open(
    {
      getMyCoins: () => ({ balance }),
      unlockWithCoins: () => {
        balance = 130n;
        return refusing(Code.FailedPrecondition, few)();
      },
    },
    { ...film, usdCents: 0 },
  );
  await screen.findByText('You currently have 200 coins.');
  const dialog = within(screen.getByRole('dialog'));
  const unlock = () => act(async () => dialog.getByRole('button', { name: /Unlock for 120 coins/ }).click());
  await unlock();
  expect(await screen.findByText('You currently have 130 coins.')).toBeTruthy();
  await unlock();
  const [first, second] = sent('unlockWithCoins').map(({ orderId }) => orderId);
  expect(second).not.toBe(first);
});

test('coins whose provider cannot be reached are asked for by the same order where nothing else pays [WAT-02:coins]', async () => {
  const down = { reason: 'PAYMENT_PROVIDER_UNAVAILABLE', message: PAYMENT_MESSAGES.unavailable };
  const unlockWithCoins = refusing(Code.Unavailable, down);
  const ids = async (priced: typeof film) => {
    const { sent } = await open({ ...has(200n), unlockWithCoins }, priced);
    await screen.findByText('You currently have 200 coins.');
    const dialog = within(screen.getByRole('dialog'));
    for (let times = 0; times < 2; times += 1) {
      await act(async () => dialog.getByRole('button', { name: /Unlock for 120 coins/ }).click());
    }
    return new Set(sent('unlockWithCoins').map(({ orderId }) => orderId)).size;
  };
  expect(await ids({ ...film, usdCents: 0 })).toBe(1);
  // With a card beside it, the order gives way to one for the card.
  expect(await ids(film)).toBe(2);
});

test('a sheet that is closed says so to its page, and opens again [WAT-02:coins]', async () => {
  const onClosed = jest.fn();
  const page = <BuyAction film={{ ...film, usdCents: 0 }} hours={hours} onClosed={onClosed} />;
  await showPage(page, { viewer: aPerson(), answers: has(200n) });
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Unlock for 120 coins');
  await screen.findByText('You currently have 200 coins.');
  expect(onClosed).not.toHaveBeenCalled();
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onClosed).toHaveBeenCalledTimes(1);
});
