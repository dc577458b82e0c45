import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { jest } from '@jest/globals';
import { ReceiptKind, ReceiptSchema } from '@marquee/contracts/film/v1/receipts_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { pathOf } from '../../layout/links.ts';
import { press, showPage } from '../../testing/show-page.tsx';
import { mergeReceipts } from './merged-receipts.ts';
import { receiptDocument } from './receipt-document.ts';
import { Receipts } from './receipt-list.tsx';
import { ReceiptPage } from './receipt-page.tsx';

const day = (n: number) => timestampFromDate(new Date(Date.UTC(2026, 10, n, 12)));
const receipt = (n: number, more: object = {}) =>
  create(ReceiptSchema, {
    ...{ orderId: `o${n}`, number: `0000-${n}`, kind: ReceiptKind.FILM, title: `Film ${n}`, quantity: 1 },
    ...{ currency: 'USD', amount: 499n, fee: 100n, sellerName: 'Maeve Byrne', paidAt: day(n), orderedAt: day(n) },
    ...more,
  });
const tickets = (n: number) => receipt(n, { kind: ReceiptKind.TICKETS, title: 'Full price', quantity: 2 });
const plan = (n: number) => receipt(n, { kind: ReceiptKind.PLAN, title: 'PRO', sellerName: '', fee: 499n });

const open = (answers: Answers) => showPage(<Receipts />, { viewer: aPerson(), answers });
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('receipts of films, plans and tickets are one list, each with its page [SET-11:list]', async () => {
  await open({
    listReceipts: () => ({ receipts: [receipt(9), receipt(3)] }),
    listPlanReceipts: () => ({ receipts: [plan(7)] }),
    listTicketReceipts: () => ({ receipts: [tickets(8)] }),
  });
  expect(await screen.findByText('2 × Full price')).toBeTruthy();
  expect(screen.getByText('Marquee Pro')).toBeTruthy();
  const paths = ['films/o9', 'tickets/o8', 'plans/o7', 'films/o3'];
  expect(links()).toEqual(paths.map((path) => `/settings/receipts/${path}`));
  expect(screen.getByText('4 receipts.')).toBeTruthy();
});

test('what is older than a list is known waits, so that nothing comes in between later [SET-11:list]', async () => {
  const { sent } = await open({
    listReceipts: () => ({ receipts: [receipt(9), receipt(2)] }),
    listPlanReceipts: inTurn(
      () => ({ receipts: [plan(8)], nextCursor: 'next' }),
      () => ({ receipts: [plan(5)] }),
    ),
    listTicketReceipts: () => ({}),
  });
  await screen.findByText('Film 9');
  expect(screen.queryByText('Film 2')).toBeNull();
  await press('Show more');
  expect(await screen.findByText('Film 2')).toBeTruthy();
  expect(links().at(-1)).toBe('/settings/receipts/films/o2');
  expect(sent('listPlanReceipts')).toMatchObject([
    { cursor: '', pageSize: 24 },
    { cursor: 'next', pageSize: 24 },
  ]);
  expect(sent('listReceipts')).toHaveLength(1);
});

test('a service that cannot be reached hides the receipts of no other, and is asked again alone [SET-11:list]', async () => {
  const { sent } = await open({
    listReceipts: () => ({ receipts: [receipt(9)] }),
    listPlanReceipts: inTurn(failing, () => ({ receipts: [plan(10)] })),
    listTicketReceipts: () => ({}),
  });
  expect(await screen.findByText('Film 9')).toBeTruthy();
  expect(screen.getByText('We failed to load your receipts for plans.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Marquee Pro')).toBeTruthy();
  expect(screen.queryByText('We failed to load your receipts for plans.')).toBeNull();
  expect(links()).toEqual(['/settings/receipts/plans/o10', '/settings/receipts/films/o9']);
  expect([sent('listReceipts'), sent('listPlanReceipts')].map(({ length }) => length)).toEqual([1, 2]);
});

