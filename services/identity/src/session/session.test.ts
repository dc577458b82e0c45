import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { AccountStatus } from '@marquee/contracts/identity/v1/account_pb';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { memorySignals } from '@marquee/runtime/signals';
import { verifyViewerToken } from '@marquee/runtime/viewer-token';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { reinstateAccount } from '../account/reinstate-account.ts';
import { reportBounceSchema } from '../account/report-bounce.ts';
import { suspendAccount } from '../account/suspend-account.ts';
import { type IdentityUnderTest, identityService, resolvedBy, signInByLink } from '../testing/identity-service.ts';
import { deviceOf, modelOf, placeOf } from './browser.ts';

const SUSPENDED = {
  code: Code.PermissionDenied,
  reason: 'ACCOUNT_SUSPENDED',
  message: 'This account is suspended. Please contact support.',
};

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

const asGateway = () => clientFor(identity.service, SessionService, viewers.service('gateway'));

async function signedIn(account: Parameters<IdentityUnderTest['anAccount']>[0] = {}) {
  const made = await identity.anAccount(account);
  const browser = identity.browser({ ip: '192.0.2.77', place: { country: 'NL' } });
  await signInByLink(identity, browser, made.email);
  return { account: made, browser };
}

test('a session cookie becomes a viewer token of one minute that says who calls', async () => {
  const { account, browser } = await signedIn({
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'COMPANY',
    talents: ['Film Studio'],
  });
  const resolved = await resolvedBy(asGateway(), browser.cookies.session);
  const verified = verifyViewerToken(verifierKeys.viewerKeys, resolved.viewerToken);
  expect(verified?.viewer).toEqual({
    kind: 'account',
    accountId: account.id,
    sessionId: resolved.sessionId,
    roles: [],
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'COMPANY',
    talents: ['Film Studio'],
    onboarding: false,
  });
  expect(verified?.expiresAt.getTime()).toBe(identity.clock.now().getTime() + 60_000);
});

test.each([
  ['Festival Director', true],
  ['Music Group Director', true],
  ['Pro Club Director', true],
  ['Art Director', undefined],
])('a person with the talent %s directs an organization: %s', async (talent, directs) => {
  const { browser } = await signedIn({
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'INDIVIDUAL',
    talents: ['Actor', talent],
  });
  expect((await browser.viewer())?.directs).toBe(directs);
});

test('a session says whether its account has blocked somebody or is blocked, until that ends [SET-08:page]', async () => {
  const [ada, ben] = [await signedIn(), await signedIn()];
  const blocks = clientFor(identity.service, BlockService, viewers.movieLover({ accountId: ada.account.id }));
  const haveBlocks = () =>
    Promise.all(
      [ada, ben].map(async ({ browser }) => {
        return (await resolvedBy(asGateway(), browser.cookies.session)).hasBlocks;
      }),
    );
  expect(await haveBlocks()).toEqual([false, false]);
  await blocks.blockAccount({ profileId: ben.account.id });
  expect(await haveBlocks()).toEqual([true, true]);
  await blocks.unblockAccount({ profileId: ben.account.id });
  expect(await haveBlocks()).toEqual([false, false]);
});

test('cookies that are unknown, empty or over become nobody', async () => {
  const resolve = async (sessionToken: string) => (await resolvedBy(asGateway(), sessionToken)).viewerToken;
  expect(await resolve('')).toBe('');
  expect(await resolve('A'.repeat(43))).toBe('');
  const { browser } = await signedIn();
  // As long as its cookie.
  identity.clock.advance(30 * 24 * 60 * 60_000 - 1);
  expect(await resolve(browser.cookies.session)).not.toBe('');
  identity.clock.advance(1);
  expect(await resolve(browser.cookies.session)).toBe('');
});

