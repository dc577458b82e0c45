import { Code } from '@connectrpc/connect';
import { AccountStatus } from '@marquee/contracts/identity/v1/account_pb';
import { suspendAccount } from '../account/suspend-account.ts';
import { type IdentityUnderTest, identityService, type TestBrowser } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

let numbers = 0;
async function started(browser: TestBrowser = identity.browser()) {
  numbers += 1;
  const account = await identity.anAccount({ phone: `+120255501${String(numbers).padStart(2, '0')}` });
  const phoneNumber = account.phone ?? '';
  const { challenge } = await browser.startSignIn({ phoneNumber });
  if (!challenge) throw new Error('no challenge');
  const { code } = await identity.message(challenge);
  const { session, userId } = challenge;
  const verify = (typed: string, by = browser) => by.verifyCode({ session, phoneNumber, code: typed });
  return { account, browser, session, userId, phoneNumber, code, verify };
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const INVALID = { code: Code.InvalidArgument, reason: 'CODE_INVALID', message: 'Invalid or Expired Code' };
const sessionsOf = (accountId: string) =>
  identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1', [accountId]);

test('the right code signs in the browser that started and returns the user with status [AUT-08:core AUT-21:code]', async () => {
  const { account, browser, code, verify } = await started();
  expect(code).toMatch(/^\d{6}$/);
  const { user, next } = await verify(code);
  expect(user).toMatchObject({ id: account.id, status: AccountStatus.ACTIVE });
  expect(next).toBe('/');
  expect(await browser.viewer()).toMatchObject({ accountId: account.id });
});

test('a code may be typed with spaces, and adding an account leads to the settings [AUT-21:code]', async () => {
  const { browser, session, phoneNumber, code } = await started();
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect(await browser.verifyCode({ session, phoneNumber, code: spaced, addNewAccount: true })).toMatchObject({
    next: '/settings',
  });
});

test('a phone challenge may be met by user id and code [AUT-21:phone]', async () => {
  const { account, browser, userId, code } = await started();
  await expect(browser.verifyPhoneCode({ userId, code: wrong(code) })).rejects.toMatchObject(INVALID);
  expect(await browser.verifyPhoneCode({ userId, code })).toMatchObject({ user: { id: account.id }, next: '/' });
});

test("an empty code, a missing session and a wrong code have the specification's texts [AUT-08:core]", async () => {
  const { browser, code, verify } = await started();
  await expect(verify(' ')).rejects.toMatchObject({
    message: 'Please enter the code',
    fields: [{ field: 'code', message: 'Please enter the code' }],
  });
  await expect(browser.verifyCode({ code })).rejects.toMatchObject({ message: 'Session has expired.' });
  await expect(browser.verifyCode({ session: 'nonsense', code })).rejects.toMatchObject({
    message: 'Session has expired.',
  });
  await expect(browser.verifyPhoneCode({ userId: crypto.randomUUID(), code })).rejects.toMatchObject({
    message: 'Session has expired.',
  });
  await expect(verify(wrong(code))).rejects.toMatchObject(INVALID);
});

test('a code that is right but refused says why: its screen shows the message below Error [AUT-08:refused]', async () => {
  const suspended = await started();
  await suspendAccount(identity.resources, { accountId: suspended.account.id, reason: 'spam' });
  await expect(suspended.verify(suspended.code)).rejects.toMatchObject({
    reason: 'ACCOUNT_SUSPENDED',
    message: 'This account is suspended. Please contact support.',
    fields: [],
  });
  const staff = await identity.anAccount({ phone: '+12025550188', roles: ['ADMIN'] });
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ phoneNumber: staff.phone });
  const { code } = await identity.message(challenge);
  await expect(browser.verifyCode({ session: challenge?.session, code })).rejects.toMatchObject({
    message: 'Staff sign in with a passkey.',
  });
});

test('a code that is replaced between its check and the sign-in meets nothing [AUT-19:code]', async () => {
  const { browser, session, phoneNumber, code, account } = await started();
  const [first, second] = await Promise.allSettled([
    browser.verifyCode({ session, phoneNumber, code }),
    browser.resendChallenge({ session, phoneNumber }),
  ]);
  // Whichever came first, the account has at most the one session of a code that was valid when it was used.
  expect([first.status, second.status]).toContain('fulfilled');
  expect((await sessionsOf(account.id)).length).toBe(first.status === 'fulfilled' ? 1 : 0);
});

