import { Code } from '@connectrpc/connect';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('sign-in asks for an email or a phone [AUT-01:core]', async () => {
  await expect(identity.browser().startSignIn({})).rejects.toMatchObject({
    code: Code.InvalidArgument,
    message: 'Please enter your email or phone.',
    fields: [{ field: 'email', message: 'Please enter your email or phone.' }],
  });
});

test('sign-in refuses what is neither an email nor a phone number', async () => {
  const browser = identity.browser();
  await expect(browser.startSignIn({ email: 'ada@' })).rejects.toMatchObject({
    message: 'Please enter a valid email.',
  });
  await expect(browser.startSignIn({ phoneNumber: '12' })).rejects.toMatchObject({
    message: 'Please enter a valid phone number.',
  });
});

test('starting gives a challenge and a cookie, and signs nobody in [AUT-06]', async () => {
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  expect(challenge).toMatchObject({ username: email, channel: ChallengeChannel.EMAIL });
  expect(challenge?.session).toMatch(ids);
  expect(challenge?.userId).toMatch(ids);
  expect(browser.cookies.challenge).toMatch(/^[\w-]{43}$/);
  expect(browser.cookies.session).toBe('');

  const created = identity.browser();
  const { challenge: creation } = await created.startCreateAccount({
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
  });
  expect(creation).toMatchObject({ username: 'grace@example.com', channel: ChallengeChannel.EMAIL });
  expect(creation?.session).toMatch(ids);
  expect(created.cookies.session).toBe('');
  expect(await identity.db.query("SELECT 1 FROM accounts WHERE email = 'grace@example.com'")).toEqual([]);
});

test('an email is the same in any case, with spaces around it', async () => {
  const { email } = await identity.anAccount({ email: 'Case@Example.com' });
  const { challenge } = await identity.browser().startSignIn({ email: '  cAsE@eXample.com ' });
  expect(challenge?.username).toBe(email.toLowerCase());
});

test("an email without an account is answered with 'no account' [AUT-11:core]", async () => {
  await expect(identity.browser().startSignIn({ email: 'nobody@example.com' })).rejects.toMatchObject({
    code: Code.NotFound,
    reason: 'NO_ACCOUNT',
    message: expect.stringContaining('no account'),
  });
});

test('a phone number without an account is answered as an email without one is, and nothing is sent [AUT-11:core]', async () => {
  const { phone = '' } = await identity.anAccount({ phone: '+12025550101' });
  const browser = identity.browser();
  const before = await identity.db.query('SELECT 1 FROM challenges');
  const refusal = (given: object) => browser.startSignIn(given).catch((error) => error);
  const [byPhone, byEmail] = [
    await refusal({ phoneNumber: '+12025550199' }),
    await refusal({ email: 'nobody@example.com' }),
  ];
  expect(byPhone).toMatchObject({ reason: 'NO_ACCOUNT', message: 'There is no account with this phone number.' });
  expect([byPhone.code, byPhone.reason, byPhone.metadata]).toEqual([byEmail.code, byEmail.reason, byEmail.metadata]);
  expect(browser.cookies.challenge).toBe('');
  expect(await identity.db.query('SELECT 1 FROM challenges')).toHaveLength(before.length);

  const { challenge } = await browser.startSignIn({ phoneNumber: phone });
  expect(await identity.message(challenge)).toMatchObject({ ended: false, phoneNumber: phone });
});

test('the user id of a challenge tells nobody which account an address has [AUT-20:core]', async () => {
  const { email, id } = await identity.anAccount();
  const first = await identity.browser().startSignIn({ email });
  const second = await identity.browser().startSignIn({ email });
  expect(first.challenge?.userId).not.toBe(id);
  expect(second.challenge?.userId).not.toBe(first.challenge?.userId);
});

test('phone numbers are normalised, +1 in front by default [AUT-03]', async () => {
  await identity.anAccount({ phone: '+12025550142' });
  const { challenge } = await identity.browser().startSignIn({ phoneNumber: ' (202) 555-0142 ' });
  expect(challenge).toMatchObject({ username: '+12025550142', channel: ChallengeChannel.PHONE });

  const abroad = await identity.browser().startCreateAccount({
    phoneNumber: '(20) 7946-0958',
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'GB',
  });
  expect(abroad.challenge?.username).toBe('+442079460958');
});