test('many cookies become their tokens at once, each in its place; none and more than a hundred are refused', async () => {
  const [ada, ben] = [await signedIn(), await signedIn()];
  const [mine, theirs] = [ada.browser.cookies.session, ben.browser.cookies.session];
  const { sessions } = await asGateway().resolveSessions({ sessionTokens: [theirs, 'A'.repeat(43), mine, theirs] });
  expect(sessions.map(({ accountId }) => accountId)).toEqual([ben.account.id, '', ada.account.id, ben.account.id]);
  // As a gateway of the release before asks.
  const one = await Promise.all(
    [mine, 'A'.repeat(43)].map((sessionToken) => asGateway().resolveSession({ sessionToken })),
  );
  expect(one.map(({ accountId }) => accountId)).toEqual([ada.account.id, '']);
  const refused = { code: Code.InvalidArgument };
  for (const sessionTokens of [[], Array.from({ length: 101 }, () => mine)])
    await expect(asGateway().resolveSessions({ sessionTokens })).rejects.toMatchObject(refused);
});

test('only the gateway resolves sessions, only notification sees the secrets of challenges', async () => {
  const refused = { code: Code.PermissionDenied };
  for (const viewer of [viewers.visitor(), viewers.admin(), viewers.service('film'), viewers.service('gateway')]) {
    const client = clientFor(identity.service, SessionService, viewer);
    await expect(client.revealChallenge({ challengeId: 'x', generation: 1 })).rejects.toMatchObject(refused);
    await expect(client.reportBounce({ email: 'x' })).rejects.toMatchObject(refused);
  }
  for (const service of ['film', 'media', 'notification']) {
    const client = clientFor(identity.service, SessionService, viewers.service(service));
    await expect(client.resolveSessions({ sessionTokens: ['x'] })).rejects.toMatchObject(refused);
    await expect(client.resolveSession({ sessionToken: 'x' })).rejects.toMatchObject(refused);
  }
});

test('signing out ends this session and no other, by event and by signal', async () => {
  const { account, browser } = await signedIn();
  const other = identity.browser();
  await signInByLink(identity, other, account.email);
  const viewer = await browser.viewer();
  const revocations = createRevocations({ clock: identity.clock });
  const unfollow = followRevocations(revocations, identity.signals);

  const cookie = browser.cookies.session;
  await browser.signOut();
  expect(browser.cookies.session).toBe('');
  expect((await resolvedBy(asGateway(), cookie)).viewerToken).toBe('');
  expect(await other.viewer()).toMatchObject({ accountId: account.id });
  await eventually(() => viewer !== undefined && revocations.isRevoked(viewer, identity.clock.now()));
  unfollow();
  expect((await identity.events()).filter(({ type }) => type === 'SessionEnded')).toMatchObject([
    { key: viewer?.sessionId, version: 2n, message: { accountId: account.id, sessionId: viewer?.sessionId } },
  ]);
});

test('a session has its device and place, and of its address the network only', async () => {
  const { account } = await signedIn();
  expect(await identity.db.query('SELECT device, place, ip FROM sessions WHERE account_id = $1', [account.id])).toEqual(
    [{ device: 'Firefox on Linux', place: 'Netherlands', ip: '192.0.2.0' }],
  );
});

test('an account has the time of its last sign-in', async () => {
  const { browser } = await signedIn();
  const viewer = await browser.viewer();
  const { user } = await identity.profile(viewer ?? viewers.movieLover()).getCurrentUser({});
  expect(user?.lastSignedInAt).toEqual(timestampFromDate(identity.clock.now()));
});

