import { Code } from '@connectrpc/connect';
import { accessOf } from '@marquee/contracts/access';
import { FreshProof, FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { newId } from '@marquee/data/ids';
import { PASSKEY_LIMITS } from '@marquee/rules/passkeys';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { addStaff } from '../account/add-staff.ts';
import { suspendAccount } from '../account/suspend-account.ts';
import { readStaffCommand, runStaffCommand } from '../staff-cli.ts';
import { authenticator } from '../testing/authenticator.ts';
import {
  type IdentityUnderTest,
  identityService,
  signInByLink,
  type TestBrowser,
} from '../testing/identity-service.ts';
import { credentialSchema } from './webauthn.ts';

const MINUTE_MS = 60_000;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

type Device = ReturnType<typeof authenticator>;

async function addPasskey(browser: TestBrowser, device: Device) {
  const { ceremony } = await browser.passkeys('startAddPasskey', {});
  const credentialJson = device.create(ceremony?.optionsJson ?? '');
  const request = { ceremonyToken: ceremony?.token ?? '', credentialJson };
  return { request, ...(await browser.passkeys('addPasskey', request)) };
}

async function withPasskey() {
  const account = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, account.email);
  const device = authenticator();
  const { passkey, request } = await addPasskey(browser, device);
  await browser.passkeys('renamePasskey', { passkeyId: passkey?.id ?? '', name: 'My laptop' });
  return { account, browser, device, passkey, request };
}

async function signIn(browser: TestBrowser, device: Device, proof: Parameters<Device['get']>[1] = {}) {
  const { ceremony } = await browser.passkeys('startPasskeySignIn', {});
  const credentialJson = device.get(ceremony?.optionsJson ?? '', proof);
  const request = { requestId: newId(), ceremonyToken: ceremony?.token ?? '', credentialJson };
  return { request, ...(await browser.passkeys('signInWithPasskey', request)) };
}

test('a passkey signs in a browser that gives no address [AUT-17:sign-in]', async () => {
  const { account, device } = await withPasskey();
  const browser = identity.browser();
  const { user, next } = await signIn(browser, device);
  expect(user?.id).toBe(account.id);
  expect(next).toBe('/');
  expect(await browser.viewer()).toMatchObject({ accountId: account.id, steppedUpAt: identity.clock.now() });
});

test('an account lists its passkeys with their names and last use, renames and removes them [AUT-17:manage]', async () => {
  const { browser, device } = await withPasskey();
  const second = authenticator();
  await addPasskey(browser, second);
  identity.clock.advance(MINUTE_MS);
  await signIn(identity.browser(), device);
  const names = async () =>
    (await browser.passkeys('listPasskeys', {})).passkeys.map(({ name, lastUsedAt }) => [
      name,
      lastUsedAt !== undefined,
    ]);
  expect(await names()).toEqual([
    ['Firefox on Linux', false],
    ['My laptop', true],
  ]);
  const [newest] = (await browser.passkeys('listPasskeys', {})).passkeys;
  await browser.passkeys('renamePasskey', { passkeyId: newest?.id ?? '', name: '  Security\u202E key ' });
  expect(await names()).toEqual([
    ['Security key', false],
    ['My laptop', true],
  ]);
  await browser.passkeys('removePasskey', { passkeyId: newest?.id ?? '' });
  expect(await names()).toEqual([['My laptop', true]]);
  await expect(signIn(identity.browser(), second)).rejects.toMatchObject({
    code: Code.NotFound,
    reason: 'PASSKEY_UNKNOWN',
    message: 'That passkey is not known here. It may have been removed.',
  });
});

