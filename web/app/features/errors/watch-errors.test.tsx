import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { reports } from '../../testing/document-loads.ts';
import { REPORTS_MAX } from './report-error.ts';
import { watchErrors } from './watch-errors.ts';

const BUILD = 'ab12cd34';
const FILE = 'assets/film-Dk3_x.js:1:2345';
const PERSON = 'ana@example.com';
const FILM_ID = '8f14e45f-ceea-467f-a5d2-1c7ae3b1f0aa';

/** An error as Chrome has it: its stack begins with the message, and names the page where a script is in it. */
function thrown(
  message: string,
  { kind = Error, frames = [`at open (${window.location.origin}/${FILE})`] } = {},
): Error {
  const error = new kind(message);
  error.stack = [`${error.name}: ${message}`, `    at ${window.location.origin}/profile/ana:1:9`]
    .concat(frames.map((frame) => `    ${frame}`))
    .join('\n');
  return error;
}

let failing: Error;
function FailingPage(): never {
  throw failing;
}
const Boundary = () => <p>Failed</p>;

/** A page that fails when it is drawn, in an app that is watched. */
async function openFailingPage(error: Error) {
  cleanup();
  console.error = () => {};
  failing = error;
  const router = createMemoryRouter(
    [{ path: 'feed', ErrorBoundary: Boundary, children: [{ path: ':filmId', Component: FailingPage }] }],
    { initialEntries: [`/feed/${FILM_ID}?invite=${PERSON}`] },
  );
  const onError = watchErrors({ source: 'web', matches: () => router.state.matches, build: () => BUILD });
  await act(async () => void render(<RouterProvider router={router} onError={onError} />));
  expect(screen.getByText('Failed')).toBeTruthy();
}

// Each test watches by itself.
const { addEventListener } = window;
let listening: Parameters<typeof addEventListener>[] = [];
beforeEach(() => {
  window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    listening.push(listener);
    addEventListener.apply(window, listener);
  };
});
afterEach(() => {
  window.addEventListener = addEventListener;
  for (const listener of listening) window.removeEventListener(...listener);
  listening = [];
});

const isThrown = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const isRejected = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

test('what a page throws while it is drawn is reported with its route and files, and nothing of the person [SYS-07:browser-page]', async () => {
  await openFailingPage(
    thrown(
      `no seat for ${PERSON} in film ${FILM_ID}, row 12, at https://marquee.example/feed/${FILM_ID}?to=${PERSON}`,
      {
        kind: TypeError,
      },
    ),
  );
  expect(reports).toEqual([
    {
      source: 'web',
      error: 'TypeError',
      info: 'no seat for [address] in film [value], row [value], at [address]',
      stack: [FILE],
      route: '/feed/:filmId',
      build: BUILD,
    },
  ]);
  const sent = JSON.stringify(reports);
  for (const personal of ['ana', FILM_ID, 'invite', 'profile']) expect(sent).not.toContain(personal);
});

test.each([
  [`Unexpected token 'A', "Ana writes" is not valid JSON`, 'Unexpected token … is not valid JSON'],
  [`can't access property "name", film is undefined`, `can't access property …, film is undefined`],
  [`Cannot read properties of undefined (reading 'Ana Ruiz')`, 'Cannot read properties of undefined (reading …)'],
  ['the door “Ana” is shut', 'the door … is shut'],
  ['`Ana is not closed', '…'],
  ['failed at /profile/ana with ?name=Ana', 'failed at [address] with [address]'],
  ['for +1 555 010 0199', 'for +[value] [value] [value] [value]'],
  ['Minified React error #418; visit https://react.dev/errors/418?args[]=Ana', 'Minified React error #418'],
])('of the message %s nothing that was typed is sent [SYS-07:browser-message]', (message, info) => {
  watchErrors({ source: 'web', matches: () => [], build: () => BUILD });
  isThrown(thrown(message));
  expect(reports[0]?.info).toBe(info);
});

test('of a call that nobody handled only the code is sent, not the words of its refusal', () => {
  watchErrors({ source: 'web', matches: () => [], build: () => BUILD });
  isRejected(Object.assign(thrown('Ana has blocked you.'), { name: 'ApiError', code: 'PermissionDenied' }));
  expect(reports[0]).toMatchObject({ error: 'ApiError', info: 'code PermissionDenied', stack: [FILE], route: '/' });
});

test('what scripts and promises throw is reported once each, and few of one page [SYS-07:browser-bounds]', () => {
  watchErrors({ source: 'web', matches: () => [], build: () => BUILD });
  const error = thrown('broken');
  isThrown(error);
  isThrown(error);
  isRejected(error);
  expect(reports).toHaveLength(1);
  isThrown(thrown('long '.repeat(100)));
  expect(reports[1]?.info).toHaveLength(200);
  for (const letter of 'abcdefghijklmnop') isRejected(thrown(`broken ${letter}`));
  expect(reports).toHaveLength(REPORTS_MAX);
});

test('what an extension throws, a lost network and what is no error are not reported', () => {
  watchErrors({ source: 'web', matches: () => [], build: () => BUILD });
  isThrown(thrown('theirs', { frames: ['at x (chrome-extension://abc/content.js:1:2)'] }));
  isThrown(
    thrown('around ours', { frames: [`at ${window.location.origin}/${FILE}`, 'at moz-extension://a/b.js:1:2'] }),
  );
  isThrown(thrown('of a page', { frames: [] }));
  isThrown(thrown('of another site', { frames: ['at https://ads.example/assets/x.js:1:2'] }));
  isThrown(null);
  isRejected(thrown('Failed to fetch', { kind: TypeError }));
  isRejected(Object.assign(thrown('stopped'), { name: 'AbortError' }));
  isRejected('Ana');
  expect(reports).toEqual([]);
});
