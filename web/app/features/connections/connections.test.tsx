import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import * as blockedRoute from '../../routes/account/blocked-users.tsx';
import * as connectionsRoute from '../../routes/profile/connections.tsx';
import * as viewsRoute from '../../routes/profile/profile-views.tsx';
import { openRoute, openWithToasts, sentTo } from '../../testing/open-route.tsx';
import { doing, later, press, seeToast, type } from '../../testing/show-page.tsx';

const AT = '/profile/edit/connections';
const path = `${AT}/:list?`;
const since = timestampFromDate(new Date('2026-11-05T12:00:00Z'));
const viewer = aPerson();
const person = (id: string, firstName: string, part: object = {}) => ({ id, firstName, lastName: 'Brandt', ...part });
const line = (id: string, firstName: string, state: ConnectionState, part: object = {}) => ({
  ...{ person: person(id, firstName, part), state, since },
});
const { CONNECTED, RECEIVED, SENT, NONE } = ConnectionState;
const two = [line('u2', 'José', CONNECTED), line('u3', 'Mia', CONNECTED)];

const open = (answers: object, at = AT) => openWithToasts(connectionsRoute, at, { path, answers, viewer });
const names = (list = 'Connections') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.font-medium:not(.bg-action-wash)')?.textContent);
const SEARCH = /^Search your connections/;
const wait = (ms: number) => doing(() => new Promise((resolve) => setTimeout(resolve, ms)));

test('connections are listed by name with the way to each; a private profile has none [NET-06:list] [PRO-05:connections]', async () => {
  const shy = line('u4', 'Shy', CONNECTED, {
    profileVisibility: ProfileVisibility.PRIVATE,
    talents: ['Director', 'Editor'],
  });
  await open({ listConnections: () => ({ connections: [...two, shy] }) });
  expect(names()).toEqual(['José Brandt', 'Mia Brandt', 'Shy Brandt']);
  expect(screen.getByRole('link', { name: 'José Brandt' }).getAttribute('href')).toBe('/profile/u2');
  expect(screen.queryByRole('link', { name: 'Shy Brandt' })).toBeNull();
  // A line breaks before the date, not within it.
  expect(screen.getAllByText('Connected Nov 05, 2026')).toHaveLength(3);
  expect(screen.getByText('Director, Editor ·', { exact: false })).toBeTruthy();
  expect(screen.getByText('All 3 connections.')).toBeTruthy();
});

test('typing searches after 300 ms, once, and says when no one matches [NET-06:search] [NET-07:connections]', async () => {
  const calls = await open({
    listConnections: ({ query }: { query: string }) => ({ connections: query ? [] : two }),
  });
  for (const text of ['z', 'zo', 'zor']) await type(SEARCH, text);
  await wait(200);
  expect(calls.sent('listConnections')).toHaveLength(1);
  await wait(300);
  expect(await screen.findByText('No one matches your search')).toBeTruthy();
  expect(calls.sent('listConnections').slice(1)).toEqual([expect.objectContaining({ query: 'zor' })]);
  await type(SEARCH, '');
  expect(await screen.findByText('José Brandt')).toBeTruthy();
});

test('a search that fails can be repeated', async () => {
  let answered = 0;
  await open({
    listConnections: ({ query }: { query: string }) => {
      if (query && answered++ === 0) return failing();
      return { connections: two };
    },
  });
  await type(SEARCH, 'jo');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to search your connections.');
  await press('Try again');
  expect(await screen.findByText('José Brandt')).toBeTruthy();
});

test('removing a connection names what happens, and the line goes once it is saved [NET-06:remove]', async () => {
  const calls = await open({
    listConnections: () => ({ connections: two }),
    removeConnection: () => ({ connection: { state: NONE } }),
  });
  await press('Remove: José Brandt');
  expect(await screen.findByText('Remove José Brandt from your connections?')).toBeTruthy();
  await press('Remove');
  expect(calls.sent('removeConnection')).toEqual([expect.objectContaining({ profileId: 'u2' })]);
  expect(names()).toEqual(['Mia Brandt']);
  await seeToast('José Brandt is no longer a connection of yours.');
});