test('account creation wants email or phone, names and a country of the list [AUT-04:core]', async () => {
  const browser = identity.browser();
  const given = { email: 'new@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const refusal = async (change: object) =>
    browser.startCreateAccount({ ...given, ...change }).then(
      () => [],
      (error) => error.fields,
    );
  expect(await refusal({ email: '' })).toEqual([{ field: 'email', message: 'Please enter your email or phone.' }]);
  expect(await refusal({ firstName: ' ' })).toEqual([
    { field: 'firstName', message: 'Please provide your legal first name' },
  ]);
  expect(await refusal({ lastName: '' })).toEqual([
    { field: 'lastName', message: 'Please provide your legal last name' },
  ]);
  expect(await refusal({ country: 'ZZ' })).toEqual([
    { field: 'country', message: 'Please select a country from the list.' },
  ]);
  expect(await refusal({})).toEqual([]);
});

test('account creation answers as sign-in does, for an email and for a phone, with the same phone rule [AUT-04]', async () => {
  const { email, phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550178' });
  const shape = ({ challenge }: { challenge?: object }) =>
    Object.entries({ ...challenge }).map(([field, value]) => [field, typeof value]);
  const name = { firstName: 'Ada', lastName: 'Lovelace' };
  const create = (given: object) => identity.browser().startCreateAccount({ ...name, ...given });

  const mailed = await create({ email: 'reply@example.com' });
  expect(shape(mailed)).toEqual(shape(await identity.browser().startSignIn({ email })));
  expect(mailed.challenge).toMatchObject({ username: 'reply@example.com', channel: ChallengeChannel.EMAIL });
  const texted = await create({ phoneNumber: '(202) 555-0179' });
  expect(shape(texted)).toEqual(shape(await identity.browser().startSignIn({ phoneNumber })));
  expect(texted.challenge).toMatchObject({ username: '+12025550179', channel: ChallengeChannel.PHONE });

  await expect(create({ email: '', phoneNumber: '' })).rejects.toMatchObject({
    fields: [{ field: 'email', message: 'Please enter your email or phone.' }],
  });
  for (const missing of ['firstName', 'lastName']) {
    await expect(create({ email: 'x@example.com', [missing]: '' })).rejects.toMatchObject({
      fields: [{ field: missing }],
    });
  }
  const browser = identity.browser();
  const both = await browser.startCreateAccount({ ...name, email: 'first@example.com', phoneNumber: '+12025550180' });
  expect(both.challenge).toMatchObject({ username: 'first@example.com', channel: ChallengeChannel.EMAIL });
  const { linkToken } = await identity.message(both.challenge);
  const { user } = await browser.confirmLink({ token: linkToken });
  expect(user).toMatchObject({ ...name, email: 'first@example.com', phone: '+12025550180', country: 'US' });
});

test('with both given, the email is what is verified, and the country is the United States by default [AUT-04:both]', async () => {
  const browser = identity.browser();
  const { challenge } = await browser.startCreateAccount({
    email: 'both@example.com',
    phoneNumber: '202-555-0177',
    firstName: ' Ada ',
    lastName: 'Lovelace',
  });
  expect(challenge).toMatchObject({ username: 'both@example.com', channel: ChallengeChannel.EMAIL });
  const { linkToken, createsAccount } = await identity.message(challenge);
  expect(createsAccount).toBe(true);
  expect(await identity.browser().inspectLink({ token: linkToken })).toMatchObject({ createsAccount: true });
  const { user } = await browser.confirmLink({ token: linkToken });
  expect(user).toMatchObject({
    email: 'both@example.com',
    phone: '+12025550177',
    firstName: 'Ada',
    country: 'US',
    isOnboarding: true,
  });

  const byPhone = identity.browser().startSignIn({ phoneNumber: '+12025550177' });
  await expect(byPhone).rejects.toMatchObject({ reason: 'NO_ACCOUNT' });
});

test("an email that is taken is refused with the server's text [AUT-12:core]", async () => {
  const { email } = await identity.anAccount();
  const creation = identity.browser().startCreateAccount({ email, firstName: 'Eve', lastName: 'Other' });
  await expect(creation).rejects.toMatchObject({ reason: 'EMAIL_IN_USE', message: 'Email address already in use.' });
});

test('a phone number that is taken is refused as an email is: nothing is sent, and nobody can sign in by it [AUT-12:core]', async () => {
  const { phone: phoneNumber = '', email } = await identity.anAccount({ phone: '+12025550111' });
  const browser = identity.browser();
  const before = await identity.db.query('SELECT 1 FROM challenges');
  const name = { firstName: 'Eve', lastName: 'Other' };
  const refusal = (given: object) => browser.startCreateAccount({ ...name, ...given }).catch((error) => error);
  const [byPhone, byEmail] = [await refusal({ phoneNumber }), await refusal({ email })];
  expect(byPhone).toMatchObject({
    reason: 'PHONE_IN_USE',
    message: 'That phone number is already used. Please sign in instead.',
  });
  expect([byPhone.code, byPhone.metadata]).toEqual([byEmail.code, byEmail.metadata]);
  expect(browser.cookies.challenge).toBe('');
  expect(await identity.db.query('SELECT 1 FROM challenges')).toHaveLength(before.length);

  // Beside an email it proves nothing, and whether it has an account is not looked at.
  const { challenge } = await browser.startCreateAccount({ ...name, email: 'eve@example.com', phoneNumber });
  expect(challenge).toMatchObject({ username: 'eve@example.com', channel: ChallengeChannel.EMAIL });
});

describe('the variant of launch festivals and get-started pages', () => {
  test('asks for an email [AUT-02:core]', async () => {
    await expect(identity.browser().startLaunchSignIn({ getStart: true })).rejects.toMatchObject({
      message: 'Please enter your email.',
    });
  });

  test('signs in who has an account, and keeps the flag [AUT-15:flag]', async () => {
    const { email, id } = await identity.anAccount();
    const browser = identity.browser();
    const { challenge } = await browser.startLaunchSignIn({ email, fromLaunchFestival: true });
    const { linkToken } = await identity.message(challenge);
    expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ user: { id }, next: '/user/orgs' });
  });

  test('makes an account for who has none, with the same reply [AUT-15:flag]', async () => {
    const { email } = await identity.anAccount();
    const known = await identity.browser().startLaunchSignIn({ email, getStart: true });
    const browser = identity.browser();
    const fresh = await browser.startLaunchSignIn({ email: 'fresh@example.com', getStart: true });
    expect(Object.keys({ ...fresh.challenge })).toEqual(Object.keys({ ...known.challenge }));
    const { linkToken } = await identity.message(fresh.challenge);
    expect(await browser.confirmLink({ token: linkToken })).toMatchObject({
      user: { email: 'fresh@example.com', isOnboarding: true },
      next: '/onboarding',
    });
  });

  test('is refused without a flag [AUT-15:flag]', async () => {
    await expect(identity.browser().startLaunchSignIn({ email: 'a@example.com' })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  });
});
