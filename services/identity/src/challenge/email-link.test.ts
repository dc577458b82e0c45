import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { type IdentityUnderTest, identityService, type TestBrowser } from '../testing/identity-service.ts';

const CHROME_PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const EXPIRED = 'Sign in attempt expired. Please send a email and try again.';
const LINK_INVALID =
  'This link is not valid any more. Please go back to the page where you began and ask for a new one.';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

async function started(browser: TestBrowser = identity.browser()) {
  const account = await identity.anAccount();
  const { challenge } = await browser.startSignIn({ email: account.email });
  if (!challenge) throw new Error('no challenge');
  const { linkToken } = await identity.message(challenge);
  return { account, browser, challenge, token: linkToken, waiting: () => waiting(browser, challenge) };
}

const waiting = (browser: TestBrowser, { userId, session }: { userId: string; session: string }) =>
  browser.checkEmailVerification({ userId, session });

const sessionsOf = (accountId: string) =>
  identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1', [accountId]);

/** Everything that the database holds of challenges and sessions, to see that opening the link changes none of it. */
const state = () =>
  identity.db.query(`SELECT to_jsonb(c) AS row FROM challenges c UNION ALL SELECT to_jsonb(s) FROM sessions s
    UNION ALL SELECT to_jsonb(a) FROM accounts a UNION ALL SELECT to_jsonb(o) - 'published_at' FROM outbox o
    ORDER BY 1`);

test('the same browser confirms with the button alone and is signed in [AUT-07:core AUT-20:core]', async () => {
  const { account, browser, token, waiting } = await started();
  expect(await waiting()).toMatchObject({ verified: false, next: '' });
  expect(await browser.inspectLink({ token })).toMatchObject({ sameBrowser: true, createsAccount: false });
  expect(browser.cookies.session).toBe('');

  const { user, next } = await browser.confirmLink({ token });
  expect(user).toMatchObject({ id: account.id, email: account.email, verified: true });
  expect(next).toBe('/');
  expect(await browser.viewer()).toMatchObject({ accountId: account.id });
  expect(await waiting()).toMatchObject({ verified: true, user: { id: account.id }, next: '/' });
});

test('elsewhere the two digits are asked for, and only the browser that started is signed in [AUT-20]', async () => {
  const desktop = identity.browser({ place: { country: 'PT', region: 'Lisboa', city: 'Lisbon' } });
  const { account, browser, challenge, token, waiting } = await started(desktop);
  const startedAt = timestampFromDate(identity.clock.now());
  const phone = identity.browser({ userAgent: CHROME_PHONE, place: { country: 'BR' } });
  identity.clock.advance(60_000);

  const seen = await phone.inspectLink({ token });
  expect(seen).toMatchObject({ sameBrowser: false, device: 'Firefox on Linux', place: 'Lisbon, Portugal', startedAt });
  expect(await identity.message(challenge)).toMatchObject({ device: seen.device, place: seen.place, startedAt });
  expect(seen.account).toMatch(/^p…@example\.com$/);
  expect(challenge.digits).toMatch(/^\d\d$/);

  await expect(phone.confirmLink({ token })).rejects.toMatchObject({
    fields: [{ field: 'digits', message: 'Please enter the two digits that the other screen shows.' }],
  });
  expect(await phone.confirmLink({ token, digits: challenge.digits })).toMatchObject({ next: '' });
  expect(phone.cookies.session).toBe('');
  expect(await phone.viewer()).toBeUndefined();

  expect(await waiting()).toMatchObject({ verified: true, user: { id: account.id } });
  expect(await browser.viewer()).toMatchObject({ accountId: account.id });
});

test.each([
  [{ country: 'PT' }, 'Portugal'],
  [{ country: 'US', region: 'Ohio' }, 'Ohio, United States'],
  [undefined, 'Unknown place'],
])(
  'a link names the place %j of the browser that started as %s, as its message does [AUT-20:place]',
  async (place, words) => {
    const { challenge, token } = await started(identity.browser({ place }));
    expect(await identity.browser().inspectLink({ token })).toMatchObject({ place: words });
    expect(await identity.message(challenge)).toMatchObject({ place: words });
  },
);

