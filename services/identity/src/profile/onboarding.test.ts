import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import type { UpdateProfileRequestSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { newId } from '@marquee/data/ids';
import type { UpdateProfile } from '@marquee/rules/profile';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';
import { type OnboardingAccount, progressOf } from './onboarding.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

let people = 0;
/** Somebody who has just made an account, without a name by default. */
async function newcomer(name?: { firstName: string; lastName: string }) {
  people += 1;
  const email = `newcomer${people}@example.com`;
  const browser = identity.browser();
  const { challenge } = name
    ? await browser.startCreateAccount({ email, ...name })
    : await browser.startLaunchSignIn({ email, getStart: true });
  const { linkToken } = await identity.message(challenge);
  const { next } = await browser.confirmLink({ token: linkToken });
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('not signed in');
  const profile = identity.profile(viewer);
  const update = (fields: MessageInitShape<typeof UpdateProfileRequestSchema>) =>
    profile.updateProfile({ requestId: newId(), ...fields });
  return { next, viewer, browser, profile, update, email };
}

const PRO = { consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL };
const NAME = { firstName: ' Ada ', lastName: ' Lovelace ' };

test('a Movie Lover chooses the type, gives the name, and is done on the home page [ONB-01:core]', async () => {
  const { next, viewer, browser, update } = await newcomer();
  expect(next).toBe('/onboarding');
  expect(viewer).toMatchObject({ onboarding: true, consumerType: 'UNSPECIFIED' });
  const chosen = await update({ consumerType: ConsumerType.MOVIE_LOVER });
  expect(chosen).toMatchObject({ next: '/onboarding/fullname', user: { isOnboarding: true } });
  const named = await update(NAME);
  expect(named).toMatchObject({ next: '/', user: { isOnboarding: false, firstName: 'Ada', lastName: 'Lovelace' } });
  expect(await browser.viewer()).toMatchObject({ onboarding: false, consumerType: 'MOVIE_LOVER' });
});

test.each([
  ['Individual', AccountType.INDIVIDUAL, ['Director', 'Editor']],
  ['Company', AccountType.COMPANY, ['Film Studio']],
])(
  'an Entertainment Pro (%s) goes through name, talents and location to EOHub [ONB-01]',
  async (_name, type, talents) => {
    const { update } = await newcomer(NAME);
    const steps = [
      await update({ consumerType: ConsumerType.ENTERTAINMENT_PRO, type }),
      await update(NAME),
      await update({ talents: { talents } }),
      await update({ country: 'PT', state: '', city: 'Lisbon' }),
    ];
    expect(steps.map(({ next }) => next)).toEqual([
      '/onboarding/fullname',
      '/onboarding/talents',
      '/onboarding/location',
      '/eohub',
    ]);
    expect(steps.map(({ user }) => user?.isOnboarding)).toEqual([true, true, true, false]);
    expect(steps[3]?.user).toMatchObject({ type, talents, country: 'PT', city: 'Lisbon' });
  },
);

test('b2b is never a choice, nor is a Pro of no type [ONB-01:core]', async () => {
  const { update } = await newcomer(NAME);
  await expect(update({ consumerType: ConsumerType.B2B })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    message: 'Please choose Movie Lover or Entertainment Pro.',
  });
  await expect(update({ ...PRO, type: AccountType.UNSPECIFIED })).rejects.toMatchObject({
    message: 'Please choose Individual or Company.',
  });
  const half = await update({ consumerType: ConsumerType.ENTERTAINMENT_PRO });
  expect(await update(NAME)).toMatchObject({ next: '/onboarding', user: { isOnboarding: true } });
  expect(half.user?.type).toBe(AccountType.UNSPECIFIED);
});

test('a step that is left out is asked for before the end [ONB-01:core]', async () => {
  const { update } = await newcomer(NAME);
  await update(PRO);
  expect(await update({ country: 'PT' })).toMatchObject({ next: '/onboarding/talents', user: { isOnboarding: true } });
  expect(await update({ talents: { talents: ['Actor'] } })).toMatchObject({ next: '/onboarding/location' });
});

test('somebody who comes back continues where they left [ONB-02:core]', async () => {
  const { update, browser, email } = await newcomer(NAME);
  await update(PRO);
  await update({ talents: { talents: ['Actor'] } });
  const { challenge } = await browser.startSignIn({ email, intent: { returnTo: '/rewards' } });
  const { linkToken } = await identity.message(challenge);
  expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ next: '/onboarding/location' });
});

