import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { suspendAccount } from '../account/suspend-account.ts';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { identityService, type TestBrowser } from '../testing/identity-service.ts';

const NOT_HERE = 'This account is not signed in in this browser any more. Please sign in to it again.';

let identity: Awaited<ReturnType<typeof identityService>>;
beforeAll(async () => {
  identity = await identityService();
});

/** Signs a browser in to one more account. */
async function add(browser: TestBrowser, account: ImportedAccount) {
  const { challenge } = await browser.startSignIn({ email: account.email, intent: { addNewAccount: true } });
  const { linkToken } = await identity.message(challenge);
  return browser.confirmLink({ token: linkToken });
}

async function signedInTo(count: number) {
  const browser = identity.browser();
  const accounts: ImportedAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await identity.anAccount({ firstName: `Person ${index + 1}` });
    await add(browser, account);
    accounts.push(account);
  }
  return { browser, accounts };
}

const idsIn = async (browser: TestBrowser) =>
  (await browser.accounts('listBrowserAccounts')).accounts.map(({ id }) => id);
const viewerOf = async (browser: TestBrowser) => (await browser.viewer())?.accountId;

test('an account that is added is used from then on, the others stay signed in, and it leads to the settings [AUT-13:add] [AUT-10:adding]', async () => {
  const browser = identity.browser();
  const [ada, bob] = [await identity.anAccount({ firstName: 'Ada' }), await identity.anAccount({ firstName: 'Bob' })];
  await add(browser, ada);
  const { next } = await add(browser, bob);
  expect(next).toBe('/settings');
  expect(await viewerOf(browser)).toBe(bob.id);
  expect(browser.seen.at(-1)?.get('session-account')).toBe(bob.id);
  const { accounts } = await browser.accounts('listBrowserAccounts');
  expect(accounts).toMatchObject([
    { id: bob.id, firstName: 'Bob', address: bob.email, current: true },
    { id: ada.id, firstName: 'Ada', address: ada.email, current: false },
  ]);

  await browser.accounts('switchAccount', { accountId: ada.id });
  expect(await viewerOf(browser)).toBe(ada.id);
  expect(await idsIn(browser)).toEqual([ada.id, bob.id]);
});

test('signing in again to an account of the browser replaces its session there [AUT-13:again]', async () => {
  const { browser, accounts } = await signedInTo(2);
  const [first, second] = accounts as [ImportedAccount, ImportedAccount];
  await browser.accounts('switchAccount', { accountId: first.id });
  const [before, cookie] = [await browser.viewer(), browser.cookies.session];
  identity.clock.advance(60_000);
  await add(browser, first);
  expect(await idsIn(browser)).toEqual([first.id, second.id]);
  // Nobody could sign out of it any more: who had copied its cookie would stay in.
  expect(await identity.resolve(cookie)).toBe('');
  // The session stays, and so do its push messages and the film that it plays.
  expect((await browser.viewer())?.sessionId).toBe(before?.sessionId);
  const { sessions } = await (await browser.ownSessions()).listOwnSessions({});
  expect(sessions).toMatchObject([{ id: before?.sessionId, signedInAt: timestampFromDate(identity.clock.now()) }]);
  await browser.signOut();
  expect(await viewerOf(browser)).toBe(second.id);
  const left = await identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1 AND ended_at IS NULL', [first.id]);
  expect(left).toEqual([]);
});

test('signing in again elsewhere leaves the session of this browser [AUT-13:again]', async () => {
  const { browser, accounts } = await signedInTo(2);
  const [first] = accounts as [ImportedAccount];
  await browser.accounts('switchAccount', { accountId: first.id });
  await add(identity.browser(), first);
  expect(await viewerOf(browser)).toBe(first.id);
});

test('a browser has at most five accounts: another one is refused before anything is sent [AUT-13:bound]', async () => {
  const { browser } = await signedInTo(5);
  expect(await idsIn(browser)).toHaveLength(5);
  const sixth = await identity.anAccount();
  await expect(add(browser, sixth)).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'BROWSER_ACCOUNTS_FULL',
    message: 'You can use 5 accounts in one browser. Please sign out of one of them first.',
  });
  await browser.signOut();
  await add(browser, sixth);
  expect(await idsIn(browser)).toHaveLength(5);
});

