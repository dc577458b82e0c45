import '../../testing/video-element.ts';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampFromDate, timestampMs } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import type { PremiereSchema } from '@marquee/contracts/film/v1/premiere_pb';
import type { AccessSchema } from '@marquee/contracts/film/v1/watch_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { failing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { filmView } from '../film/film-view.ts';
import { PremierePage } from './premiere-page.tsx';

const STARTS = new Date('2026-12-01T20:00:00Z');
const STARTS_LATER = timestampFromDate(new Date(Date.now() + 3_600_000));
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
  jest.restoreAllMocks();
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

test('at its start, to the millisecond, the countdown gives way to the open doors [WAT-04:countdown] [WAT-13:countdown]', async () => {
  await open(2 * SECOND_MS);
  await doing(() => jest.advanceTimersByTime(SECOND_MS));
  expect(screen.getByRole('timer').textContent).toBe('in 1 s');
  expect(screen.queryByText('Live')).toBeNull();
  await doing(() => jest.advanceTimersByTime(SECOND_MS));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByText('Live')).toBeTruthy();
  expect(screen.getByText('Started')).toBeTruthy();
  for (const name of ['Add to calendar', 'Watch the trailer']) {
    expect(screen.queryByRole('link', { name })).toBeNull();
  }
});

test('before it starts it can be kept in a calendar', async () => {
  await open(60 * SECOND_MS);
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    `/feed/${FILM_ID}/premiere.ics`,
  );
});

test('a premiere with a price leads to a reminder, to the trailer and to the film [WAT-04:message]', async () => {
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

const now = () => timestampFromDate(new Date());
const inMs = (ms: number) => timestampFromDate(new Date(Date.now() + ms));
const facts = { filmId: FILM_ID, version: 2n, durationMs: 600_000, filmReady: true };

/** The page of a premiere of which the server says this; by the clock of the server, which is that of the browser here. */
function openReal(
  premiere: MessageInitShape<typeof PremiereSchema>,
  {
    access = { valid: true },
    isVisitor = false,
    ...more
  }: Partial<Parameters<typeof showPage>[1]> & {
    access?: MessageInitShape<typeof AccessSchema>;
    isVisitor?: boolean;
  } = {},
) {
  const film = aFilm({ releaseType: ReleaseType.SCREENING, screeningStartTime: premiere.startsAt as Timestamp });
  const { startsAt, stopped = false } = premiere;
  return showPage(<PremierePage film={filmView(film)} />, {
    ...(!isVisitor && { viewer: aPerson() }),
    answers: {
      getPremiere: () => ({ premiere: { ...facts, ...premiere }, here: 7, now: now() }),
      getServerTime: () => ({ now: now() }),
      attendPremiere: () => ({
        ...{ access, version: 2n, here: 7, now: now(), stopped },
        ...(startsAt && { startsAt: startsAt as Timestamp }),
      }),
    },
    ...more,
  });
}

test('who comes in before the start waits in a lobby, sees how many others do, and needs to do nothing [WAT-13:lobby]', async () => {
  const { sent } = await openReal({ startsAt: inMs(3_600_000) });
  expect(await screen.findByText('7 people are here')).toBeTruthy();
  expect(screen.getByText(/^Stay here: the film starts by itself/)).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^in 59 min /);
  await waitFor(() => expect(sent('attendPremiere')).toMatchObject([{ filmId: FILM_ID }]));
});

test('a premiere with a price leads who has no ticket to those of its event [WAT-04:ticket]', async () => {
  const message = 'You need to purchase a ticket to join this premiere.';
  await openReal(
    { startsAt: inMs(3_600_000), needsTicket: true, eventId: 'e1' },
    { access: { valid: false, reason: 'TICKET_REQUIRED', message } },
  );
  const link = await screen.findByRole('link', { name: 'Get a ticket' });
  expect(link.getAttribute('href')).toBe('/events/e1/tickets');
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByText('7 people are here')).toBeNull();
});

test.each<[string, MessageInitShape<typeof PremiereSchema>, string]>([
  ['was stopped', { startsAt: inMs(-60_000), stopped: true }, 'This premiere was stopped.'],
  ['is over', { startsAt: inMs(-3_600_000) }, 'This premiere is over.'],
  ['has no film yet', { startsAt: inMs(-1_000), filmReady: false }, 'The film of this premiere is not ready yet.'],
  [
    'will have no film yet',
    { startsAt: inMs(60_000), filmReady: false },
    'The film of this premiere is not ready yet.',
  ],
])('a premiere that %s says so [WAT-13:states]', async (_name, premiere, text) => {
  await openReal(premiere);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^Player/ })).toBeNull();
});

test('a visitor is asked to sign in, and comes back here', async () => {
  await openReal({ startsAt: inMs(60_000) }, { isVisitor: true });
  const link = await screen.findByRole('link', { name: 'Sign in to watch' });
  expect(link.getAttribute('href')).toBe(`/sign-in?returnTo=${encodeURIComponent(`/feed/${FILM_ID}/premiere`)}`);
});

