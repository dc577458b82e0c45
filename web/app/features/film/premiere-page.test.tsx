import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { jest } from '@jest/globals';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, screen } from '@testing-library/react';
import { doing, showPage } from '../../testing/show-page.tsx';
import { filmView } from './film-view.ts';
import { PremierePage } from './premiere-page.tsx';

const STARTS = new Date('2026-12-01T20:00:00Z');
const SECOND_MS = 1_000;

// The clock and its seconds stand still; calls take their real time.
const REAL = [
  ...['hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];

function open(msBefore: number, options: Parameters<typeof showPage>[1] = {}) {
  jest.useFakeTimers({ doNotFake: REAL, now: STARTS.getTime() - msBefore });
  const film = aFilm({ releaseType: ReleaseType.SCREENING, screeningStartTime: timestampFromDate(STARTS) });
  return showPage(<PremierePage film={filmView(film)} />, options);
}
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test.each([
  [90_061 * SECOND_MS, 'in 1 d 1 h 1 min 1 s'],
  [2 * 86_400 * SECOND_MS, 'in 2 d 0 h 0 min 0 s'],
  [3_600 * SECOND_MS, 'in 1 h 0 min 0 s'],
  [60 * SECOND_MS, 'in 1 min 0 s'],
  [59 * SECOND_MS, 'in 59 s'],
  [1, 'in 0 s'],
])('%d ms before it starts it says %s [WAT-04:countdown]', async (msBefore, text) => {
  await open(msBefore);
  expect(screen.getByRole('timer').textContent).toBe(text);
  expect(screen.getByText('Premiere')).toBeTruthy();
  expect(screen.getByText('Starts')).toBeTruthy();
});

test('at its start, to the millisecond, the countdown gives way to the open doors [WAT-04:countdown]', async () => {
  await open(2 * SECOND_MS);
  await doing(() => jest.advanceTimersByTime(SECOND_MS));
  expect(screen.getByRole('timer').textContent).toBe('in 1 s');
  expect(screen.getByText(/The doors open when it starts/)).toBeTruthy();
  await doing(() => jest.advanceTimersByTime(SECOND_MS));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByText('Live')).toBeTruthy();
  expect(screen.getByText('Started')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
});

test('before it starts it can be kept in a calendar', async () => {
  await open(60 * SECOND_MS);
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    `/feed/${FILM_ID}/premiere.ics`,
  );
});

test('a premiere with a price leads to a reminder, to the trailer and to the film [WAT-04:ticket]', async () => {
  jest.useFakeTimers({ doNotFake: REAL, now: STARTS.getTime() - SECOND_MS });
  const screeningStartTime = timestampFromDate(STARTS);
  const film = aFilm({ releaseType: ReleaseType.SCREENING, usdCost: 499n, isFree: false, screeningStartTime });
  await showPage(<PremierePage film={filmView(film)} />);
  expect(screen.getByText('You need to purchase a ticket to join this premiere.')).toBeTruthy();
  const hrefs = ['Add to calendar', 'Watch the trailer', 'See the film'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(hrefs).toEqual(['/premiere.ics', '/trailer', ''].map((part) => `/feed/${FILM_ID}${part}`));
});

test('a premiere without a time yet counts nothing', async () => {
  jest.useFakeTimers({ doNotFake: REAL });
  await showPage(<PremierePage film={filmView(aFilm({ releaseType: ReleaseType.SCREENING, usdCost: 499n }))} />);
  expect(screen.queryByRole('timer')).toBeNull();
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  [Action.WATCH, 'Watch', '/watch'],
  [Action.RESUME, 'Watch', '/watch'],
  [Action.UNLOCK, 'Go to the film', ''],
])('once it has started, a viewer who may %d is led there [WAT-04:open]', async (action, label, part) => {
  const getFilmAccess = () => ({ access: { action } });
  await open(-SECOND_MS, { viewer: aPerson(), answers: { getFilmAccess } });
  const link = await screen.findByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe(`/feed/${FILM_ID}${part}`);
});
