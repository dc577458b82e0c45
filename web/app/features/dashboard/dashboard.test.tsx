import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { BooksState } from '@marquee/contracts/festival/v1/books_pb';
import { OrganizationStanding } from '@marquee/contracts/festival/v1/organization_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import * as festivalRoute from '../../routes/festivals/dashboard.tsx';
import * as route from '../../routes/festivals/event-dashboard.tsx';
import { openRoute, openWithToasts } from '../../testing/open-route.tsx';
import { doing, press, seeToast } from '../../testing/show-page.tsx';
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
const named = { festivalId: 'o1', eventName: 'Opening night' };
const answers: Answers = {
  getEventDashboard: () => ({ ...named, figures }),
  getEventBooks: () => ({ books: { ...books, state: BooksState.NOT_OVER } }),
};
const open = (given: Answers = answers, opener = openRoute) =>
  opener(route, '/user/orgs/o1/events/e1/dashboard', {
    ...{ path: '/user/orgs/:festivalId/events/:eventId/dashboard', viewer: aPerson(), answers: given },
  });
const noteOf = (name: string) =>
  screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.nextElementSibling;

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
  expect(type.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['12 of 20', '$120.00']);
  expect(noteOf('Tickets in all')?.textContent).toBe('2 given back');
  expect(noteOf('Watching now')?.textContent).toBe('counted every 10 seconds');
  expect(screen.getByText(/As of 12:30|As of 12:30 PM/)).toBeTruthy();
  expect(screen.queryByText(/We cannot reach the site/)).toBeNull();
});

test('a dashboard without sales and votes says so, and has no empty tables', async () => {
  const none = { ...figures, returned: 0, hours: [], types: [], ballots: [] };
  await open({ getEventDashboard: () => ({ ...named, figures: none }), getEventBooks: () => ({}) });
  expect(screen.getByText('Nothing was sold in the last 48 hours.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Tickets by hour',
  ]);
  expect(noteOf('Tickets in all')).toBeNull();
});

test('passes are named as such, and a counted vote names the film that leads [FES-12]', async () => {
  const [type] = figures.types;
  const [ballot] = figures.ballots;
  const types = [
    { ...type, id: 't2', name: 'Festival pass', pass: true },
    { ...type, id: 't3', name: 'Gift', eventName: '' },
  ];
  const ballots = [
    { ...ballot, id: 'b2', name: 'Features', counted: true, leadingFilmTitle: 'Salt' },
    { ...ballot, id: 'b3', name: 'Animation', votes: 0n, counted: true },
  ];
  await open({ ...answers, getEventDashboard: () => ({ ...named, figures: { ...figures, types, ballots } }) });
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(rows.slice(-2)).toEqual(['Festival passPass for several events', 'Gift']);
  expect(screen.getByText('3 votes · Salt')).toBeTruthy();
  expect(screen.getByText('0 votes · no votes')).toBeTruthy();
});

/** The dashboard of an event, whose intervals end when the test says so. */
async function openPaused(getEventDashboard: Answers['getEventDashboard']) {
  jest.useFakeTimers({ doNotFake: REAL });
  await open({ ...answers, getEventDashboard });
}
const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];
const passes = (ms: number) => doing(() => void jest.advanceTimersByTime(ms));
const isSeen = (seen: boolean) =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen ? 'visible' : 'hidden');
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a dashboard that is looked at is read every 15 seconds, and one that is hidden is not [FES-12:live]', async () => {
  let asks = 0;
  await openPaused(() => ({ ...named, figures: { ...figures, viewersNow: 7 + asks++ } }));
  isSeen(true);
  await passes(14_999);
  expect(asks).toBe(1);
  await passes(1);
  await waitFor(() => expect(screen.getByText('8')).toBeTruthy());
  isSeen(false);
  await passes(60_000);
  expect(asks).toBe(2);
  isSeen(true);
  cleanup();
  await passes(60_000);
  expect(asks).toBe(2);
});

test('a dashboard that cannot be read says so until it can, and an answer of before changes nothing [FES-12:live]', async () => {
  const answer = (version: bigint, viewersNow: number) => () => ({
    ...named,
    figures: { ...figures, version, viewersNow },
  });
  await openPaused(inTurn<[], unknown>(answer(2n, 70), failing, answer(1n, 80), answer(2n, 90)) as never);
  isSeen(true);
  await passes(15_000);
  expect((await screen.findByText(/We cannot reach the site/)).textContent).toMatch(/These figures are of 12:30/);
  expect(screen.getByText('70')).toBeTruthy();
  await passes(15_000);
  await waitFor(() => expect(screen.queryByText(/We cannot reach the site/)).toBeNull());
  expect(screen.getByText('70')).toBeTruthy();
  await passes(15_000);
  expect(await screen.findByText('90')).toBeTruthy();
});

test('the dashboards of an event and of an organization are read again when a signal may have come [FES-12:live]', async () => {
  const viewer = aPerson();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: () => new Promise(() => {}) } });
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = 'marquee-signed-in-80=1; max-age=60';
  const signedIn = { ...answers, getCurrentUser: () => ({ user: viewer }) };
  const { sent } = await open(signedIn);
  await doing(refreshCurrentUser);
  isSeen(true);
  await doing(() => fireEvent(document, new Event('visibilitychange')));
  expect(sent('getEventDashboard')).toEqual([
    expect.objectContaining({ eventId: 'e1' }),
    expect.objectContaining({ eventId: 'e1' }),
  ]);
  const calls = await openFestival(OrganizationStanding.DIRECTOR, signedIn);
  await doing(() => fireEvent(document, new Event('visibilitychange')));
  expect(calls.sent('getFestivalDashboard')).toHaveLength(2);
  expect(calls.sent('getFestivalDashboard')[1]).toMatchObject({ festivalId: 'o1' });
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = 'marquee-signed-in-80=; max-age=0';
});

