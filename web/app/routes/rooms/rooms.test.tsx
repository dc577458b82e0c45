import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import * as chatRoom from './chat-room.tsx';
import * as chats from './chats.tsx';
import * as forbidden from './forbidden.tsx';
import * as network from './network.tsx';
import * as notFound from './not-found.tsx';

const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;

test('a chat has nothing in it yet, and says so to whom it may concern', async () => {
  const at = '/chats/room/1';
  await openRoute(chatRoom, at, { path: '/chats/*' });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
  await openRoute(chatRoom, at, { path: '/chats/*', viewer: aPerson() });
  expect(await heading()).toBe('Chat no longer exists.');
  expect(screen.queryByText(/It may have moved/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
});

test('chats are empty, and a visitor is asked to sign up [CHT-01:empty]', async () => {
  await openRoute(chats, '/chats', { path: '/chats', viewer: aPerson() });
  expect(await screen.findByText('You have no messages yet')).toBeTruthy();
  await openRoute(chats, '/chats', { path: '/chats' });
  expect(await screen.findByText('Sign up to chat')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/create-account');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in?returnTo=%2Fchats');
});

test('the network is for Entertainment Pros; its directory says when nobody is found [NET-07:first]', async () => {
  for (const consumerType of [ConsumerType.MOVIE_LOVER, ConsumerType.B2B]) {
    await openRoute(network, '/eohub', { path: '/eohub/*', viewer: aPerson({ consumerType }) });
    expect(await heading()).toBe('This room is for Entertainment Pros.');
  }
  await openRoute(network, '/eohub', {
    path: '/eohub/*',
    viewer: aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO }),
  });
  expect(await heading()).toBe('EOHub');
  expect(screen.getByText('No one matches your search')).toBeTruthy();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['People', 'Companies', 'Jobs']);
});

test('the forbidden page, and the page for every address that is none [SET-02]', async () => {
  await openRoute(forbidden, '/forbidden', { path: '/forbidden' });
  expect(await heading()).toBe("You don't have access to this page.");
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
  await openRoute(notFound, '/nowhere', { path: '/nowhere' });
  expect(await heading()).toBe('We could not find this page.');
  expect(screen.getByText('It may have moved, or the address may have a letter too many.')).toBeTruthy();
});
