import { Code } from '@connectrpc/connect';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import { press, showFilm } from '../testing/show.tsx';

const order = { id: 'o1', filmId: 'f1', filmTitle: 'Salt', state: OrderState.FULFILLED, amount: 499n, currency: 'USD' };
const sale = { order, fee: 100n, accountId: 'u1', buyerName: 'Ada Lovelace' };
const sums = { sold: 1n, soldAmount: 499n, soldFee: 100n, refunded: 499n };

test('the sales of a film name who bought it and what of it is whose [ADF-02:sales]', async () => {
  const former = { ...sale, accountId: '', buyerName: '', order: { ...order, id: 'o2', state: OrderState.REFUNDED } };
  const unnamed = { ...sale, accountId: 'u2', buyerName: '', order: { ...order, id: 'o3' } };
  const { sent } = await showFilm(
    { listFilmSales: () => ({ ...sums, sales: [sale, former, unnamed] }) },
    ...([aStudioFilm(), 'sales'] as const),
  );
  expect(sent('listFilmSales')).toMatchObject([{ pageSize: 50 }]);
  const table = await screen.findByRole('table', { name: 'Sales' });
  expect(within(table).getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe('/users/u1');
  expect(within(table).getByText('A former member')).toBeTruthy();
  expect(within(table).getByRole('link', { name: 'u2' }).getAttribute('href')).toBe('/users/u2');
  expect(within(table).getByText('Refunded')).toBeTruthy();
  expect(
    screen.getByText('1 sold for $4.99: $3.99 to the maker, $1.00 platform fee. $4.99 was refunded.'),
  ).toBeTruthy();
});

test('what was unlocked for coins stands before what was sold', async () => {
  const coins = { soldForCoins: 2n, coins: 120n };
  await showFilm({ listFilmSales: () => ({ ...sums, ...coins, sales: [sale] }) }, aStudioFilm(), 'sales');
  expect(await screen.findByText(/^2 unlocked for 120 coins\. 1 sold for \$4\.99/)).toBeTruthy();
});

test('a film without sales says so, and sales that fail to load can be tried again', async () => {
  let isDown = true;
  const answer = refusing(Code.Unavailable);
  await showFilm({ listFilmSales: () => (isDown ? answer() : {}) }, aStudioFilm(), 'sales');
  await screen.findByText('Failed to load sales');
  isDown = false;
  await press('Try again');
  expect(await screen.findByText('Nothing was sold yet')).toBeTruthy();
});