test('a code has five tries: the right one comes too late as the sixth [AUT-19:code]', async () => {
  const { account, code, verify } = await started();
  for (let tries = 0; tries < 5; tries++) await expect(verify(wrong(code))).rejects.toMatchObject(INVALID);
  await expect(verify(code)).rejects.toMatchObject(INVALID);
  expect(await sessionsOf(account.id)).toEqual([]);
});

test('five guesses at once are five guesses [AUT-19:code]', async () => {
  const { code, verify } = await started();
  await Promise.allSettled(Array.from({ length: 5 }, () => verify(wrong(code))));
  await expect(verify(code)).rejects.toMatchObject(INVALID);
});

test('the fifth try may still be right [AUT-19:code]', async () => {
  const { account, code, verify } = await started();
  for (let tries = 0; tries < 4; tries++) await expect(verify(wrong(code))).rejects.toMatchObject(INVALID);
  expect(await verify(code)).toMatchObject({ user: { id: account.id } });
});

test('a code lives for ten minutes [AUT-19:code]', async () => {
  const { code, verify } = await started();
  identity.clock.advance(10 * 60_000 - 1);
  const late = await started();
  expect(await verify(code)).toMatchObject({ next: '/' });
  identity.clock.advance(10 * 60_000);
  await expect(late.verify(late.code)).rejects.toMatchObject(INVALID);
});

test('a code works only in the browser that started [AUT-20:code]', async () => {
  const { account, session, userId, phoneNumber, code } = await started();
  const thief = identity.browser();
  await expect(thief.verifyCode({ session, phoneNumber, code })).rejects.toMatchObject({
    message: 'Session has expired.',
  });
  await thief.startSignIn({ phoneNumber });
  await expect(thief.verifyPhoneCode({ userId, code })).rejects.toMatchObject({ message: 'Session has expired.' });
  expect(await sessionsOf(account.id)).toEqual([]);
});

test('guesses from elsewhere do not use up the tries [AUT-19:code]', async () => {
  const { session, phoneNumber, code, verify } = await started();
  const thief = identity.browser();
  for (let tries = 0; tries < 6; tries++) {
    await expect(thief.verifyCode({ session, phoneNumber, code: wrong(code) })).rejects.toMatchObject({
      message: 'Session has expired.',
    });
  }
  expect(await verify(code)).toMatchObject({ next: '/' });
});

test('two right codes at once make one session, and a retry gets the same [AUT-20:code]', async () => {
  const { account, browser, code, verify } = await started();
  await Promise.all([verify(code), verify(code)]);
  const first = browser.cookies.session;
  await verify(code);
  expect(browser.cookies.session).toBe(first);
  expect(await sessionsOf(account.id)).toHaveLength(1);
});

test("an email challenge is not met by a code, nor another number's by this one", async () => {
  const { account, browser, session, code } = await started();
  await expect(browser.verifyCode({ session, phoneNumber: '+12025550998', code })).rejects.toMatchObject({
    message: 'Session has expired.',
  });
  const byEmail = identity.browser();
  const { challenge } = await byEmail.startSignIn({ email: account.email });
  await expect(
    byEmail.verifyCode({ session: challenge?.session ?? '', email: account.email, code: '123456' }),
  ).rejects.toMatchObject(INVALID);
});

test('an account is made by each phone that is proven, signs in by it, and has no email [AUT-04:core]', async () => {
  for (const phoneNumber of ['+12025550171', '+12025550172']) {
    const browser = identity.browser();
    const { challenge } = await browser.startCreateAccount({ phoneNumber, firstName: 'Ada', lastName: 'Lovelace' });
    const { code, createsAccount } = await identity.message(challenge);
    expect(createsAccount).toBe(true);
    const { user } = await browser.verifyCode({ session: challenge?.session, phoneNumber, code });
    expect(user).toMatchObject({ id: challenge?.userId, phone: phoneNumber, email: '' });
    const again = await identity.browser().startSignIn({ phoneNumber });
    expect(await identity.message(again.challenge)).toMatchObject({ ended: false, createsAccount: false });
  }
  const person = { email: 'no-phone@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const browser = identity.browser();
  const { challenge } = await browser.startCreateAccount(person);
  await browser.confirmLink({ token: (await identity.message(challenge)).linkToken });
  const text =
    "SELECT email, phone FROM accounts WHERE first_name = 'Ada' AND (email IS NULL OR email = $1) ORDER BY phone";
  expect(await identity.db.query(text, [person.email])).toEqual([
    { email: null, phone: '+12025550171' },
    { email: null, phone: '+12025550172' },
    { email: person.email, phone: null },
  ]);
});