test('where the server does not answer, the page says so and asks again when asked to', async () => {
  let isBroken = true;
  const attendPremiere = () => {
    if (isBroken) throw new ConnectError('no', Code.Unavailable);
    return { access: { valid: true }, version: 2n, startsAt: STARTS_LATER, here: 1, now: now() };
  };
  await openReal({ startsAt: STARTS_LATER }, { answers: { attendPremiere } });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await doing(() => fireEvent.click(again));
  expect(await screen.findByText('1 person is here')).toBeTruthy();
});

test('at the start the film is opened for who is there, also where it is not unlocked yet [WAT-04:open]', async () => {
  const startsAt = inMs(900);
  let openedAt = 0;
  const { sent } = await openReal(
    { startsAt },
    {
      answers: {
        getPremiere: () => ({ premiere: { ...facts, startsAt }, here: 7, now: now() }),
        attendPremiere: () => ({
          ...{ access: { valid: false, reason: 'UNLOCK_REQUIRED' }, version: 2n, startsAt, here: 7, now: now() },
        }),
        startPlayback: () => {
          openedAt = Date.now();
          return { access: { valid: false, reason: 'REGION', message: 'Not here.' } };
        },
      },
    },
  );
  expect(await screen.findByText('Not here.', undefined, { timeout: 8_000 })).toBeTruthy();
  expect(sent('startPlayback')).toMatchObject([{ inStep: true }]);
  // The page knows the server's time to some milliseconds.
  expect(openedAt).toBeGreaterThan(timestampMs(startsAt) - 100);
  expect(screen.getByText('Live')).toBeTruthy();
});

test('in the last minutes of the lobby the film is opened for its start, which asks nothing then [WAT-13:premiere]', async () => {
  const startsAt = inMs(10_400);
  const { sent } = await openReal(
    { startsAt },
    {
      answers: {
        getPremiere: () => ({ premiere: { ...facts, startsAt }, here: 7, now: now() }),
        attendPremiere: () => ({
          ...{ access: { valid: false, reason: 'UNLOCK_REQUIRED' }, version: 2n, startsAt, here: 7, now: now() },
        }),
        startPlayback: () => ({ access: { valid: true, signedUrl: '/v/early/' }, playbackSessionId: 'p1' }),
      },
    },
  );
  await waitFor(() => expect(sent('startPlayback')).toMatchObject([{ filmId: FILM_ID, inStep: true }]), {
    timeout: 8_000,
  });
  expect(screen.getByText('Stay here: the film starts by itself, for everybody at once.')).toBeTruthy();
});

test.each([
  ['was not answered is tried again', Code.Unavailable, 2],
  ['was refused is left', Code.FailedPrecondition, 1],
])('an opening that %s [WAT-13:premiere]', async (_name, code, times) => {
  // Early in the time that pages have for it, so that there is some left for another.
  jest.spyOn(Math, 'random').mockReturnValue(0.9);
  const startsAt = inMs(12_500);
  let asked = 0;
  const { sent } = await openReal(
    { startsAt },
    {
      answers: {
        getPremiere: () => ({ premiere: { ...facts, startsAt }, here: 7, now: now() }),
        attendPremiere: () => ({ access: { valid: true }, version: 2n, startsAt, here: 7, now: now() }),
        startPlayback: () => {
          asked += 1;
          if (asked === 1) throw new ConnectError('no', code);
          return { access: { valid: true, signedUrl: '/v/early/' }, playbackSessionId: 'p1' };
        },
      },
    },
  );
  await waitFor(() => expect(sent('startPlayback')).toHaveLength(times), { timeout: 8_000 });
  // The last opening comes ten seconds before the start.
  await doing(() => new Promise((resolve) => setTimeout(resolve, timestampMs(startsAt) - 9_900 - Date.now())));
  expect(sent('startPlayback')).toHaveLength(times);
});