describe('suspension', () => {
  test('ends the sessions of the account at once, by event and by signal [AUT-16:sessions]', async () => {
    const { account, browser } = await signedIn();
    const other = identity.browser();
    await signInByLink(identity, other, account.email);
    const viewer = await browser.viewer();
    const revocations = createRevocations({ clock: identity.clock });
    // Its own signals: nothing arrives by way of the bus.
    const signals = memorySignals();
    const unfollow = followRevocations(revocations, signals);
    const ended: object[] = [];
    revocations.onRevoked((revocation) => ended.push(revocation));

    await suspendAccount({ ...identity.resources, signals }, { accountId: account.id, reason: 'spam' });
    expect(await browser.viewer()).toBeUndefined();
    expect(await other.viewer()).toBeUndefined();
    await eventually(() => viewer !== undefined && revocations.isRevoked(viewer, identity.clock.now()));
    // Followers of sessions get each of them.
    await eventually(() => expect(ended).toContainEqual({ sessionId: viewer?.sessionId }));
    expect(ended).toHaveLength(3);
    unfollow();
    const types = (await identity.events())
      .filter(({ message }) => 'accountId' in message && message.accountId === account.id)
      .map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['SessionEnded', 'SessionEnded', 'AccountSuspended']);
  });

  test('keeps a person from signing in by link or code, and from fetching a session [AUT-16]', async () => {
    const { account, browser } = await signedIn({ phone: '+12025550161' });
    const [byLink, byCode, elsewhere] = [identity.browser(), identity.browser(), identity.browser()];
    const link = await byLink.startSignIn({ email: account.email });
    const code = await byCode.startSignIn({ phoneNumber: account.phone });
    const met = await elsewhere.startSignIn({ email: account.email });
    const secrets = await Promise.all([link, code, met].map(({ challenge }) => identity.message(challenge)));
    await identity.browser().confirmLink({ token: secrets[2]?.linkToken, digits: met.challenge?.digits });

    await suspendAccount(identity.resources, { accountId: account.id, reason: 'spam' });
    expect(await browser.viewer()).toBeUndefined();
    await expect(byLink.confirmLink({ token: secrets[0]?.linkToken })).rejects.toMatchObject(SUSPENDED);
    const session = code.challenge?.session;
    await expect(byCode.verifyCode({ session, code: secrets[1]?.code })).rejects.toMatchObject(SUSPENDED);
    await expect(
      elsewhere.checkEmailVerification({ session: met.challenge?.session, userId: met.challenge?.userId }),
    ).rejects.toMatchObject(SUSPENDED);
    await expect(signInByLink(identity, identity.browser(), account.email)).rejects.toMatchObject(SUSPENDED);
    expect(
      await identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1 AND ended_at IS NULL', [account.id]),
    ).toEqual([]);

    const reinstated = async () =>
      (await identity.events()).filter(({ type, key }) => type === 'AccountReinstated' && key === account.id);
    await reinstateAccount(identity.resources, { accountId: account.id });
    await reinstateAccount(identity.resources, { accountId: account.id });
    expect(await reinstated()).toHaveLength(1);
    await signInByLink(identity, browser, account.email);
    expect(await browser.viewer()).toMatchObject({ accountId: account.id });
  });

  test('that meets a sign-in leaves no session, whichever comes first [AUT-16:sessions]', async () => {
    const account = await identity.anAccount();
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ email: account.email });
    const { linkToken } = await identity.message(challenge);
    await Promise.allSettled([
      browser.confirmLink({ token: linkToken }),
      suspendAccount(identity.resources, { accountId: account.id, reason: 'spam' }),
    ]);
    expect(await browser.viewer()).toBeUndefined();
    expect(
      await identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1 AND ended_at IS NULL', [account.id]),
    ).toEqual([]);
  });
});

test('mail that bounces for good marks the account, until its email is proven again [AUT-16:bounced]', async () => {
  const { account, browser } = await signedIn();
  await identity.notification.reportBounce({ email: account.email.toUpperCase(), diagnostic: '550 5.1.1' });
  await identity.notification.reportBounce({ email: 'nobody@example.com', diagnostic: '550 5.1.1' });
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('not signed in');
  const statusAs = async (sessionId: string) =>
    (await identity.profile({ ...viewer, sessionId }).getCurrentUser({})).user?.status;
  const status = () => statusAs('another');
  expect(await status()).toBe(AccountStatus.BOUNCED_EMAIL);

  await suspendAccount(identity.resources, { accountId: account.id, reason: 'spam' });
  // Its old tokens are refused at once; one of later shows the status.
  await expect(statusAs(viewer.sessionId)).rejects.toMatchObject({ code: Code.Unauthenticated });
  identity.clock.advance(1_000);
  expect(await status()).toBe(AccountStatus.SUSPENDED);
  await reinstateAccount(identity.resources, { accountId: account.id });
  expect(await status()).toBe(AccountStatus.BOUNCED_EMAIL);
  await signInByLink(identity, identity.browser(), account.email);
  expect(await status()).toBe(AccountStatus.ACTIVE);
});

