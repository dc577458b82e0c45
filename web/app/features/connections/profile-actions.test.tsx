import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson, aProfile } from '@marquee/testing/contract-messages';
import { fireEvent, screen } from '@testing-library/react';
import { dialogGone, doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { ProfilePage } from '../profile/profile-page.tsx';
import { profileView } from '../profile/profile-view.ts';

const { NONE, SENT, RECEIVED, CONNECTED } = ConnectionState;
const viewer = aPerson({ id: 'u2' });
const page = (
  counters: Parameters<typeof ProfilePage>[0]['counters'] = null,
  films: Parameters<typeof ProfilePage>[0]['films'] = null,
) => <ProfilePage profile={profileView(aProfile())} films={films} counters={counters} />;
const state = (state: ConnectionState, part: object = {}) => ({
  getConnection: () => ({ connection: { state, ...part }, mutualCount: 0 }),
});
const show = (answers: object, as: typeof viewer | null = viewer) =>
  showPage(page(), { answers, ...(as && { viewer: as }) });
const NAME = 'Inês Carvalho';

/** Chooses in the menu of the profile. */
async function choose(item: string) {
  await doing(() => fireEvent.click(screen.getByRole('button', { name: `More about ${NAME}` })));
  await screen.findByRole('menuitem', { name: item });
  await press(item, 'menuitem');
}

test('one press asks to connect, and undo takes it back [NET-06:profile]', async () => {
  const calls = await show({
    ...state(NONE),
    requestConnection: () => ({ connection: { state: SENT } }),
    withdrawConnection: () => ({ connection: { state: NONE } }),
  });
  await press('Connect');
  expect(calls.sent('requestConnection')).toEqual([expect.objectContaining({ profileId: 'u1' })]);
  expect(await screen.findByRole('button', { name: 'Withdraw request' })).toBeTruthy();
  await press('Undo');
  expect(await screen.findByRole('button', { name: 'Connect' })).toBeTruthy();
  expect(calls.sent('withdrawConnection')).toHaveLength(1);
});

const focused = () => document.activeElement?.textContent;
async function pressFocused(name: string) {
  screen.getByRole('button', { name }).focus();
  await press(name);
}

test('the focus goes to what takes the place of a button, also while that is being saved [NET-06:profile]', async () => {
  const asked = later<object>();
  await show({
    ...state(NONE),
    requestConnection: asked.answer,
    withdrawConnection: () => ({ connection: { state: NONE } }),
  });
  expect(document.activeElement).toBe(document.body);
  await pressFocused('Connect');
  expect(focused()).toBe('Withdraw request');
  const withdraw = screen.getByRole('button', { name: 'Withdraw request' }) as HTMLButtonElement;
  expect([withdraw.disabled, withdraw.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await asked.resolve({ connection: { state: SENT } });
  expect(focused()).toBe('Withdraw request');
  await pressFocused('Withdraw request');
  expect(focused()).toBe('Connect');
  await show({ ...state(RECEIVED), acceptConnection: () => ({ connection: { state: CONNECTED } }) });
  await pressFocused('Accept request');
  expect(focused()).toBe('Connected');
});

test('what is being saved is not pressed a second time', async () => {
  const asked = later<object>();
  const calls = await show({ ...state(NONE), requestConnection: asked.answer, withdrawConnection: () => ({}) });
  await press('Connect');
  await press('Withdraw request');
  expect(calls.sent('withdrawConnection')).toEqual([]);
  await asked.resolve({ connection: { state: SENT } });
  await press('Withdraw request');
  expect(calls.sent('withdrawConnection')).toHaveLength(1);
});

test('a request that fails is taken back, with the reason', async () => {
  await show({ ...state(NONE), requestConnection: failing });
  await press('Connect');
  await seeToast('We failed to send your request. Please try again.');
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
});

test('a connection that fails to load is loaded again', async () => {
  const { getConnection } = state(SENT);
  await show({ getConnection: inTurn<[], object>(failing, getConnection) });
  await press('Load your connection again');
  expect(await screen.findByRole('button', { name: 'Withdraw request' })).toBeTruthy();
});

test('who is asked accepts, or declines after a question [NET-06:profile]', async () => {
  await show({ ...state(RECEIVED), acceptConnection: () => ({ connection: { state: CONNECTED } }) });
  await press('Accept request');
  expect(await screen.findByText('Connected')).toBeTruthy();
  const calls = await show({ ...state(RECEIVED), declineConnection: () => ({ connection: { state: NONE } }) });
  await press(`Decline: ${NAME}`);
  await press('Decline');
  expect(calls.sent('declineConnection')).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Connect' })).toBeTruthy();
});

test('who was declined lately reads from when they may ask again [NET-06:declined]', async () => {
  const requestableFrom = timestampFromDate(new Date('2999-01-20T12:00:00Z'));
  await show(state(NONE, { requestableFrom }));
  expect(screen.getByText('You can ask this person again from Jan 20, 2999.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  await show(state(NONE, { requestableFrom: timestampFromDate(new Date('2020-01-20T12:00:00Z')) }));
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
});

test('the question before a decline closes when the answer could not be sent', async () => {
  await show({ ...state(RECEIVED), declineConnection: failing });
  await press(`Decline: ${NAME}`);
  await press('Decline');
  await seeToast('We failed to decline the request. Please try again.');
  await dialogGone();
  expect(screen.getByRole('button', { name: 'Accept request' })).toBeTruthy();
});

test('a connection is removed from the menu, by name [NET-06:remove]', async () => {
  const calls = await show({ ...state(CONNECTED), removeConnection: () => ({ connection: { state: NONE } }) });
  await choose('Remove connection');
  expect(await screen.findByText(`Remove ${NAME} from your connections?`)).toBeTruthy();
  await press('Remove');
  expect(calls.sent('removeConnection')).toEqual([expect.objectContaining({ profileId: 'u1' })]);
  await dialogGone();
});

test('blocking names what happens, and then there is no such profile [SET-08:profile]', async () => {
  const calls = await show({
    ...state(CONNECTED),
    blockAccount: () => ({}),
  });
  await choose('Block');
  expect(
    await screen.findByText(
      'Your connection ends. Neither of you finds, invites or writes to the other until you unblock them in your settings.',
    ),
  ).toBeTruthy();
  await press('Block');
  expect(calls.sent('blockAccount')).toEqual([expect.objectContaining({ profileId: 'u1' })]);
  expect(await screen.findByRole('heading', { name: 'We could not find this profile.' })).toBeTruthy();
  expect(screen.queryByText('I film rivers.')).toBeNull();
  expect(await seeToast(`${NAME} is blocked.`)).toBeTruthy();
});

test('a blocking that fails says so, and the profile stays', async () => {
  await show({ ...state(NONE), blockAccount: failing });
  await choose('Block');
  expect(
    await screen.findByText(
      'Neither of you finds, invites or writes to the other until you unblock them in your settings.',
    ),
  ).toBeTruthy();
  await press('Block');
  await seeToast(`We failed to block ${NAME}. Please try again.`);
  expect(screen.getByText('I film rivers.')).toBeTruthy();
});

test('the page of somebody behind a block gives way to the answer that there is none [SET-08:profile]', async () => {
  document.title = `${NAME} · Marquee`;
  await show({
    getConnection: refusing(Code.NotFound, { reason: 'PROFILE_NOT_FOUND', message: 'We could not find this profile.' }),
  });
  expect(await screen.findByRole('heading', { name: 'We could not find this profile.' })).toBeTruthy();
  expect(document.title).toBe('Profile · Marquee');
});

test('a profile is reported with a reason and details [PRO-17:screen]', async () => {
  const calls = await show({ ...state(NONE), reportProfile: () => ({}) });
  await choose('Report');
  await press('Send report');
  expect(await screen.findByText('Please choose a reason.')).toBeTruthy();
  const reason = screen.getByLabelText('Reason');
  await doing(() => fireEvent.change(reason, { target: { value: 'IMPERSONATION' } }));
  await doing(() => fireEvent.change(screen.getByLabelText(/Details/), { target: { value: 'Not me.' } }));
  await press('Send report');
  await seeToast('Thank you. Your report was sent.');
  expect(calls.sent('reportProfile')).toEqual([
    expect.objectContaining({ profileId: 'u1', reason: ProfileReportReason.IMPERSONATION, details: 'Not me.' }),
  ]);
});

test('a visitor is asked to sign in to connect and to report [PRO-17:visitor]', async () => {
  const calls = await show({}, null);
  await press('Connect');
  expect(await screen.findByRole('heading', { name: 'Please sign in...' })).toBeTruthy();
  const signIn = screen.getByRole('link', { name: 'Sign in' });
  expect(signIn.getAttribute('href')).toBe('/sign-in?returnTo=%2Fprofile%2Fu1');
  await show({}, null);
  await choose('Report');
  expect(await screen.findByRole('heading', { name: 'Please sign in...' })).toBeTruthy();
  expect(calls.sent('reportProfile')).toEqual([]);
});

test('connections in common are counted and listed [NET-06:mutual]', async () => {
  await show({
    getConnection: () => ({ connection: { state: NONE }, mutualCount: 2 }),
    listMutualConnections: () => ({ people: [{ id: 'u3', firstName: 'Mia', lastName: 'Brandt' }] }),
  });
  await press('2 connections in common');
  expect((await screen.findByRole('link', { name: 'Mia Brandt' })).getAttribute('href')).toBe('/profile/u3');
});

test('the page counts what there is, and says that it was seen [PRO-16] [PRO-04:screen]', async () => {
  const films = { items: [], nextCursor: '', creditCount: 3 } as never;
  const calls = await showPage(page({ connections: 1, referrals: 0, profileViews: 12 }, films), {});
  const facts = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(facts).toEqual(expect.arrayContaining(['3 credits', '1 connection', '12 profile views']));
  expect(facts).not.toContain('0 referrals');
  expect(calls.sent('recordProfileView')).toEqual([expect.objectContaining({ profileId: 'u1' })]);
  await showPage(page({ connections: 0, referrals: 4, profileViews: 0 }), {});
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('4 referrals');
});