test('nobody who may not come in opens the film [WAT-13:premiere]', async () => {
  const startsAt = inMs(10_200);
  const { sent } = await openReal(
    { startsAt },
    {
      answers: {
        getPremiere: () => ({ premiere: { ...facts, startsAt }, here: 7, now: now() }),
        attendPremiere: () => ({
          ...{ access: { valid: false, reason: 'TICKET_REQUIRED' }, version: 2n, startsAt, here: 7, now: now() },
        }),
      },
    },
  );
  await waitFor(() => expect(sent('attendPremiere')).toHaveLength(1));
  await doing(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(sent('startPlayback')).toEqual([]);
});

test('who runs a premiere delays and stops it; nobody else is offered that [WAT-13:host]', async () => {
  const premiere = { startsAt: STARTS_LATER, eventId: 'e1' };
  const answers = (canManage: boolean) => ({
    getPremiere: () => ({ premiere: { ...facts, ...premiere }, here: 7, now: now() }),
    attendPremiere: () => ({ access: { valid: true }, version: 2n, startsAt: STARTS_LATER, here: 7, now: now() }),
    getEvent: () => ({ event: { id: 'e1' }, canManage }),
    delayPremiere: () => ({ version: 3n }),
    stopPremiere: () => ({ version: 4n }),
  });
  await openReal(premiere, { answers: answers(false) });
  expect(await screen.findByText('7 people are here')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Run the premiere' })).toBeNull();

  const { sent } = await openReal(premiere, { answers: answers(true) });
  await screen.findByRole('region', { name: 'Run the premiere' });
  await doing(() => fireEvent.click(screen.getByRole('button', { name: '10 min' })));
  expect(await screen.findByText('The premiere has a new time.')).toBeTruthy();
  expect(sent('delayPremiere')).toMatchObject([{ filmId: FILM_ID, minutes: 10 }]);

  await doing(() => fireEvent.click(screen.getByRole('button', { name: 'Stop' })));
  await doing(() => fireEvent.click(screen.getByRole('button', { name: 'Stop the premiere' })));
  expect(await screen.findByText('The premiere was stopped for everybody.')).toBeTruthy();
  expect(sent('stopPremiere')).toMatchObject([{ filmId: FILM_ID }]);
});

test('a premiere that could not be delayed or stopped says so; one that was stopped is not stopped again [WAT-13:host]', async () => {
  const staff = aPerson({ roles: [Role.ADMIN] });
  let stopped = false;
  const premiere = () => ({ ...facts, startsAt: STARTS_LATER, stopped, version: stopped ? 3n : 2n });
  await openReal(premiere(), {
    viewer: staff,
    answers: {
      getPremiere: () => ({ premiere: premiere(), here: 7, now: now() }),
      attendPremiere: () => ({ access: { valid: true }, version: 2n, startsAt: STARTS_LATER, here: 7, now: now() }),
      delayPremiere: failing,
      stopPremiere: () => {
        if (stopped) return {};
        stopped = true;
        return failing();
      },
    },
  });
  await press('10 min');
  await seeToast(PREMIERE_MESSAGES.delayFailed);
  await press('Stop');
  await press('Stop the premiere');
  await seeToast(PREMIERE_MESSAGES.stopFailed);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Stop');
  await press('Stop the premiere');
  expect(await screen.findByText('This premiere was stopped.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(screen.getByRole('button', { name: '10 min' })).toBeTruthy();
});

test('its maker runs it too, and one that is over is not delayed any more [WAT-13:host]', async () => {
  const startsAt = inMs(-3_600_000);
  await openReal(
    { startsAt },
    {
      answers: {
        getPremiere: () => ({ premiere: { ...facts, startsAt }, here: 7, now: now() }),
        attendPremiere: () => ({ access: { valid: true }, version: 2n, startsAt, here: 7, now: now() }),
        getFilmAccess: () => ({ canEdit: true }),
      },
    },
  );
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: '10 min' })).toBeNull();
  expect(screen.getByText('This premiere is over.')).toBeTruthy();
});

test('who leaves can come back in while it runs; who stays at the end reads that it is over [WAT-18]', async () => {
  const startsAt = inMs(-500);
  const preRoll = { preRollVideoUri: '/a.mp4', preRollDuration: 30, durationMs: 600_000 };
  const running = (more: object) => ({
    getPremiere: () => ({ premiere: { ...facts, ...preRoll, startsAt, ...more }, here: 7, now: now() }),
    attendPremiere: () => ({ access: { valid: true }, version: 2n, startsAt, here: 7, now: now() }),
    startPlayback: () => new Promise<never>(() => {}),
  });
  await openReal({ startsAt }, { answers: running({}) });
  await screen.findByRole('list', { name: 'Reactions' });
  expect(screen.queryByText('This premiere is over.')).toBeNull();
  await press('Leave');
  expect(screen.getByText('The film plays on without you.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Reactions' })).toBeNull();
  await press('Come back in');
  expect(screen.getByRole('list', { name: 'Reactions' })).toBeTruthy();
  cleanup();
  // A short film of which the page has seen the beginning: its clock moves on.
  let at = Date.now();
  const clock = () => timestampFromDate(new Date(at));
  const short = { ...running({ durationMs: 60_000 }), getServerTime: () => ({ now: clock() }) };
  await openReal(
    { startsAt },
    {
      answers: {
        ...short,
        getPremiere: () => ({ ...short.getPremiere(), now: clock() }),
        attendPremiere: () => ({ ...short.attendPremiere(), now: clock() }),
        delayPremiere: () => ({ version: 2n }),
      },
      viewer: aPerson({ roles: [Role.ADMIN] }),
    },
  );
  await screen.findByRole('list', { name: 'Reactions' });
  at += 600_000;
  await press('10 min');
  expect(await screen.findByText('This premiere is over.')).toBeTruthy();
  expect(screen.queryByText('Live')).toBeNull();
  expect(screen.getByRole('list', { name: 'Reactions' })).toBeTruthy();
  await press('Leave');
  expect(screen.queryByRole('list', { name: 'Reactions' })).toBeNull();
  expect(screen.getByText('This premiere is over.')).toBeTruthy();
});