test('as long as a service cannot be reached, no empty list is shown [SET-11:list]', async () => {
  const { sent } = await open({
    listReceipts: () => ({}),
    listPlanReceipts: inTurn(failing, () => ({})),
    listTicketReceipts: () => ({}),
  });
  expect(await screen.findByText('We failed to load your receipts.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('You have no receipts here')).toBeTruthy();
  expect([sent('listReceipts'), sent('listPlanReceipts')].map(({ length }) => length)).toEqual([1, 2]);
});

test('a next page that cannot be loaded stops the list there, so that nothing comes in between later [SET-11:list]', async () => {
  await open({
    listReceipts: () => ({ receipts: [receipt(9), receipt(2)] }),
    listPlanReceipts: inTurn(
      () => ({ receipts: [plan(8)], nextCursor: 'next' }),
      failing,
      () => ({ receipts: [plan(5)] }),
    ),
    listTicketReceipts: () => ({}),
  });
  await screen.findByText('Film 9');
  await press('Show more');
  expect(await screen.findByText('We failed to load more receipts.')).toBeTruthy();
  expect(screen.queryByText('Film 2')).toBeNull();
  await press('Try again');
  expect(await screen.findByText('Film 2')).toBeTruthy();
});

test('a list without receipts that has more pages is asked until it shows some [SET-11:list]', () => {
  const lists = { films: { receipts: [receipt(4)], nextCursor: '' }, plans: undefined, tickets: undefined };
  expect(mergeReceipts(lists)).toEqual({ receipts: [], missing: ['plans', 'tickets'], hasMore: true });
});

const refunds = [
  { id: 'r1', amount: 200n, ended: true, at: day(10) },
  { id: 'r2', amount: 299n, ended: false, at: day(11) },
];

test('a receipt shows its number, what, when, by whom, the fee and what went back [SET-11:page]', async () => {
  const shown = receipt(9, { refunds });
  await showPage(<ReceiptPage receipt={shown} pdfPath="/settings/receipts/films/o9/receipt.pdf" />, {
    viewer: aPerson(),
  });
  expect(screen.getByText(/^Nov 09, 2026/).textContent?.replaceAll(/\s/g, ' ')).toBe('Nov 09, 2026 at 12:00 PM UTC');
  for (const text of ['Film 9 · Unlocked film', 'Maeve Byrne', '0000-9', 'o9', '$4.99', '$1.00', '-$2.00', '-$2.99']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText(/^Refunded on Nov 10, 2026/)).toBeTruthy();
  expect(screen.getByText(/^On its way back since Nov 11, 2026/)).toBeTruthy();
  const pdf = screen.getByRole('link', { name: 'Save as PDF' });
  expect(pdf.getAttribute('href')).toBe('/settings/receipts/films/o9/receipt.pdf');
  // The browser loads it, as the file that it is.
  expect(pathOf(pdf as HTMLAnchorElement, window.location)).toBeUndefined();
});

test('two parts of the same amount that went back at once are two lines [SET-11:page]', async () => {
  const complains = jest.spyOn(console, 'error');
  const twice = ['r1', 'r2'].map((id) => ({ id, amount: 100n, ended: true, at: day(10) }));
  await showPage(<ReceiptPage receipt={receipt(9, { refunds: twice })} pdfPath="/receipt.pdf" />, {
    viewer: aPerson(),
  });
  expect(screen.getAllByText('-$1.00')).toHaveLength(2);
  expect(complains).not.toHaveBeenCalled();
});

test.each([
  ['Refund on its way', [{ id: 'r1', amount: 499n, ended: false }]],
  ['Refund on its way', refunds],
  ['Partly refunded', [{ id: 'r1', amount: 200n, ended: true }]],
  ['Refunded', [{ id: 'r1', amount: 499n, ended: true }]],
  ['Refund failed', [{ id: 'r1', amount: 499n, ended: true, failedAt: day(12) }]],
])('in the list it says %s [SET-11:list]', async (said, back) => {
  await open({
    listReceipts: () => ({ receipts: [receipt(9, { refunds: back })] }),
    listPlanReceipts: () => ({}),
    listTicketReceipts: () => ({}),
  });
  expect(await screen.findByText(said)).toBeTruthy();
});

test('a refund that failed after it was back takes nothing off what was paid [SET-11:page]', async () => {
  const failed = [{ id: 'r1', amount: 499n, ended: true, at: day(10), failedAt: day(12) }];
  await showPage(<ReceiptPage receipt={receipt(9, { refunds: failed })} pdfPath="/receipt.pdf" />, {
    viewer: aPerson(),
  });
  expect(screen.getByText(/^The refund failed on Nov 12, 2026/)).toBeTruthy();
  expect(screen.queryByText('Left')).toBeNull();
});

test('the document of a receipt says the same as its page [SET-11:page]', () => {
  const { title, lines, tables } = receiptDocument(receipt(9, { refunds }));
  expect(title).toBe('Receipt 0000-9');
  expect(lines).toEqual(expect.arrayContaining(['Sold by: Maeve Byrne', 'What: Film 9 · Unlocked film']));
  const cells = tables[0]?.rows.map((row) => row.cells[1]);
  expect(cells).toEqual(['$4.99', '$1.00', '-$2.00', '-$2.99', '$0.00']);
  // All of a plan is the platform's: it has no fee beside.
  expect(receiptDocument(plan(9)).tables[0]?.rows).toHaveLength(1);
});