test.each<[string, Parameters<Device['get']>[1]]>([
  ['another origin', { origin: 'https://marquee.example.evil' }],
  ['a page inside a page of another origin', { crossOrigin: true }],
  ['another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ['another site', { rpId: 'evil.example' }],
  ['a device that did not ask for the person', { userVerified: false }],
])('a proof of %s is refused [AUT-17:proof]', async (_, proof) => {
  const { device } = await withPasskey();
  const browser = identity.browser();
  await expect(signIn(browser, device, proof)).rejects.toMatchObject({
    code: Code.InvalidArgument,
    reason: 'PASSKEY_REFUSED',
  });
  expect(await browser.viewer()).toBeUndefined();
});

test('a proof by another key, or of a copied authenticator, is refused [AUT-17:proof]', async () => {
  const { device } = await withPasskey();
  const stranger = await withPasskey();
  const [own] = device.keys;
  const forged = { ...own, privateKey: stranger.device.keys[0]?.privateKey } as Device['keys'][number];
  await expect(signIn(identity.browser(), device, { key: forged })).rejects.toMatchObject({
    reason: 'PASSKEY_REFUSED',
  });
  await signIn(identity.browser(), device, { counter: 9 });
  await expect(signIn(identity.browser(), device, { counter: 9 })).rejects.toMatchObject({ reason: 'PASSKEY_REFUSED' });
  await signIn(identity.browser(), device, { counter: 10 });
});

test('a ceremony belongs to the browser that began it, ends once and in five minutes [AUT-17:ceremony]', async () => {
  const { device } = await withPasskey();
  const browser = identity.browser();
  const began = await browser.passkeys('startPasskeySignIn', {});
  const proof = () => ({
    requestId: newId(),
    ceremonyToken: began.ceremony?.token ?? '',
    credentialJson: device.get(began.ceremony?.optionsJson ?? ''),
  });
  const thief = identity.browser();
  await thief.passkeys('startPasskeySignIn', {});
  await expect(thief.passkeys('signInWithPasskey', proof())).rejects.toMatchObject({ reason: 'PASSKEY_REFUSED' });
  await expect(identity.browser().passkeys('signInWithPasskey', proof())).rejects.toMatchObject({
    reason: 'PASSKEY_CEREMONY_EXPIRED',
    message: 'That took too long. Please try again.',
  });
  await browser.passkeys('signInWithPasskey', proof());
  await expect(browser.passkeys('signInWithPasskey', proof())).rejects.toMatchObject({
    reason: 'PASSKEY_CEREMONY_EXPIRED',
  });

  const late = identity.browser();
  const { ceremony } = await late.passkeys('startPasskeySignIn', {});
  const credentialJson = device.get(ceremony?.optionsJson ?? '');
  identity.clock.advance(5 * MINUTE_MS + 1000);
  const request = { ceremonyToken: ceremony?.token ?? '', credentialJson };
  await expect(late.passkeys('signInWithPasskey', request)).rejects.toMatchObject({
    reason: 'PASSKEY_CEREMONY_EXPIRED',
  });
});

test('a sign-in whose answer was lost gets the same session again', async () => {
  const { device } = await withPasskey();
  const browser = identity.browser();
  const { request } = await signIn(browser, device);
  const { session } = browser.cookies;
  browser.cookies.session = '';
  await browser.passkeys('signInWithPasskey', request);
  expect(browser.cookies.session).toBe(session);
});

test('a link that the browser waits for keeps its cookie', async () => {
  const { account, device } = await withPasskey();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email: account.email });
  const { ceremony } = await browser.passkeys('startPasskeySignIn', {});
  const { linkToken } = await identity.message(challenge);
  expect(await browser.inspectLink({ token: linkToken })).toMatchObject({ sameBrowser: true });
  const credentialJson = device.get(ceremony?.optionsJson ?? '');
  await browser.passkeys('signInWithPasskey', { ceremonyToken: ceremony?.token ?? '', credentialJson });
  expect(await browser.viewer()).toMatchObject({ accountId: account.id });
});

test('adding and removing one needs a fresh proof: a passkey, or signing in again [AUT-17:step-up]', async () => {
  const { browser, device, passkey } = await withPasskey();
  identity.clock.advance(11 * MINUTE_MS);
  const stepUpNeeded = { code: Code.PermissionDenied, reason: 'STEP_UP_NEEDED' };
  await expect(browser.passkeys('startAddPasskey', {})).rejects.toMatchObject(stepUpNeeded);
  await expect(browser.passkeys('removePasskey', { passkeyId: passkey?.id ?? '' })).rejects.toMatchObject(stepUpNeeded);

  await stepUp(browser, device);
  const second = authenticator();
  const { request } = await addPasskey(browser, second);
  identity.clock.advance(5 * MINUTE_MS + 1000);
  await expect(browser.passkeys('addPasskey', { ...request, requestId: newId() })).rejects.toMatchObject(stepUpNeeded);

  const without = await identity.anAccount();
  const old = identity.browser();
  await signInByLink(identity, old, without.email);
  identity.clock.advance(11 * MINUTE_MS);
  await expect(old.passkeys('startAddPasskey', {})).rejects.toMatchObject({
    reason: 'SIGN_IN_AGAIN',
    message: 'Please sign in again first: this is asked for within ten minutes of signing in.',
  });
});