test('a person who finished onboarding is not sent back into it [ONB-02:core]', async () => {
  const { id } = await identity.anAccount();
  const profile = identity.profile(viewers.movieLover({ accountId: id }));
  expect(await profile.updateProfile({ requestId: newId(), firstName: 'Augusta' })).toMatchObject({
    next: '/',
    user: { isOnboarding: false, firstName: 'Augusta', lastName: 'Lovelace' },
  });
  await expect(profile.updateProfile({ requestId: newId(), isOnboarding: true })).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});

test('names are trimmed and required [ONB-03]', async () => {
  const { update } = await newcomer();
  await expect(update({ firstName: '  ', lastName: '' })).rejects.toMatchObject({
    fields: [
      { field: 'firstName', message: 'Please provide your legal first name' },
      { field: 'lastName', message: 'Please provide your legal last name' },
    ],
  });
  const { user } = await update(NAME);
  expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' });
});

test('talents are one to four, of the list of their type [ONB-04]', async () => {
  const { update } = await newcomer(NAME);
  await update(PRO);
  const choose = (...talents: string[]) => update({ talents: { talents } });
  await expect(choose()).rejects.toMatchObject({ message: 'Please select at least 1 skill.' });
  await expect(choose('Actor', 'Editor', 'Model', 'Singer', 'Dancer')).rejects.toMatchObject({
    message: 'Please select at most 4 skills.',
  });
  await expect(choose('Film Studio')).rejects.toMatchObject({ message: 'Please select your skills from the list.' });
  await expect(choose('Wizard')).rejects.toMatchObject({ message: 'Please select your skills from the list.' });
  await expect(choose('Actor', 'Actor')).rejects.toMatchObject({ code: Code.InvalidArgument });
  const { user } = await choose('Actor', 'Editor', 'Model', 'Festival Director');
  expect(user?.talents).toEqual(['Actor', 'Editor', 'Model', 'Festival Director']);
});

test('changing between Individual and Company clears the talents [ONB-05]', async () => {
  const { update, profile } = await newcomer(NAME);
  await update(PRO);
  await update({ talents: { talents: ['Actor'] } });
  expect((await update(PRO)).user?.talents).toEqual(['Actor']);
  const { user } = await update({ type: AccountType.COMPANY });
  expect(user).toMatchObject({ type: AccountType.COMPANY, talents: [] });
  expect((await profile.getCurrentUser({})).user?.talents).toEqual([]);
  expect((await update({ country: 'PT' })).next).toBe('/onboarding/talents');

  await update({ talents: { talents: ['Cinema'] } });
  const lover = await update({ consumerType: ConsumerType.MOVIE_LOVER });
  expect(lover.user).toMatchObject({ type: AccountType.UNSPECIFIED, talents: [] });
});

test('a place is a country of the list; city and state are optional, 30 characters at most [ONB-06]', async () => {
  const { update } = await newcomer(NAME);
  await update(PRO);
  await expect(update({ country: 'Portugal' })).rejects.toMatchObject({
    message: 'Please select a country from the list.',
  });
  for (const field of ['city', 'state']) {
    await expect(update({ country: 'PT', [field]: 'x'.repeat(31) })).rejects.toMatchObject({
      fields: [{ field, message: 'Please enter at most 30 characters.' }],
    });
  }
  const { user } = await update({ country: 'PT', city: 'x'.repeat(30), state: ` ${'y'.repeat(30)} ` });
  expect(user).toMatchObject({ country: 'PT', city: 'x'.repeat(30), state: 'y'.repeat(30) });
  expect((await update({ country: 'ES' })).user).toMatchObject({ country: 'ES' });
});

test('onboarding that lacks something cannot be declared complete [ONB-07]', async () => {
  const { update } = await newcomer(NAME);
  await expect(update({ isOnboarding: false })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'ONBOARDING_INCOMPLETE',
    message: 'Failed to complete onboarding. Please try again later or contact support.',
  });
  await update({ consumerType: ConsumerType.MOVIE_LOVER });
  expect(await update({ isOnboarding: false })).toMatchObject({ next: '/', user: { isOnboarding: false } });
});

test('a retried update has one effect and one answer; its id is not good for another', async () => {
  const { update, viewer } = await newcomer(NAME);
  const versions = async () => (await identity.events()).filter(({ key }) => key === viewer.accountId).length;
  const request = { requestId: crypto.randomUUID(), ...PRO };
  const first = await update(request);
  const count = await versions();
  expect(await update(request)).toEqual(first);
  expect(await versions()).toBe(count);
  await expect(update({ ...request, firstName: 'Eve' })).rejects.toMatchObject({ reason: 'REQUEST_ID_REUSED' });
});

