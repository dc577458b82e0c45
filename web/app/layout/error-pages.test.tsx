import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { createRoutesStub, useRouteError } from 'react-router';
import { accessBlocked, forbidden, notFound, requirePro } from '../api/viewer.ts';
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
  await screen.findByRole('heading', { level: 1, name: 'This part of Marquee is away for a moment.' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a page that got no answer is not said to be a failure of ours', async () => {
  open(refuse(new TypeError('Failed to fetch')));
  await screen.findByRole('heading', { level: 1, name: 'This page could not be reached.' });
  expect(screen.getByText('Check your network and try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