async function stepUp(browser: TestBrowser, device: Device) {
  const { ceremony } = await browser.passkeys('startStepUp', {});
  const credentialJson = device.get(ceremony?.optionsJson ?? '');
  await browser.passkeys('stepUp', { ceremonyToken: ceremony?.token ?? '', credentialJson });
}

test('a new address, closing and the download of an export ask who has a passkey for it [AUT-17:settings]', async () => {
  const { browser, device } = await withPasskey();
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('nobody is signed in');
  const ownData = clientFor(identity.service, OwnDataService, viewer);
  identity.clock.advance(11 * MINUTE_MS);
  const asked = () => [
    () => browser.updateProfile({ email: `new.${newId()}@example.com` }),
    () => browser.updateProfile({ phone: '' }),
    () => ownData.openExport({ exportId: newId() }),
    () => ownData.closeOwnAccount({ typed: 'not the address' }),
  ];
  for (const act of asked()) await expect(act()).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  // What is no address needs none.
  await browser.updateProfile({ bio: 'I film rivers.' });
  await stepUp(browser, device);
  for (const act of asked()) {
    const reason = await act().then(
      () => '',
      (error: { reason: string }) => error.reason,
    );
    expect(reason).not.toBe('STEP_UP_NEEDED');
  }
  identity.clock.advance(5 * MINUTE_MS + 1000);
  for (const act of asked()) await expect(act()).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
});

test('without a passkey an address still changes by its own proof, and a download needs a sign-in within ten minutes [AUT-17:settings]', async () => {
  const account = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, account.email);
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('nobody is signed in');
  const ownData = clientFor(identity.service, OwnDataService, viewer);
  await expect(ownData.openExport({ exportId: newId() })).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });
  identity.clock.advance(11 * MINUTE_MS);
  await expect(ownData.openExport({ exportId: newId() })).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' });
  const { challenge } = await browser.updateProfile({ email: `new.${newId()}@example.com` });
  expect(challenge?.session).not.toBe('');
});

test('the owner is notified of an added and a removed passkey, with the device, the place and no link that could be used [AUT-17:notice]', async () => {
  const { account, browser, passkey } = await withPasskey();
  await browser.passkeys('removePasskey', { passkeyId: passkey?.id ?? '' });
  const issued = (await identity.events()).filter(({ type }) => type === 'ChallengeIssued').map(({ key }) => key ?? '');
  const sent = await Promise.all(
    issued.slice(-2).map((challengeId) => identity.notification.revealChallenge({ challengeId, generation: 1 })),
  );
  const notice = { email: account.email, firstName: account.firstName, linkToken: '', code: '', ended: false };
  expect(sent).toMatchObject([
    { ...notice, purpose: 'PASSKEY_ADDED', place: expect.any(String), device: expect.any(String) },
    { ...notice, purpose: 'PASSKEY_REMOVED' },
  ]);
});

test('step-up takes passkeys of this account only, and counts for this session only [AUT-17:step-up]', async () => {
  const { account, browser, device } = await withPasskey();
  const other = identity.browser();
  await signInByLink(identity, other, account.email);
  const stranger = await withPasskey();
  await expect(stepUp(browser, stranger.device)).rejects.toMatchObject({ reason: 'PASSKEY_UNKNOWN' });
  expect((await browser.viewer())?.steppedUpAt).toBeUndefined();
  await stepUp(browser, device);
  expect((await browser.viewer())?.steppedUpAt).toEqual(identity.clock.now());
  expect((await other.viewer())?.steppedUpAt).toBeUndefined();
});

test('a credential is added once, to one account, and of so many', async () => {
  const { browser, device, request } = await withPasskey();
  const { browser: other } = await withPasskey();
  const { ceremony } = await other.passkeys('startAddPasskey', {});
  const again = device.create(ceremony?.optionsJson ?? '');
  await expect(browser.passkeys('addPasskey', { ...request, requestId: newId() })).rejects.toMatchObject({
    reason: 'PASSKEY_CEREMONY_EXPIRED',
  });
  await expect(
    browser.passkeys('addPasskey', { ceremonyToken: ceremony?.token ?? '', credentialJson: again }),
  ).rejects.toMatchObject({ reason: 'PASSKEY_REFUSED' });
  const begunInTime = await browser.passkeys('startAddPasskey', {});
  for (let made = 1; made < PASSKEY_LIMITS.perAccount; made += 1) await addPasskey(browser, authenticator());
  const oneTooMany = {
    ceremonyToken: begunInTime.ceremony?.token ?? '',
    credentialJson: authenticator().create(begunInTime.ceremony?.optionsJson ?? ''),
  };
  await expect(browser.passkeys('addPasskey', oneTooMany)).rejects.toMatchObject({ reason: 'TOO_MANY_PASSKEYS' });
  await expect(browser.passkeys('startAddPasskey', {})).rejects.toMatchObject({
    reason: 'TOO_MANY_PASSKEYS',
    message: 'You can have up to 20 passkeys. Please remove one first.',
  });
});