test('one wrong entry of the digits ends the challenge everywhere [AUT-20]', async () => {
  const { account, browser, challenge, token, waiting } = await started();
  const phone = identity.browser();
  const wrong = String((Number(challenge.digits) + 1) % 100).padStart(2, '0');
  await expect(phone.confirmLink({ token, digits: wrong })).rejects.toMatchObject({
    code: Code.PermissionDenied,
    reason: 'DIGITS_WRONG',
  });
  await expect(phone.confirmLink({ token, digits: challenge.digits })).rejects.toMatchObject({ message: LINK_INVALID });
  await expect(browser.confirmLink({ token })).rejects.toMatchObject({ message: LINK_INVALID });
  await expect(waiting()).rejects.toMatchObject({ message: EXPIRED });
  await expect(browser.resendChallenge({ session: challenge.session, email: account.email })).rejects.toMatchObject({
    message: 'We failed to send a new email.',
  });
  expect(await sessionsOf(account.id)).toEqual([]);
});

test('a stolen user id and session id are worth nothing without the challenge cookie [AUT-20]', async () => {
  const { account, browser, challenge, token } = await started();
  await browser.confirmLink({ token });
  const thief = identity.browser();
  await expect(waiting(thief, challenge)).rejects.toMatchObject({ message: EXPIRED });
  await expect(thief.checkEmailVerification({ userId: challenge.userId })).rejects.toMatchObject({ message: EXPIRED });

  const other = await started(thief);
  await expect(waiting(thief, challenge)).rejects.toMatchObject({ message: EXPIRED });
  await expect(thief.resendChallenge({ session: challenge.session, email: account.email })).rejects.toMatchObject({
    message: 'Session has expired.',
  });
  expect(thief.cookies.session).toBe('');
  expect(await sessionsOf(other.account.id)).toEqual([]);
});