test('a removal that fails leaves the connection', async () => {
  await open({ listConnections: () => ({ connections: two }), removeConnection: failing });
  await press('Remove: José Brandt');
  await press('Remove');
  await seeToast('We failed to remove the connection. Please try again.');
  expect(names()).toHaveLength(2);
});

test('requests are accepted at once and declined after a question [NET-06:answer]', async () => {
  const calls = await open(
    {
      listConnectionRequests: () => ({ connections: [line('u2', 'José', RECEIVED), line('u3', 'Mia', RECEIVED)] }),
      acceptConnection: () => ({ connection: { state: CONNECTED } }),
      declineConnection: () => ({ connection: { state: NONE } }),
    },
    `${AT}/requests`,
  );
  screen.getByRole('button', { name: 'Accept: José Brandt' }).focus();
  await press('Accept: José Brandt');
  expect(screen.getByText('Connected')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Connected');
  await seeToast('You and José Brandt are connected.');
  await press('Decline: Mia Brandt');
  expect(
    await screen.findByText('Mia Brandt can ask you again in 30 days. You can ask them at any time.'),
  ).toBeTruthy();
  expect(calls.sent('declineConnection')).toEqual([]);
  await press('Decline');
  expect(calls.sent('declineConnection')).toEqual([expect.objectContaining({ profileId: 'u3' })]);
  expect(await screen.findByText('Declined')).toBeTruthy();
});

test('a request is taken back, and sent again by undo [NET-06:withdraw]', async () => {
  const calls = await open(
    {
      listConnectionRequests: () => ({ connections: [line('u2', 'José', SENT)] }),
      withdrawConnection: () => ({ connection: { state: NONE } }),
      requestConnection: () => ({ connection: { state: SENT } }),
    },
    `${AT}/sent`,
  );
  expect(calls.sent('listConnectionRequests')).toEqual([expect.objectContaining({ sent: true })]);
  screen.getByRole('button', { name: 'Withdraw: José Brandt' }).focus();
  await press('Withdraw: José Brandt');
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Withdrawn');
  await press('Undo');
  expect(await screen.findByRole('button', { name: 'Withdraw: José Brandt' })).toBeTruthy();
  expect(calls.sent('requestConnection')).toHaveLength(1);
  await press('Withdraw: José Brandt');
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(calls.sent('withdrawConnection')).toHaveLength(2);
});

test('an answer that comes too late is taken back, with the reason', async () => {
  const message = 'This request was taken back or answered already.';
  await open(
    {
      listConnectionRequests: () => ({ connections: [line('u2', 'José', RECEIVED)] }),
      acceptConnection: refusing(Code.NotFound, { reason: 'CONNECTION_REQUEST_NOT_FOUND', message }),
    },
    `${AT}/requests`,
  );
  screen.getByRole('button', { name: 'Accept: José Brandt' }).focus();
  await press('Accept: José Brandt');
  await seeToast(message);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept: José Brandt' }));
});

test('a button that is being saved keeps the focus, and ignores presses [SET-08:screen]', async () => {
  const unblocked = later<object>();
  const blocked = await openBlocked({
    listBlockedAccounts: () => ({ blocked: [{ person: person('u2', 'José') }] }),
    unblockAccount: unblocked.answer,
  });
  screen.getByRole('button', { name: 'Unblock: José Brandt' }).focus();
  await press('Unblock: José Brandt');
  const block = screen.getByRole('button', { name: 'Block: José Brandt' }) as HTMLButtonElement;
  expect([block.disabled, block.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await press('Block: José Brandt');
  expect(blocked.sent('blockAccount')).toEqual([]);
  await unblocked.resolve({});
  expect(document.activeElement).toBe(block);
  expect(block.getAttribute('aria-disabled')).toBeNull();
});

test.each([
  [AT, 'No connections yet'],
  [`${AT}/requests`, 'No requests'],
  [`${AT}/sent`, 'No open requests'],
])('%s says what belongs there when it is empty [NET-07:connections]', async (at, title) => {
  await open({ listConnections: () => ({}), listConnectionRequests: () => ({}) }, at);
  expect(screen.getByText(title)).toBeTruthy();
});

test('a visitor signs in first, and other lists are not found', async () => {
  await openRoute(connectionsRoute, AT, { path });
  expect(sentTo()).toContain('/sign-in?returnTo=');
  await open({}, `${AT}/enemies`);
  expect(screen.getByRole('heading', { name: 'We could not find this page.' })).toBeTruthy();
});

test('who looked at the profile is listed with the time; visitors and private people are not named [PRO-04:screen]', async () => {
  const at = '/profile/edit/profile-views';
  const views = [
    { id: 'v2', viewer: person('u2', 'José'), viewedAt: since },
    { id: 'v1', viewedAt: since },
  ];
  const { sent } = await openRoute(viewsRoute, at, {
    ...{ path: at, viewer },
    answers: { listProfileViews: () => ({ views, visitorCount: 7 }) },
  });
  expect(sent('listProfileViews')).toMatchObject([{ pageSize: 50 }]);
  expect(names('Profile views')).toEqual(['José Brandt', 'Somebody with a private profile']);
  expect(screen.getAllByText(/^Nov 05, 2026 at \d\d:\d\d [AP]M$/)).toHaveLength(2);
  expect(screen.getByText('7').parentElement?.textContent).toBe(
    '7 views by people who were not signed in, in the last 90 days.',
  );
  // Visitors that there were none of are not counted out.
  await openRoute(viewsRoute, at, { path: at, viewer, answers: { listProfileViews: () => ({ views }) } });
  expect(names('Profile views')).toHaveLength(2);
  expect(screen.queryByText(/not signed in/)).toBeNull();
  await openRoute(viewsRoute, at, { path: at, viewer, answers: { listProfileViews: () => ({}) } });
  expect(screen.getByText('No views yet')).toBeTruthy();
});

const blockedAt = '/settings/blocked-users';
const openBlocked = (answers: object) => openWithToasts(blockedRoute, blockedAt, { path: blockedAt, viewer, answers });

test('blocked people are listed and unblocked, and blocked again by undo [SET-08:screen]', async () => {
  const calls = await openBlocked({
    listBlockedAccounts: () => ({ blocked: [{ person: person('u2', 'José'), blockedAt: since }] }),
    unblockAccount: () => ({}),
    blockAccount: () => ({}),
  });
  expect(names('Blocked users')).toEqual(['José Brandt']);
  expect(screen.getByText('Blocked Nov 05, 2026')).toBeTruthy();
  await press('Unblock: José Brandt');
  expect(calls.sent('unblockAccount')).toEqual([expect.objectContaining({ profileId: 'u2' })]);
  await press('Undo');
  expect(calls.sent('blockAccount')).toEqual([expect.objectContaining({ profileId: 'u2' })]);
  expect(await screen.findByRole('button', { name: 'Unblock: José Brandt' })).toBeTruthy();
});

test('an unblocking that fails is taken back, and an empty list says so [SET-08:screen]', async () => {
  await openBlocked({
    listBlockedAccounts: () => ({ blocked: [{ person: person('u2', 'José') }] }),
    unblockAccount: failing,
  });
  await press('Unblock: José Brandt');
  await seeToast('We failed to unblock José Brandt. Please try again.');
  expect(screen.getByRole('button', { name: 'Unblock: José Brandt' })).toBeTruthy();
  await openBlocked({ listBlockedAccounts: () => ({}) });
  expect(screen.getByText('You have blocked nobody')).toBeTruthy();
});
