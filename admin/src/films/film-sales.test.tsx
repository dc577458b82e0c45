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
  await showFilm({ listFilmSales: () => ({ ...sums, sales: [sale, former] }) }, aStudioFilm(), 'sales');
  const table = await screen.findByRole('table', { name: 'Sales' });
  expect(within(table).getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe('/users/u1');
  expect(within(table).getByText('A former member')).toBeTruthy();
  expect(within(table).getByText('Refunded')).toBeTruthy();
  expect(
    screen.getByText('1 sold for $4.99: $3.99 to the maker, $1.00 platform fee. $4.99 was refunded.'),
  ).toBeTruthy();
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