test("somebody else's passkey is neither renamed nor removed", async () => {
  const { passkey } = await withPasskey();
  const { browser } = await withPasskey();
  const passkeyId = passkey?.id ?? '';
  const notFound = { code: Code.NotFound, message: 'This passkey was removed already.' };
  await expect(browser.passkeys('renamePasskey', { passkeyId, name: 'Mine' })).rejects.toMatchObject(notFound);
  await expect(browser.passkeys('removePasskey', { passkeyId })).rejects.toMatchObject(notFound);
});

test('what is no credential is refused with a text for people', async () => {
  const { device } = await withPasskey();
  const browser = identity.browser();
  const { ceremony } = await browser.passkeys('startPasskeySignIn', {});
  const real = JSON.parse(device.get(ceremony?.optionsJson ?? ''));
  const hasId = (bytes: number) => {
    const id = Buffer.alloc(bytes).toString('base64url');
    return credentialSchema.safeParse(JSON.stringify({ ...real, id })).success;
  };
  expect([hasId(1_023), hasId(1_024)]).toEqual([true, false]);
  const broken = [
    '',
    '{}',
    'x'.repeat(PASSKEY_LIMITS.credentialCharactersMax + 1),
    JSON.stringify({ ...real, response: {} }),
    JSON.stringify({ ...real, response: { ...real.response, authenticatorData: 'AAAA' } }),
    JSON.stringify({ ...real, response: { ...real.response, clientDataJSON: 'e30' } }),
    JSON.stringify({ ...real, response: { ...real.response, signature: 7 } }),
  ];
  for (const credentialJson of broken) {
    await expect(
      browser.passkeys('signInWithPasskey', { ceremonyToken: ceremony?.token ?? '', credentialJson }),
    ).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
});

test('a suspended account signs in with no passkey', async () => {
  const { account, device } = await withPasskey();
  await suspendAccount(identity.resources, { accountId: account.id, reason: 'spam' });
  await expect(signIn(identity.browser(), device)).rejects.toMatchObject({ reason: 'ACCOUNT_SUSPENDED' });
});

test('a closed account signs in with a passkey while it can be kept, and no longer [SET-05:undo]', async () => {
  const { account, device } = await withPasskey();
  await identity.db.query('UPDATE accounts SET closing_at = $2 WHERE id = $1', [account.id, identity.clock.now()]);
  expect((await signIn(identity.browser(), device)).next).toBe('/settings/close-account');
  identity.clock.advance(14 * 24 * 60 * MINUTE_MS);
  await expect(signIn(identity.browser(), device)).rejects.toMatchObject({ reason: 'ACCOUNT_CLOSED' });
});

test('a suspended member of staff is not signed in by a link for a passkey [AUT-17:staff]', async () => {
  const staff = { email: 'suspended@example.com', role: 'ADMIN', firstName: 'Grace', lastName: 'Hopper' } as const;
  const { id: accountId } = await addStaff(identity.resources, staff);
  const linkToken = await linkFor(staff.email);
  const browser = identity.browser();
  const { ceremony } = await browser.passkeys('startPasskeyByLink', { linkToken });
  const credentialJson = authenticator().create(ceremony?.optionsJson ?? '');
  await suspendAccount(identity.resources, { accountId, reason: 'left' });
  const request = { linkToken, ceremonyToken: ceremony?.token ?? '', credentialJson };
  await expect(browser.passkeys('addPasskeyByLink', request)).rejects.toMatchObject({ reason: 'ACCOUNT_SUSPENDED' });
});

test('a service learns what proof the person owes for whom it calls, and of nobody none [AUT-17:step-up]', async () => {
  const { browser } = await withPasskey();
  const viewer = (await browser.viewer()) as AccountViewer;
  const proof = async (onBehalfOf?: AccountViewer) =>
    (await clientFor(identity.service, FreshProofService, viewers.service('festival', onBehalfOf)).getFreshProof({}))
      .proof;
  expect([await proof(viewer), await proof()]).toEqual([FreshProof.GIVEN, FreshProof.UNSPECIFIED]);
  identity.clock.advance(11 * MINUTE_MS);
  expect(await proof(viewer)).toBe(FreshProof.PASSKEY_NEEDED);
});

test('staff set up their first passkey by a link that works once and for a day, then sign in with it [AUT-17:staff]', async () => {
  const staff = { email: 'first@example.com', role: 'ADMIN', firstName: 'Grace', lastName: 'Hopper' } as const;
  await addStaff(identity.resources, staff);
  const byMail = identity.browser();
  await expect(signInByLink(identity, byMail, staff.email)).rejects.toMatchObject({
    reason: 'STAFF_NEEDS_PASSKEY',
    message: 'Staff sign in with a passkey.',
  });

  const replaced = await linkFor(staff.email);
  const linkToken = await linkFor(staff.email);
  const browser = identity.browser();
  const device = authenticator();
  await expect(browser.passkeys('startPasskeyByLink', { linkToken: replaced })).rejects.toMatchObject({
    reason: 'PASSKEY_LINK_INVALID',
    message: 'This link is not valid any more. Please ask for a new one.',
  });
  const begun = await browser.passkeys('startPasskeyByLink', { linkToken });
  expect(begun.firstName).toBe('Grace');
  const request = {
    linkToken,
    ceremonyToken: begun.ceremony?.token ?? '',
    credentialJson: device.create(begun.ceremony?.optionsJson ?? ''),
  };
  await browser.passkeys('addPasskeyByLink', request);
  expect(await browser.viewer()).toMatchObject({ roles: ['ADMIN'], steppedUpAt: identity.clock.now() });
  await expect(browser.passkeys('startPasskeyByLink', { linkToken })).rejects.toMatchObject({
    reason: 'PASSKEY_LINK_INVALID',
  });
  await expect(identity.browser().passkeys('addPasskeyByLink', request)).rejects.toMatchObject({
    reason: 'PASSKEY_LINK_INVALID',
  });

  const another = identity.browser();
  await signIn(another, device);
  expect(await another.viewer()).toMatchObject({ roles: ['ADMIN'] });
  const [only] = (await another.passkeys('listPasskeys', {})).passkeys;
  await expect(another.passkeys('removePasskey', { passkeyId: only?.id ?? '' })).rejects.toMatchObject({
    reason: 'LAST_PASSKEY_OF_STAFF',
  });

  const old = await linkFor(staff.email);
  identity.clock.advance(24 * 60 * MINUTE_MS);
  await expect(browser.passkeys('startPasskeyByLink', { linkToken: old })).rejects.toMatchObject({
    reason: 'PASSKEY_LINK_INVALID',
  });
});

async function linkFor(email: string): Promise<string> {
  const command = readStaffCommand(['passkey-link', email]);
  const said = command && (await runStaffCommand(identity.resources, command));
  return /#(\S+)/.exec(said ?? '')?.[1] ?? '';
}

test('a passkey is added, named, signs in and is removed; staff sign in with nothing else, and show it again for what cannot be undone [AUT-17]', async () => {
  const { browser, device, passkey } = await withPasskey();
  expect((await browser.passkeys('listPasskeys', {})).passkeys).toMatchObject([{ id: passkey?.id, name: 'My laptop' }]);
  expect((await signIn(identity.browser(), device)).user?.id).toBe((await browser.viewer())?.accountId);
  await browser.passkeys('removePasskey', { passkeyId: passkey?.id ?? '' });
  await expect(signIn(identity.browser(), device)).rejects.toMatchObject({ reason: 'PASSKEY_UNKNOWN' });

  const staff = { email: 'alone@example.com', role: 'SUPER_USER', firstName: 'Ada', lastName: 'Byron' } as const;
  await addStaff(identity.resources, staff);
  await expect(signInByLink(identity, identity.browser(), staff.email)).rejects.toMatchObject({
    reason: 'STAFF_NEEDS_PASSKEY',
  });
  const { id: accountId } = await identity.anAccount();
  const named = { requestId: newId(), reason: 'asked by mail' };
  const stale = identity.backOffice(viewers.staff());
  const fresh = identity.backOffice(viewers.staff({ steppedUpAt: identity.clock.now() }));
  const deletion = { ...named, accountIds: [accountId], confirmedCount: 1 };
  await expect(stale.banUser({ ...named, accountId })).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  await expect(stale.deleteUsers(deletion)).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  expect(await fresh.deleteUsers(deletion)).toMatchObject({ deleted: 1 });
  for (const method of [SettingService.method.saveSetting, SettingService.method.rollBackSetting]) {
    expect(accessOf(method)?.stepUp).toBe(true);
  }
});
