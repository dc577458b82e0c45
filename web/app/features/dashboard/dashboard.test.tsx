import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { BooksState } from '@marquee/contracts/festival/v1/books_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, within } from '@testing-library/react';
import * as route from '../../routes/festivals/event-dashboard.tsx';
import { openRoute } from '../../testing/open-route.tsx';
import { doing, press } from '../../testing/show-page.tsx';
import { hoursShown } from './hours-shown.ts';

const at = (iso: string) => timestampFromDate(new Date(iso));
const figures = {
  ...{ asOf: at('2026-11-28T12:30:00Z'), version: 1n, timeZone: 'UTC', ticketsToday: 3, tickets: 12, returned: 2 },
  ...{ revenue: { earnings: 9_600n }, doors: 5, watched: 4, viewersNow: 7 },
  types: [{ id: 't1', name: 'Full price', tickets: 12, quantity: 20, amount: 12_000n, eventName: 'Opening night' }],
  hours: [{ hour: at('2026-11-28T10:00:00Z'), tickets: 12, amount: 12_000n }],
  ballots: [{ id: 'b1', eventId: 'e1', name: 'Shorts', votes: 3n }],
};
const books = { eventId: 'e1', tickets: 12, totals: { earnings: 9_600n, eoFee: 2_400n }, mayClose: true };
const answers: Answers = {
  getEventDashboard: () => ({ figures, festivalId: 'o1', eventName: 'Opening night' }),
  getEventBooks: () => ({ books: { ...books, state: BooksState.NOT_OVER } }),
};
const open = (given: Answers = answers) =>
  openRoute(route, '/user/orgs/o1/events/e1/dashboard', {
    ...{ path: '/user/orgs/:festivalId/events/:eventId/dashboard', viewer: aPerson(), answers: given },
  });

test('a dashboard shows sales, attendance, viewers, votes and revenue, with the chart as a table [FES-12:page]', async () => {
  await open();
  const figure = (name: string) =>
    screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent;
  const names = ['Tickets today', 'Tickets in all', 'Revenue', 'Let in at doors', 'Watching now'];
  expect(names.map(figure)).toEqual(['3', '12', '$96.00', '5', '7']);
  expect(screen.getByRole('img', { name: 'Tickets by hour' }).querySelectorAll('rect')).toHaveLength(12);
  expect(within(screen.getByRole('table', { name: 'Tickets by hour' })).getByRole('cell').textContent).toBe('12');
  expect(screen.getByText(/3 votes · hidden until it is counted/)).toBeTruthy();
  const type = within(screen.getByRole('table', { name: 'What was sold of each ticket type' }));
  expect(type.getByRole('rowheader').textContent).toBe('Full priceOpening night');
  expect(screen.getByText(/As of 12:30|As of 12:30 PM/)).toBeTruthy();
});

test('viewers that cannot be counted are not shown as nobody, and a stranger is refused', async () => {
  await open({
    ...answers,
    getEventDashboard: () => ({ figures: { ...figures, viewersUnknown: true }, festivalId: 'o1' }),
  });
  expect(screen.getByText('cannot be counted at the moment').previousElementSibling?.textContent).toBe('–');
  await open({ getEventDashboard: refusing(Code.PermissionDenied, { message: 'It is not yours.' }) });
  expect(screen.queryByText('Tickets by hour')).toBeNull();
});

test('a director closes the books of an event that is over, and reads what is paid out [FES-06:books]', async () => {
  const closed = {
    ...books,
    state: BooksState.CLOSED,
    closedAt: at('2026-11-28T12:00:00Z'),
    closedByName: 'Ines Duarte',
  };
  const { sent } = await open({
    ...answers,
    getEventBooks: () => ({ books: { ...books, state: BooksState.READY } }),
    closeEventBooks: () => ({ books: closed, payout: { id: 'p1', amount: 9_600n } }),
  });
  await press('Close the books');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Close the books' })));
  expect(sent('closeEventBooks')).toMatchObject([{ eventId: 'e1' }]);
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(screen.getByText(/These are the final figures/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
});

test('books that cannot be closed yet say why', async () => {
  await open();
  expect(screen.getByText('The books can be closed once the event is over.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
});

test('hours without sales are shown as such, from the first with one until now, and at least twelve', () => {
  const hours = [{ hour: at('2026-11-28T10:00:00Z'), tickets: 2, amount: 0n }] as never;
  const shown = hoursShown(hours, new Date('2026-11-28T12:10:00Z'));
  expect(shown.map(({ tickets }) => tickets)).toEqual([...Array(9).fill(0), 2, 0, 0]);
  expect(hoursShown([], new Date('2026-11-28T12:10:00Z'))).toHaveLength(12);
  const longAgo = [{ hour: at('2026-11-27T10:00:00Z'), tickets: 1, amount: 0n }] as never;
  expect(hoursShown(longAgo, new Date('2026-11-28T12:10:00Z'))).toHaveLength(27);
});
