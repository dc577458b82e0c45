import { Code } from '@connectrpc/connect';
import { PaymentDifferenceKind } from '@marquee/contracts/film/v1/payment_differences_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { closed, doing, press, show } from '../testing/show.tsx';
import { asStaff } from '../testing/users.ts';

const at = { seconds: 1_763_640_000n };
const difference = {
  ...{ id: 'o1', kind: PaymentDifferenceKind.BOOKS, foundAt: at, accountId: 'a1', itemKind: 'UNLOCK', itemId: 'f1' },
  ...{ amount: 499n, booked: 498n, currency: 'USD', state: 'FULFILLED' },
};
const payout = {
  ...{ ...difference, id: 'p1', kind: PaymentDifferenceKind.PAYOUT, accountId: '', itemKind: '', itemId: 'm1' },
  ...{ booked: undefined, state: 'PENDING' },
};
const nothing = { differences: [], total: 0, comparedAt: at };
const open = (answers: Answers = {}) =>
  show('/reconciliation', {
    ...{ listPaymentDifferences: () => nothing, listTicketPaymentDifferences: () => nothing },
    ...{ listPlanPaymentDifferences: () => nothing, ...answers },
  });
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const linksOf = async (name: string) =>
  (await part(name)).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('what differs is shown with its amounts, since when, and where it is', async () => {
  await open({
    listPaymentDifferences: () => ({ differences: [difference, payout], total: 2, comparedAt: at }),
    listTicketPaymentDifferences: () => ({
      differences: [
        { ...difference, id: 'o2', kind: PaymentDifferenceKind.STUCK, itemKind: 'TICKETS' },
        { ...difference, id: 'o4', itemKind: 'SUBMISSION' },
        { ...payout, itemId: 'g1' },
      ],
      total: 300,
      comparedAt: at,
    }),
    listPlanPaymentDifferences: () => ({
      differences: [{ ...difference, id: 'o3', kind: PaymentDifferenceKind.PROVIDER, itemKind: 'PLAN' }],
      total: 1,
    }),
  });
  const films = await part('Films');
  const [, order, paid] = (await films.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(order).toMatch(/^The ledger says something elseNov 20, 2025.*\$4\.99\$4\.98FULFILLEDFilmUsero1$/);
  expect(paid).toMatch(/^A payout that does not fit.*\$4\.99–PENDINGMakerp1$/);
  expect(await linksOf('Films')).toEqual([
    ['Film', '/content/f1?tab=sales'],
    ['User', '/users/a1'],
    ['Maker', '/users/m1'],
  ]);
  expect(await linksOf('Festivals')).toEqual([
    ['Order', '/ticket-orders/o2'],
    ['User', '/users/a1'],
    ['Fees', '/users/a1?tab=lover'],
    ['User', '/users/a1'],
    ['Festival', '/festivals/g1?tab=monetization'],
  ]);
  expect((await part('Festivals')).getByText(/^The oldest 3 of 300\. All were compared at Nov 20, 2025/)).toBeTruthy();
  expect(await linksOf('Plans')).toEqual([['User', '/users/a1']]);
  expect((await part('Plans')).getByText('Not all were compared yet.')).toBeTruthy();
});

test('where nothing differs it says so, and when all were compared', async () => {
  await open();
  for (const name of ['Films', 'Festivals', 'Plans'])
    expect(
      await (await part(name)).findByText(/^Nothing differs\. All were compared at Nov 20, 2025.*\.$/),
    ).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['UNLOCK', 'a film', 'listPaymentDifferences', 'refundOwed', { order: { owed: 0n } }],
  ['TICKETS', 'tickets', 'listTicketPaymentDifferences', 'refundOwedTickets', { order: { owed: 0n } }],
  ['SUBMISSION', 'a submission', 'listTicketPaymentDifferences', 'refundOwedFee', { fee: { owed: 0n } }],
  ['PLAN', 'a plan', 'listPlanPaymentDifferences', 'refundOwedPlan', { order: { owed: 0n } }],
] as const)(
  'what is owed for %s is given back here, also to a closed account',
  async (itemKind, of, list, give, answer) => {
    const owing = { ...difference, kind: PaymentDifferenceKind.STUCK, accountId: '', itemKind, owed: 499n };
    let isOwed = true;
    const { sent } = await open({
      ...asStaff(),
      [list]: () => (isOwed ? { differences: [owing], total: 1 } : nothing),
      [give]: () => {
        isOwed = false;
        return answer;
      },
    });
    await press('Paid another way');
    await screen.findByText(`Give back $4.99 for ${of}?`);
    await doing(() => fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'By bank transfer.' } }));
    await doing(() => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Note it' })));
    await closed();
    expect(await screen.findByText('$4.99 was given back.')).toBeTruthy();
    const id = itemKind === 'SUBMISSION' ? { submissionId: 'o1' } : { orderId: 'o1' };
    expect(sent(give)).toMatchObject([{ ...id, reason: 'By bank transfer.', paidElsewhere: true }]);
    expect(screen.queryByRole('button', { name: 'Paid another way' })).toBeNull();
  },
);

test('without a network an action fails at once, and is not made later by itself', async () => {
  const owing = { ...difference, kind: PaymentDifferenceKind.STUCK, owed: 499n };
  const { sent } = await open({
    ...asStaff(),
    listPaymentDifferences: () => ({ differences: [owing], total: 1 }),
    refundOwed: refusing(Code.Unavailable, {}),
  });
  await press('Paid another way');
  onlineManager.setOnline(false);
  try {
    await doing(() => fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'By bank transfer.' } }));
    await doing(() => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Note it' })));
    expect(await screen.findByText('Failed to refund')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Paid another way' })).toBeTruthy();
    const tries = sent('refundOwed').length;
    await doing(() => onlineManager.setOnline(true));
    expect(sent('refundOwed')).toHaveLength(tries);
  } finally {
    onlineManager.setOnline(true);
  }
});

test('what is owed and on its way back is not given back twice', async () => {
  const going = { ...difference, owed: 499n, owedRefunding: true };
  await open({ ...asStaff(), listPaymentDifferences: () => ({ differences: [going], total: 1 }) });
  expect(await (await part('Films')).findByText('FULFILLED')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a service that does not answer is asked again, and the others are shown', async () => {
  let fails = true;
  await open({ listPlanPaymentDifferences: () => (fails ? refusing(Code.Unavailable, {})() : nothing) });
  expect(await (await part('Plans')).findByText('Failed to load differences')).toBeTruthy();
  expect(await (await part('Films')).findByText(/^Nothing differs/)).toBeTruthy();
  fails = false;
  await press('Try again');
  expect(await (await part('Plans')).findByText(/^Nothing differs/)).toBeTruthy();
});

test('a member of staff without the right to refunds sees none of it', async () => {
  await open({ listPaymentDifferences: refusing(Code.PermissionDenied) });
  expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Reconciliation' })).toBeNull();
});