const openFestival = (standing: OrganizationStanding, given: Answers = {}) =>
  openRoute(festivalRoute, '/user/orgs/o1/dashboard', {
    ...{ path: '/user/orgs/:festivalId/dashboard', viewer: aPerson() },
    answers: {
      getOrganization: () => ({ organization: { id: 'o1', name: 'Lumen' }, canManage: true, standing }),
      getFestivalDashboard: () => ({
        figures,
        events: [{ id: 'e1', name: 'Opening night', startTime: at('2026-11-28T20:00:00Z'), tickets: 1, doors: 5 }],
      }),
      ...given,
    },
  });

test('the dashboard of an organization lists its events; its team that sells nothing does not see it [FES-12]', async () => {
  await openFestival(OrganizationStanding.MANAGER);
  const events = within(await screen.findByRole('region', { name: 'Events' }));
  const link = events.getByRole('link', { name: 'Opening night' });
  expect(link.getAttribute('href')).toBe('/user/orgs/o1/events/e1/dashboard');
  expect(link.parentElement?.textContent).toMatch(/1 ticket5 let in0 watched$/);
  await openFestival(OrganizationStanding.MANAGER, { getFestivalDashboard: () => ({ figures }) });
  expect(await screen.findByText('Tickets in all')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Events' })).toBeNull();
  await openFestival(OrganizationStanding.MANAGER, { getFestivalDashboard: () => ({}) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Lumen' })).toBeTruthy();
  expect(screen.queryByText('Tickets in all')).toBeNull();
  const { DOOR } = OrganizationStanding;
  await openFestival(DOOR);
  expect(screen.queryByText('Tickets in all')).toBeNull();
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
  const { sent } = await open(
    {
      ...answers,
      getEventBooks: () => ({ books: { ...books, state: BooksState.READY } }),
      closeEventBooks: () => ({ books: closed, payout: { id: 'p1', amount: 9_600n } }),
    },
    openWithToasts,
  );
  expect(screen.getByText(/Once the books are closed, tickets are no longer refunded/)).toBeTruthy();
  await closeBooks();
  expect(sent('closeEventBooks')).toMatchObject([{ eventId: 'e1' }]);
  expect(await seeToast('The books are closed. $96.00 is on its way to you.')).toBeTruthy();
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(screen.getByText(/^Ines Duarte ·/)).toBeTruthy();
  expect(screen.getByText(/These are the final figures/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
});

async function closeBooks() {
  await press('Close the books');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Close the books' })));
}

test('books that could not be closed stay open and say why; the next try is the same request [FES-06:books]', async () => {
  const { sent } = await open(
    {
      ...answers,
      getEventBooks: () => ({ books: { ...books, state: BooksState.READY } }),
      closeEventBooks: inTurn<[], unknown>(failing, failing, () => ({ payoutMessage: 'Nothing is left.' })) as never,
    },
    openWithToasts,
  );
  await closeBooks();
  expect((await screen.findByRole('alert')).textContent).toBe('We could not close the books. Please try again.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await closeBooks();
  await closeBooks();
  expect(await seeToast('The books are closed. Nothing is left.')).toBeTruthy();
  expect(screen.queryByText(/We could not close the books/)).toBeNull();
  await closeBooks();
  const [first, second, third, next] = sent('closeEventBooks').map(({ requestId }) => requestId);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

test('books that cannot be closed yet, or not by this person, say why and have no button', async () => {
  await open();
  expect(screen.getByText('The books can be closed once the event is over.')).toBeTruthy();
  expect(screen.getByText('Open')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
  const state = BooksState.REFUNDS_UNDER_WAY;
  await open({ ...answers, getEventBooks: () => ({ books: { ...books, state } }) });
  expect(screen.getByText(/^Money is on its way back to buyers/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
  await open({
    ...answers,
    getEventBooks: () => ({ books: { ...books, state: BooksState.READY, mayClose: false } }),
  });
  expect(screen.getByText(/^Once the books are closed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull();
});

test('hours without sales are shown as such, from the first with one until now, from twelve to 48', () => {
  const hours = [{ hour: at('2026-11-28T10:00:00Z'), tickets: 2, amount: 0n }] as never;
  const shown = hoursShown(hours, new Date('2026-11-28T12:10:00Z'));
  expect(shown.map(({ tickets }) => tickets)).toEqual([...Array(9).fill(0), 2, 0, 0]);
  expect(hoursShown([], new Date('2026-11-28T12:10:00Z'))).toHaveLength(12);
  const longAgo = [{ hour: at('2026-11-27T10:00:00Z'), tickets: 1, amount: 0n }] as never;
  expect(hoursShown(longAgo, new Date('2026-11-28T12:10:00Z'))).toHaveLength(27);
  const before = [{ hour: at('2026-11-26T12:00:00Z'), tickets: 1, amount: 0n }] as never;
  const most = hoursShown(before, new Date('2026-11-28T12:10:00Z'));
  expect(most).toHaveLength(48);
  expect(most[0]?.hour.toISOString()).toBe('2026-11-26T13:00:00.000Z');
});
