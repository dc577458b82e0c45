import { Code } from '@connectrpc/connect';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aClaim, aCrewEntry, aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import * as addAccount from './add-account.tsx';
import AddAccountVerifyEmailRoute from './add-account-verify-email.tsx';
import AddAccountVerifyPhoneRoute from './add-account-verify-phone.tsx';
import * as auth from './auth.tsx';
import * as createAccount from './create-account.tsx';
import * as credits from './credits.tsx';
import * as chooser from './onboarding.tsx';
import * as fullName from './onboarding-fullname.tsx';
import * as location from './onboarding-location.tsx';
import * as talents from './onboarding-talents.tsx';
import * as signIn from './sign-in.tsx';
import * as signInEmail from './sign-in-email.tsx';

const auths = { ...auth, default: () => null };

test.each([
  ['/auth', '/sign-in'],
  ['/auth?createAccount=1', '/create-account'],
  ['/auth?createAccount=true', '/create-account'],
  ['/auth?createAccount=0', '/sign-in'],
  ['/auth?returnTo=%2Ffeed%2F1&invitationId=i1&x=y', '/sign-in?returnTo=%2Ffeed%2F1&invitationId=i1'],
  [
    '/auth?createAccount=1&referrerId=r&festivalSponsorshipCode=c&fromLaunchFestival=1&getStart=1&addNewAccount=1',
    '/create-account?addNewAccount=1&fromLaunchFestival=1&getStart=1&referrerId=r&festivalSponsorshipCode=c',
  ],
])('a link from outside sends a visitor from %s to %s [AUT-05]', async (at, to) => {
  await openRoute(auths, at, { path: '/auth' });
  await waitFor(() => expect(sentTo()).toBe(to));
});

test.each([
  ['/auth?returnTo=%2Ffeed%2F1%3Fa%3Db', '/feed/1?a=b'],
  ['/auth', '/'],
  ['/auth?returnTo=https%3A%2F%2Fevil.example', '/'],
  ['/auth?returnTo=%2F%2Fevil.example', '/'],
  ['/auth?addNewAccount=1&returnTo=%2Fsettings', '/sign-in?returnTo=%2Fsettings&addNewAccount=1'],
])('a signed-in viewer goes from %s to %s [AUT-05]', async (at, to) => {
  await openRoute(auths, at, { path: '/auth', viewer: aPerson() });
  await waitFor(() => expect(sentTo()).toBe(to));
});

describe.each([
  ['/sign-in', signIn, 'Sign in'],
  ['/sign-in/email', signInEmail, 'Sign in by email'],
  ['/create-account', createAccount, 'Create account'],
])('%s', (path, route, title) => {
  test('is for visitors; a signed-in viewer continues to where they were going', async () => {
    await openRoute(route, path, { path });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    await openRoute(route, `${path}?returnTo=%2Ffeed%2F1`, { path, viewer: aPerson() });
    await waitFor(() => expect(sentTo()).toBe('/feed/1'));
    await openRoute(route, `${path}?returnTo=%2F%2Fevil.example`, { path, viewer: aPerson() });
    await waitFor(() => expect(sentTo()).toBe('/'));
  });

  test('is for somebody who adds an account, too', async () => {
    await openRoute(route, `${path}?addNewAccount=1`, { path, viewer: aPerson() });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });
});

test('somebody who proves once more who they are signs in although they are signed in [AUT-17:again]', async () => {
  const at = '/sign-in?returnTo=%2Fsettings%2Fexport&again=1';
  const answers = { listBrowserAccounts: () => ({ accounts: [] }) };
  const { sent } = await openRoute(signIn, at, { path: '/sign-in', viewer: aPerson(), answers });
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  // Neither another account nor a new one proves it.
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  expect(sent('listBrowserAccounts')).toEqual([]);
});