test('the waiting screen may ask by user id alone, and its reply never holds a secret [AUT-21:email]', async () => {
  const { browser, challenge, token } = await started();
  const ask = () => browser.checkEmailVerification({ userId: challenge.userId });
  expect(await ask()).toMatchObject({ verified: false });
  await browser.confirmLink({ token });
  const reply = await ask();
  expect(reply.verified).toBe(true);
  expect(JSON.stringify(reply, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
    token,
  );
  await expect(
    browser.checkEmailVerification({ userId: crypto.randomUUID(), session: challenge.session }),
  ).rejects.toMatchObject({ message: EXPIRED });
  await expect(browser.checkEmailVerification({})).rejects.toMatchObject({ message: EXPIRED });
});

test('looking at a link changes nothing, however often a mail scanner looks [AUT-19:link]', async () => {
  const { browser, token, waiting } = await started();
  const scanner = identity.browser({ userAgent: 'LinkScanner/1.0' });
  const before = await state();
  for (let look = 0; look < 5; look++) await scanner.inspectLink({ token });
  expect(await state()).toEqual(before);
  expect(await waiting()).toMatchObject({ verified: false });
  expect(await browser.confirmLink({ token })).toMatchObject({ next: '/' });
});

test('a link is used once: a second use elsewhere is refused, here it gives the same session [AUT-19:link]', async () => {
  const { account, browser, challenge, token } = await started();
  await browser.confirmLink({ token });
  const first = browser.cookies.session;
  await browser.confirmLink({ token });
  expect(browser.cookies.session).toBe(first);
  expect(await sessionsOf(account.id)).toHaveLength(1);
  const used = { reason: 'LINK_USED', message: expect.stringContaining('This link was used already.') };
  const elsewhere = identity.browser();
  await expect(elsewhere.inspectLink({ token })).rejects.toMatchObject(used);
  await expect(elsewhere.confirmLink({ token, digits: challenge.digits })).rejects.toMatchObject(used);

  await browser.signOut();
  await expect(browser.confirmLink({ token })).rejects.toMatchObject({ message: EXPIRED });
  expect(await browser.viewer()).toBeUndefined();
});

test('link tokens hold 256 bits, and the database holds neither them nor codes nor cookies [AUT-19:stored]', async () => {
  const { browser, token } = await started();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  await browser.confirmLink({ token });

  const dump = JSON.stringify(await state());
  for (const secret of [token, browser.cookies.challenge, browser.cookies.session]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
});

test('a link that is out of time, made up or replaced is refused [AUT-12:core AUT-19:link]', async () => {
  const { browser, token, waiting } = await started();
  await expect(browser.confirmLink({ token: 'x' })).rejects.toMatchObject({ message: LINK_INVALID });
  await expect(browser.confirmLink({ token: 'A'.repeat(43) })).rejects.toMatchObject({ message: LINK_INVALID });
  identity.clock.advance(30 * 60_000);
  await expect(browser.inspectLink({ token })).rejects.toMatchObject({ message: LINK_INVALID });
  await expect(browser.confirmLink({ token })).rejects.toMatchObject({ message: LINK_INVALID });
  await expect(waiting()).rejects.toMatchObject({ message: EXPIRED });
});

test('a link that is used again gives its browser no more time [AUT-19:link]', async () => {
  const { browser, token } = await started();
  // Met a minute before its end, its session may be fetched for ten more.
  identity.clock.advance(29 * 60_000);
  await browser.confirmLink({ token });
  identity.clock.advance(9 * 60_000);
  await browser.confirmLink({ token });
  identity.clock.advance(60_000);
  await expect(browser.confirmLink({ token })).rejects.toMatchObject({ reason: 'LINK_USED' });
});

test('a link to sign in makes no account in the place of one that is gone', async () => {
  const { browser, challenge, token } = await started();
  await identity.db.query('UPDATE challenges SET account_id = NULL WHERE id = $1', [challenge.session]);
  await expect(browser.confirmLink({ token })).rejects.toMatchObject({ message: EXPIRED });
  expect(await identity.db.query('SELECT 1 FROM accounts WHERE id = $1', [challenge.userId])).toEqual([]);
});

test('an intent that another release wrote has the rest by default', async () => {
  const browser = identity.browser();
  const person = { email: 'older@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const { challenge } = await browser.startCreateAccount(person);
  await identity.db.query("UPDATE challenges SET intent = '{}' WHERE id = $1", [challenge?.session]);
  const { linkToken } = await identity.message(challenge);
  expect(await browser.confirmLink({ token: linkToken })).toMatchObject({
    user: { email: person.email, referrerId: '', invitationId: '' },
    next: '/onboarding',
  });
});

test('two confirmations and two polls at once make one session [AUT-20:core]', async () => {
  const { account, browser, token, waiting } = await started();
  await Promise.all([browser.confirmLink({ token }), browser.confirmLink({ token })]);
  await Promise.all([waiting(), waiting(), browser.confirmLink({ token })]);
  expect(await sessionsOf(account.id)).toHaveLength(1);
  const tokens = browser.seen.map((headers) => headers.get('session-set')).filter(Boolean);
  expect(new Set(tokens).size).toBe(1);
});

test('a waiting tab continues when another tab of its browser used the link, and its cookie is gone [AUT-07:core]', async () => {
  const { account, browser, challenge, token, waiting } = await started();
  await browser.confirmLink({ token });
  // As the gateway does when the session's cookie comes.
  browser.cookies.challenge = '';
  await expect(waiting()).rejects.toMatchObject({ message: EXPIRED });
  const reply = await browser.checkAsViewer({ session: challenge.session, userId: challenge.userId });
  expect(reply).toMatchObject({ verified: true, user: { id: account.id }, next: '/' });

  const stranger = await started();
  await stranger.browser.confirmLink({ token: stranger.token });
  stranger.browser.cookies.challenge = '';
  await expect(
    stranger.browser.checkAsViewer({ session: challenge.session, userId: challenge.userId }),
  ).rejects.toMatchObject({ message: EXPIRED });
});

test.each([
  [{ addNewAccount: true }, '/settings'],
  [{ fromLaunchFestival: true }, '/user/orgs'],
  [{ festivalSponsorshipCode: 'code' }, '/user/orgs'],
  [{ getStart: true, returnTo: '/rewards' }, '/rewards'],
])(
  'what a waiting screen was opened with is kept with its challenge: %j leads to %s [AUT-07:kept]',
  async (intent, next) => {
    const { email } = await identity.anAccount();
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ email, intent });
    const { linkToken } = await identity.message(challenge);
    await identity.browser().confirmLink({ token: linkToken, digits: challenge?.digits });
    expect(await browser.checkEmailVerification({ userId: challenge?.userId })).toMatchObject({ verified: true, next });
  },
);

test('two polls at once after a confirmation elsewhere make one session [AUT-20:core]', async () => {
  const { account, browser, challenge, token, waiting } = await started();
  await identity.browser().confirmLink({ token, digits: challenge.digits });
  await Promise.all([waiting(), waiting(), waiting()]);
  expect(await sessionsOf(account.id)).toHaveLength(1);
  expect(await browser.viewer()).toMatchObject({ accountId: account.id });
});

test('two links for one new email make one account', async () => {
  const [one, two] = [identity.browser(), identity.browser()];
  const person = { email: 'twice@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const links = await Promise.all(
    [one, two].map(async (browser) => {
      const { challenge } = await browser.startCreateAccount(person);
      return { browser, token: (await identity.message(challenge)).linkToken };
    }),
  );
  const replies = await Promise.all(links.map(({ browser, token }) => browser.confirmLink({ token })));
  expect(replies[0]?.user?.id).toBe(replies[1]?.user?.id);
  expect(await identity.db.query("SELECT 1 FROM accounts WHERE email = 'twice@example.com'")).toHaveLength(1);
});

test('a new account has the id that its browser waited under, and is announced [AUT-04:core]', async () => {
  const browser = identity.browser();
  const { challenge } = await browser.startCreateAccount({
    email: 'announced@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    intent: { referrerId: 'ref-1', invitationId: 'inv-1' },
  });
  const { linkToken } = await identity.message(challenge);
  await browser.confirmLink({ token: linkToken });
  const { user } = await waiting(browser, challenge ?? { userId: '', session: '' });
  expect(user).toMatchObject({ id: challenge?.userId, referrerId: 'ref-1', invitationId: 'inv-1' });
  const events = (await identity.events()).filter(({ key }) => key === challenge?.userId);
  expect(events.map(({ type, version }) => [type, version])).toEqual([
    ['AccountCreated', 1n],
    ['ProfileChanged', 2n],
  ]);
  expect(JSON.stringify(events.map(({ message }) => ({ ...message, person: undefined })))).not.toContain('Byron');
});

test('the state of an email change is NONE, PENDING, EXPIRED or UPDATED [AUT-21:change]', async () => {
  const { account, browser, token } = await started();
  await browser.confirmLink({ token });
  const status = async () => (await browser.checkEmailChangeStatus()).emailStatus;
  expect(await status()).toMatchObject({ status: EmailChangeState.NONE });

  const now = identity.clock.now().getTime();
  await identity.db.query(
    `INSERT INTO email_changes (id, account_id, email, requested_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'next@example.com', $2, $3)`,
    [account.id, new Date(now), new Date(now + 1_000)],
  );
  expect(await status()).toMatchObject({ status: EmailChangeState.PENDING, email: 'next@example.com' });
  identity.clock.advance(1_000);
  expect(await status()).toMatchObject({ status: EmailChangeState.EXPIRED });
  await identity.db.query('UPDATE email_changes SET confirmed_at = $2 WHERE account_id = $1', [account.id, new Date()]);
  expect(await status()).toMatchObject({ status: EmailChangeState.UPDATED });
});

test('a message holds its secret until it is used or out of time', async () => {
  const used = await started();
  const late = await started();
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550164' });
  const { challenge: texted } = await identity.browser().startSignIn({ phoneNumber });
  expect(await identity.message(used.challenge)).toMatchObject({ email: used.account.email, phoneNumber: '' });
  expect(await identity.message(texted)).toMatchObject({ email: '', phoneNumber });
  await used.browser.confirmLink({ token: used.token });
  expect(await identity.message(used.challenge)).toMatchObject({ ended: true, linkToken: '' });
  identity.clock.advance(30 * 60_000);
  expect(await identity.message(late.challenge)).toMatchObject({ ended: true, linkToken: '' });
  for (const challengeId of [crypto.randomUUID(), 'no-id'])
    expect(await identity.notification.revealChallenge({ challengeId, generation: 1 })).toMatchObject({ ended: true });
});