test('a bounce with an endless diagnostic is answered at once', async () => {
  const { account } = await signedIn();
  const before = performance.now();
  await identity.notification.reportBounce({ email: account.email, diagnostic: 'x'.repeat(300_000) });
  // It took minutes to search all of it for addresses.
  expect(performance.now() - before).toBeLessThan(5_000);
  const { diagnostic } = reportBounceSchema.parse({ email: account.email, diagnostic: '- '.repeat(300) });
  expect(diagnostic).toHaveLength(200);
});

test('a bounce that is reported again keeps the time of the first', async () => {
  const { account } = await signedIn();
  const bouncedAt = async () =>
    (await identity.db.query('SELECT email_bounced_at FROM accounts WHERE id = $1', [account.id]))[0];
  await identity.notification.reportBounce({ email: account.email });
  const first = await bouncedAt();
  expect(first).toEqual({ emailBouncedAt: identity.clock.now() });
  identity.clock.advance(5_000);
  await identity.notification.reportBounce({ email: account.email });
  expect(await bouncedAt()).toEqual(first);
});

describe('staff', () => {
  const ROLES = { roles: ['ADMIN' as const] };

  test('cannot sign in without a passkey where it is not allowed, nor continue with an old session', async () => {
    const account = await identity.anAccount(ROLES);
    await expect(signInByLink(identity, identity.browser(), account.email)).rejects.toMatchObject({
      reason: 'STAFF_NEEDS_PASSKEY',
      message: 'Staff sign in with a passkey.',
    });
    const { account: person, browser } = await signedIn();
    await identity.db.query("UPDATE accounts SET roles = '{SUPER_USER}' WHERE id = $1", [person.id]);
    expect(await browser.viewer()).toBeUndefined();
  });

  test('sign in by link where that is allowed', async () => {
    const { log, said } = recordingLog();
    const embedded = await identityService({ log, env: { ALLOW_STAFF_WITHOUT_PASSKEY: '1' } });
    expect(said()).toContain('staff may sign in by a link in their mail, without a passkey');
    const account = await embedded.anAccount(ROLES);
    const browser = embedded.browser();
    await signInByLink(embedded, browser, account.email);
    expect(await browser.viewer()).toMatchObject({ roles: ['ADMIN'] });
  });
});

test('devices and places have words for the unknown', () => {
  const browser = { ip: '', userAgent: '', challengeToken: '', knownTokens: [], sessionTokens: [] };
  expect(deviceOf(browser)).toBe('Unknown device');
  expect(placeOf(browser)).toBe('Unknown place');
});

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
    'macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mobile Chrome on Pixel 9',
    'Pixel 9',
  ],
  ['Firefox/140.0', 'Firefox', ''],
])('a phone is called by its model, a computer by its system: %s is %s', (userAgent, device, model) => {
  expect(deviceOf({ ip: '', userAgent, challengeToken: '', knownTokens: [], sessionTokens: [] })).toBe(device);
  expect(modelOf(device)).toBe(model);
});

test('of the answer to a mail that bounced 200 characters are logged', async () => {
  const { log, lines } = recordingLog();
  const started = await identityService({ log });
  const { email, id } = await started.anAccount();
  await started.notification.reportBounce({ email, diagnostic: 'full '.repeat(100) });
  const [line] = lines().filter(({ msg }) => msg === 'mail to an account bounced for good');
  expect(line).toMatchObject({ accountId: id, diagnostic: 'full '.repeat(40) });
});