describe('adding an account', () => {
  const path = '/add-account';
  const challenge = (channel: ChallengeChannel) => () => ({ challenge: { session: 's1', userId: 'u2', channel } });

  test('is for who is signed in; a visitor signs in [AUT-13:add]', async () => {
    await openRoute(addAccount, path, { path });
    await waitFor(() => expect(sentTo()).toBe('/sign-in'));
    await openRoute(addAccount, path, { path, viewer: aPerson() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Add an account' })).toBeTruthy();
  });

  test.each([
    ['bob@example.com', ChallengeChannel.EMAIL, '/add-account-verify-email'],
    ['+12025550123', ChallengeChannel.PHONE, '/add-account-verify-phone'],
  ])('by %s it continues on a screen of its own [AUT-13:add]', async (typed, channel, next) => {
    const answers = { startSignIn: challenge(channel) as never };
    const { sent } = await openRoute(addAccount, path, { path, viewer: aPerson(), answers });
    fireEvent.change(await screen.findByLabelText('Email or phone'), { target: { value: typed } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Continue' })));
    await waitFor(() => expect(sentTo()).toBe(`${next}?addNewAccount=1&session=s1&userId=u2`));
    expect(sent('startSignIn').at(-1)).toMatchObject({ intent: { addNewAccount: true } });
  });

  test('its waiting screens go back to it, and send that an account is added [AUT-13:add]', async () => {
    const query = '?addNewAccount=1&session=s1&userId=u2';
    const email = { default: AddAccountVerifyEmailRoute };
    const waiting = { checkEmailVerification: () => ({ verified: false }) };
    await openRoute(email, `/a${query}`, { path: '/a', answers: waiting });
    const back = await screen.findByRole('link', { name: 'Use another email' });
    expect(back.getAttribute('href')).toBe('/add-account?addNewAccount=1');
    const phone = { default: AddAccountVerifyPhoneRoute };
    const wrong = refusing(Code.InvalidArgument, { message: 'Invalid or Expired Code' });
    const { sent } = await openRoute(phone, `/a${query}`, { path: '/a', answers: { verifyCode: wrong } });
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
    await waitFor(() => expect(sent('verifyCode').at(-1)).toMatchObject({ addNewAccount: true }));
  });
});

const STEPS = [
  [chooser, '/onboarding', 'Welcome to Marquee'],
  [fullName, '/onboarding/fullname', 'What is your name?'],
  [talents, '/onboarding/talents', 'What do you do?'],
  [location, '/onboarding/location', 'Where are you?'],
] as const;
const fresh = aPerson({ isOnboarding: true, consumerType: ConsumerType.UNSPECIFIED });
const lover = aPerson({ isOnboarding: true });
const pro = aPerson({ isOnboarding: true, consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.COMPANY });

describe.each(STEPS)('step %#', (route, path, title) => {
  const open = (viewer?: ReturnType<typeof aPerson>) =>
    openRoute(route, path, { path, viewer, answers: { getCurrentUser: () => ({ user: viewer }) } });

  test('sends a visitor to sign in and back [ONB-02]', async () => {
    await open();
    await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: path })}`));
  });

  test('sends viewers who are not onboarding home [ONB-02]', async () => {
    await open(aPerson());
    await waitFor(() => expect(sentTo()).toBe('/'));
  });

  test('is shown to a Pro, and to others when it is theirs [ONB-01:steps]', async () => {
    await open(pro);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const forLovers = path === '/onboarding' || path === '/onboarding/fullname';
    await open(lover);
    if (forLovers) expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    else await waitFor(() => expect(sentTo()).toBe('/onboarding/fullname'));
    await open(fresh);
    if (path === '/onboarding') expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    else await waitFor(() => expect(sentTo()).toBe('/onboarding'));
  });
});

test('the steps that are counted: three for a Pro, one for a Movie Lover [ONB-01:steps]', async () => {
  const counted = async (route: (typeof STEPS)[number], viewer: ReturnType<typeof aPerson>) => {
    await openRoute(route[0], route[1], {
      path: route[1],
      viewer,
      answers: { getCurrentUser: () => ({ user: viewer }) },
    });
    await screen.findByRole('heading', { level: 1 });
    return screen.queryByText(/^Step \d of \d$/)?.textContent;
  };
  expect(await counted(STEPS[0], pro)).toBeUndefined();
  expect(await counted(STEPS[1], pro)).toBe('Step 1 of 3');
  expect(await counted(STEPS[2], pro)).toBe('Step 2 of 3');
  expect(await counted(STEPS[3], pro)).toBe('Step 3 of 3');
  expect(await counted(STEPS[1], lover)).toBe('Step 1 of 1');
});

test('own credits are for who is signed in; a visitor signs in first and comes back [FLM-05:consent]', async () => {
  await openRoute(credits, '/credits', { path: '/credits' });
  await waitFor(() => expect(sentTo()).toBe('/sign-in?returnTo=%2Fcredits'));
  const answers = { listOwnCredits: () => ({ credits: [aClaim({ filmTitle: 'Low Tide', named: true })] }) };
  const { sent } = await openRoute(credits, '/credits', { path: '/credits', viewer: aPerson(), answers });
  expect(await screen.findByText('Low Tide')).toBeTruthy();
  expect(sent('listOwnCredits')).toEqual([expect.objectContaining({ pageSize: 50, cursor: '' })]);
});

const invited = {
  ...{ filmId: 'f1', filmTitle: 'Low Tide', filmVisible: false, inviterName: 'Maeve Byrne' },
  entry: aCrewEntry(),
};
const openInvited = (more: Answers) =>
  openRoute(credits, '/credits?invitation=i1.signature', {
    ...{ path: '/credits', viewer: aPerson() },
    answers: { listOwnCredits: () => ({}), getInvitedCredit: () => invited, ...more },
  });
const ASKED =
  'Maeve Byrne named Inês Carvalho in the crew of “Low Tide”: Directed by, Director. The film is not published yet.';

test('who was invited by mail sees who asks what, and claims it, before the film is released [FLM-05:invited]', async () => {
  const claimCredit = inTurn<unknown[], unknown>(failing, () => ({ claim: aClaim() }));
  const { sent } = await openInvited({ claimCredit: claimCredit as never });
  expect(await screen.findByText(ASKED)).toBeTruthy();
  const claim = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'This is me' })));
  await claim();
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to send your claim. Please try again later.');
  await claim();
  expect(await screen.findByText(/Your claim was sent/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent('getInvitedCredit')).toEqual([expect.objectContaining({ invitationToken: 'i1.signature' })]);
  expect(sent('claimCredit').at(-1)).toMatchObject({ filmId: 'f1', crewId: 'c1', invitationToken: 'i1.signature' });
});

test('an invitation that has ended says so, and one that was answered says how [FLM-05:invited]', async () => {
  await openInvited({ getInvitedCredit: refusing(Code.NotFound) });
  expect(await screen.findByText('This invitation does not exist any more.')).toBeTruthy();
  await openInvited({ getInvitedCredit: () => ({ ...invited, claim: aClaim({ state: ClaimState.ACCEPTED }) }) });
  expect(await screen.findByText('This credit is yours.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'This is me' })).toBeNull();
  // What the maker asks by name is answered in the list.
  await openInvited({
    getInvitedCredit: () => ({ ...invited, claim: aClaim({ named: true }) }),
    listOwnCredits: () => ({ credits: [aClaim({ filmTitle: 'Low Tide', named: true })] }),
  });
  expect(await screen.findByText('Low Tide')).toBeTruthy();
  expect(screen.queryByText('Is this you?')).toBeNull();
  await openInvited({ getInvitedCredit: refusing(Code.Unavailable) });
  expect(await screen.findByText('This part of Marquee is not available right now.')).toBeTruthy();
});
