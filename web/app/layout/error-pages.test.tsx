import '../testing/component-tests.ts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { createRoutesStub, data, useRouteError } from 'react-router';
import { accessBlocked, forbidden, notFound, requirePro } from '../api/viewer.ts';
import { documentLoads } from '../testing/document-loads.ts';
import { ErrorPage } from './error-pages.tsx';

function Nothing() {
  return null;
}

function Boundary() {
  return <ErrorPage error={useRouteError()} />;
}

function open(loader: () => unknown) {
  const route = { path: '/', Component: Nothing, ErrorBoundary: Boundary, loader, HydrateFallback: Nothing };
  render(createElement(createRoutesStub([route])));
}

afterEach(cleanup);
const refuse = (thrown: unknown) => () => {
  throw thrown;
};

test("the forbidden page says 'You don't have access to this page.' and offers Go Home [SET-02]", async () => {
  open(refuse(forbidden()));
  await screen.findByRole('heading', { level: 1, name: "You don't have access to this page." });
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
});

test('a not-found page says what was not found', async () => {
  open(refuse(notFound('Festival Not Found')));
  await screen.findByRole('heading', { level: 1, name: 'Festival Not Found' });
});

test('a room for pros shows the access-blocked view, and a visitor the way in [NET-02:view]', async () => {
  open(refuse(accessBlocked()));
  await screen.findByRole('heading', { level: 1, name: 'This room is for Entertainment Pros.' });
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/sign-in?returnTo=%2F');
});

const account = {
  accountId: '1',
  roles: [] as const,
  accountType: 'INDIVIDUAL',
  consumerType: 'MOVIE_LOVER',
  talents: [],
  onboarding: false,
} as const;

test.each([
  ['a visitor', null, false],
  ['a Movie Lover', account, false],
  ['b2b', { ...account, consumerType: 'B2B' as const }, false],
  ['an Entertainment Pro', { ...account, consumerType: 'ENTERTAINMENT_PRO' as const }, true],
  ['staff', { ...account, roles: ['ADMIN'] as const }, true],
])('%s at the door of a room for pros [NET-02:door]', (_who, viewer, enters) => {
  const context = { get: () => viewer } as never;
  if (enters) expect(requirePro({ context })).toBe(viewer);
  else expect(() => requirePro({ context })).toThrow(expect.objectContaining({ init: { status: 403 } }));
});

test('an internal failure shows no details and offers to try again', async () => {
  open(refuse(new Response('stack trace', { status: 503 })));
  await screen.findByRole('heading', { level: 1, name: 'This part of Marquee is not available right now.' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a page that got no answer is not said to be a failure of ours', async () => {
  open(refuse(new TypeError('Failed to fetch')));
  await screen.findByRole('heading', { level: 1, name: 'This page could not be reached.' });
  expect(screen.getByText('Check your network and try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

const ours = 'Something went wrong on our side.';
test.each([
  ['404 with its own text', 404, 'Festival Not Found', 'Festival Not Found'],
  ['404 without a text', 404, '', 'We could not find this page.'],
  ['403', 403, 'Secret.', "You don't have access to this page."],
  ['401', 401, 'Secret.', 'Please sign in to see this page.'],
  ['a refusal with a text', 412, 'This film is locked.', 'This film is locked.'],
  ['a refusal without a text', 412, '', ours],
  ['a failure, whose text is not for viewers', 500, 'Secret.', ours],
  ['503', 503, '', 'This part of Marquee is not available right now.'],
  ['504', 504, '', 'This part of Marquee is not available right now.'],
])('%s has a heading of its own', async (_what, status, message, title) => {
  open(refuse(data({ reason: 'A_REASON', message }, { status })));
  await screen.findByRole('heading', { level: 1, name: title });
});

test('a mistake in a page is ours, not the network’s', async () => {
  open(refuse(new TypeError('undefined is not a function')));
  await screen.findByRole('heading', { level: 1, name: ours });
  cleanup();
  open(refuse(new Error('Failed to fetch')));
  await screen.findByRole('heading', { level: 1, name: ours });
});

test('who is not signed in comes back after signing in', async () => {
  open(refuse(data({ reason: 'SIGNED_OUT', message: '' }, { status: 401 })));
  const signIn = await screen.findByRole('link', { name: 'Sign in' });
  expect(signIn.getAttribute('href')).toBe('/sign-in?returnTo=%2F');
});

test('a failed page is loaded whole by another try', async () => {
  open(refuse(new Response(null, { status: 500 })));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(documentLoads).toEqual(['/']);
});

test('a page that was not reached is loaded when the network is back, and only while it is shown', async () => {
  const isOnLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open(refuse(new TypeError('Load failed')));
  await screen.findByText('You are offline. It is loaded when you are back.');
  expect(screen.queryByRole('button')).toBeNull();
  isOnLine.mockRestore();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(documentLoads).toEqual(['/']);
  cleanup();
  window.dispatchEvent(new Event('online'));
  expect(documentLoads).toEqual(['/']);
});