test('each change is published with a rising version, and concurrent changes are all kept', async () => {
  const { update, viewer } = await newcomer(NAME);
  await update(PRO);
  await Promise.all([update({ firstName: 'Augusta' }), update({ city: 'London' }), update({ union: 'Equity' })]);
  const published = (await identity.events()).filter(
    ({ key, type }) => key === viewer.accountId && type === 'ProfileChanged',
  );
  expect(published.map(({ version }) => version)).toEqual([2n, 3n, 4n, 5n, 6n]);
  expect(published.at(-1)?.message).toMatchObject({ person: { firstName: 'Augusta', version: 6n } });
  expect((await update({})).user).toMatchObject({ firstName: 'Augusta', city: 'London', union: 'Equity' });
});

test('a visitor has no profile to read or change', async () => {
  const profile = identity.profile(viewers.visitor() as never);
  await expect(profile.getCurrentUser({})).rejects.toMatchObject({ code: Code.Unauthenticated });
  await expect(profile.updateProfile({})).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('an account that does not exist has no profile', async () => {
  const profile = identity.profile(viewers.movieLover({ accountId: newId() }));
  const refusal = { code: Code.NotFound, reason: 'ACCOUNT_NOT_FOUND' };
  await expect(profile.getCurrentUser({})).rejects.toMatchObject(refusal);
  await expect(profile.updateProfile({ requestId: newId(), bio: 'x' })).rejects.toMatchObject(refusal);
});

const NOBODY = { consumerType: null, accountType: null, firstName: '', lastName: '', talents: [], country: '' };
const LOVER = { ...NOBODY, consumerType: 'MOVIE_LOVER' };
const STARTED = { ...NOBODY, consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL' };
const NAMED = { firstName: 'Ada', lastName: 'Lovelace' };
const WHOLE = { ...STARTED, ...NAMED, talents: ['Actor'], country: 'PT' };

test.each<[string, OnboardingAccount, UpdateProfile, string | undefined, string]>([
  ['a Movie Lover with a name', { ...LOVER, ...NAMED }, NAMED, undefined, '/'],
  ['a person of a business', { ...WHOLE, consumerType: 'B2B' }, { country: 'PT' }, undefined, '/'],
  ['a pro whose last step is filled in', WHOLE, { country: 'PT' }, undefined, '/eohub'],
  ['a pro who declares the end', WHOLE, { isOnboarding: false }, undefined, '/eohub'],
  ['a pro who changes something else', WHOLE, { bio: 'x' }, '/onboarding/location', ''],
  ['a pro who changes half of the name', WHOLE, { firstName: 'Ada' }, '/onboarding/location', ''],
  ['a pro who gives the type alone', STARTED, { type: 'INDIVIDUAL' }, '/onboarding/fullname', ''],
  ['a type that is not known yet', { ...NOBODY, ...NAMED }, { type: 'COMPANY' }, '/onboarding', ''],
  ['a first name alone', { ...STARTED, firstName: 'Ada' }, { firstName: 'Ada' }, '/onboarding/fullname', ''],
  ['a last name alone', { ...WHOLE, firstName: '' }, { lastName: 'Lovelace' }, '/onboarding/fullname', ''],
  ['a name that is not whole', { ...STARTED, firstName: 'Ada' }, NAMED, '/onboarding/fullname', ''],
  ['a name', { ...STARTED, ...NAMED }, NAMED, '/onboarding/talents', ''],
  ['talents before the name', { ...STARTED, talents: ['Actor'] }, { talents: ['Actor'] }, '/onboarding/fullname', ''],
  ['talents', { ...STARTED, ...NAMED, talents: ['Actor'] }, { talents: ['Actor'] }, '/onboarding/location', ''],
  ['the place before talents', { ...WHOLE, talents: [] }, { country: 'PT' }, '/onboarding/talents', ''],
  ['the end without a place', { ...WHOLE, country: '' }, { isOnboarding: false }, '/onboarding/location', ''],
])('onboarding after %s continues, or is done [ONB-01]', (_, account, update, next, done) => {
  expect(progressOf(account, update)).toMatchObject(
    next === undefined ? { done: true, next: done } : { done: false, next },
  );
});

test('a person of a business keeps the type of their account', async () => {
  const { id } = await identity.anAccount({ consumerType: 'B2B', accountType: 'COMPANY' });
  const profile = identity.profile(viewers.company({ accountId: id }));
  const { user } = await profile.updateProfile({ requestId: newId(), bio: 'We buy.' });
  expect(user).toMatchObject({ consumerType: ConsumerType.B2B, type: AccountType.COMPANY, bio: 'We buy.' });
});
