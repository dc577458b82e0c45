import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import * as auth from './auth.tsx';
import * as createAccount from './create-account.tsx';
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
])('whoever is signed in goes from %s to %s [AUT-05]', async (at, to) => {
  await openRoute(auths, at, { path: '/auth', viewer: aPerson() });
  await waitFor(() => expect(sentTo()).toBe(to));
});

describe.each([
  ['/sign-in', signIn, 'Sign in'],
  ['/sign-in/email', signInEmail, 'Sign in by email'],
  ['/create-account', createAccount, 'Create account'],
])('%s', (path, route, title) => {
  test('is for visitors; whoever is signed in goes on to where they were going', async () => {
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

  test('sends whoever is not onboarding home [ONB-02]', async () => {
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