describe('a switch is refused', () => {
  const refused = { code: Code.NotFound, reason: 'ACCOUNT_NOT_HERE', message: NOT_HERE };

  test("to somebody else's account, an unknown id and what is none [AUT-13:others]", async () => {
    const { browser, accounts } = await signedInTo(2);
    const stranger = await identity.anAccount();
    await add(identity.browser(), stranger);
    const before = { ...browser.cookies };
    for (const accountId of [stranger.id, crypto.randomUUID(), '', "' OR true"]) {
      await expect(browser.accounts('switchAccount', { accountId })).rejects.toMatchObject(refused);
    }
    expect(browser.cookies).toEqual(before);
    expect(await viewerOf(browser)).toBe(accounts[1]?.id);
  });

  test('with a cookie that was forged, or taken apart [AUT-13:forged]', async () => {
    const { browser, accounts } = await signedInTo(2);
    const [first] = accounts as [ImportedAccount];
    for (const others of [
      'A'.repeat(43),
      browser.cookies.others.slice(0, -1),
      `${browser.cookies.others}x`,
      '..',
      '-',
    ]) {
      browser.cookies.others = others;
      await expect(browser.accounts('switchAccount', { accountId: first.id })).rejects.toMatchObject(refused);
    }
  });

  test('to one whose session has ended elsewhere; the others work on [AUT-13:ended]', async () => {
    const { browser, accounts } = await signedInTo(3);
    const [first, second, third] = accounts as [ImportedAccount, ImportedAccount, ImportedAccount];
    const elsewhere = identity.browser();
    await add(elsewhere, first);
    await (await elsewhere.ownSessions()).endOtherSessions({});
    await expect(browser.accounts('switchAccount', { accountId: first.id })).rejects.toMatchObject(refused);
    expect(await idsIn(browser)).toEqual([third.id, second.id]);
    await browser.accounts('switchAccount', { accountId: second.id });
    expect(await viewerOf(browser)).toBe(second.id);
  });

  test('to one that was suspended; the others work on [AUT-13:suspended] [AUT-16:accounts]', async () => {
    const { browser, accounts } = await signedInTo(2);
    const [first, second] = accounts as [ImportedAccount, ImportedAccount];
    await suspendAccount(identity.resources, { accountId: first.id, reason: 'spam' });
    await expect(browser.accounts('switchAccount', { accountId: first.id })).rejects.toMatchObject(refused);
    expect(await idsIn(browser)).toEqual([second.id]);
  });

  test('to staff without a passkey, whose session lets nobody in [AUT-17:switch]', async () => {
    const { browser, accounts } = await signedInTo(2);
    const [first] = accounts as [ImportedAccount];
    await identity.db.query("UPDATE accounts SET roles = '{ADMIN}' WHERE id = $1", [first.id]);
    await expect(browser.accounts('switchAccount', { accountId: first.id })).rejects.toMatchObject(refused);
  });
});

test('who was suspended while in use stays nobody until they choose another account [AUT-13:suspended]', async () => {
  const { browser, accounts } = await signedInTo(2);
  const [first, second] = accounts as [ImportedAccount, ImportedAccount];
  await suspendAccount(identity.resources, { accountId: second.id, reason: 'spam' });
  expect(await browser.viewer()).toBeUndefined();
  expect(await browser.accounts('listBrowserAccounts')).toMatchObject({ accounts: [{ id: first.id, current: false }] });
  await browser.accounts('switchAccount', { accountId: first.id });
  expect(await viewerOf(browser)).toBe(first.id);
});

test('signing out of one never signs out the others: the browser continues with the next [AUT-13:sign-out]', async () => {
  const { browser, accounts } = await signedInTo(2);
  const [first, second] = accounts as [ImportedAccount, ImportedAccount];
  const ended = browser.cookies.session;
  await browser.signOut();
  expect(await viewerOf(browser)).toBe(first.id);
  expect(await idsIn(browser)).toEqual([first.id]);
  browser.cookies.others = ended;
  await expect(browser.accounts('switchAccount', { accountId: second.id })).rejects.toThrow(NOT_HERE);
  await browser.signOut();
  expect(await browser.viewer()).toBeUndefined();
  expect(browser.cookies).toMatchObject({ session: '', others: '' });
});

test('all accounts of this browser are signed out at once, and no other browser is [AUT-13:sign-out-all]', async () => {
  const { browser, accounts } = await signedInTo(3);
  const [first] = accounts as [ImportedAccount];
  const elsewhere = identity.browser();
  await add(elsewhere, first);
  const kept = { ...browser.cookies };
  expect(await browser.accounts('signOutAll')).toMatchObject({ ended: 3 });
  expect(browser.cookies).toMatchObject({ session: '', others: '' });
  Object.assign(browser.cookies, kept);
  expect(await idsIn(browser)).toEqual([]);
  expect(await browser.accounts('signOutAll')).toMatchObject({ ended: 0 });
  expect(await viewerOf(elsewhere)).toBe(first.id);
});

test('a browser without accounts has none', async () => {
  expect(await identity.browser().accounts('listBrowserAccounts')).toMatchObject({ accounts: [] });
  expect(await identity.browser().accounts('signOutAll')).toMatchObject({ ended: 0 });
});

test('b2b exists and is kept, and nobody chooses it [ONB-01:b2b]', async () => {
  const browser = identity.browser();
  const account = await identity.anAccount({ consumerType: 'B2B' });
  await add(browser, account);
  const { user } = await browser.updateProfile({ bio: 'We show films on trains.' });
  expect(user).toMatchObject({ consumerType: ConsumerType.B2B, bio: 'We show films on trains.' });
  const other = identity.browser();
  await add(other, await identity.anAccount());
  await expect(other.updateProfile({ consumerType: ConsumerType.B2B })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    message: 'Please choose Movie Lover or Entertainment Pro.',
  });
});
