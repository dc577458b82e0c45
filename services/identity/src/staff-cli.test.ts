import { AuditKind } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { memorySignals } from '@marquee/runtime/signals';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { reinstateAccount } from './account/reinstate-account.ts';
import { suspendAccount } from './account/suspend-account.ts';
import { readStaffCommand, runStaffCommand, STAFF_USAGE } from './staff-cli.ts';
import { type IdentityUnderTest, identityService, signInByLink } from './testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { ALLOW_STAFF_WITHOUT_PASSKEY: '1' } });
});

async function run(...args: string[]) {
  const command = readStaffCommand(args);
  if (!command) throw new Error(STAFF_USAGE);
  return runStaffCommand(identity.resources, command);
}

test('adds a staff account that can sign in and is through with onboarding', async () => {
  expect(await run('add', 'Chief@Example.com', 'Grace', 'Hopper')).toBe('chief@example.com is ADMIN.');
  const browser = identity.browser();
  const { user, next } = await signInByLink(identity, browser, 'chief@example.com');
  expect(user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', isOnboarding: false });
  expect(next).toBe('/');
  expect(await browser.viewer()).toMatchObject({ roles: ['ADMIN'] });
});

test('gives an account that exists a role, once', async () => {
  const { email, id } = await identity.anAccount();
  expect(await run('add', email, 'Ada', 'Lovelace', 'SUPER-USER')).toBe(`${email} is SUPER_USER.`);
  expect(await run('add', email, 'Ada', 'Lovelace', 'SUPER_USER')).toBe(`${email} is SUPER_USER.`);
  expect(await run('add', email, 'Ada', 'Lovelace')).toBe(`${email} is SUPER_USER and ADMIN.`);
  expect(await identity.db.query('SELECT id FROM accounts WHERE email = $1', [email])).toEqual([{ id }]);
  const { entries } = await identity.backOffice(viewers.staff()).listAuditEntries({ objectId: id });
  expect(entries.map(({ kind, changes }) => [kind, changes[0]?.before, changes[0]?.after])).toEqual([
    [AuditKind.ROLE_GIVEN, 'SUPER_USER', 'SUPER_USER, ADMIN'],
    [AuditKind.ROLE_GIVEN, '', 'SUPER_USER'],
  ]);
});

test('commands that add the same new address at once make one account, with the role of each', async () => {
  const emails = Array.from({ length: 5 }, (_one, index) => `chief${index}@example.com`);
  for (const email of emails) {
    const answers = await Promise.all([
      run('add', email, 'Grace', 'Hopper'),
      run('add', email, 'Grace', 'Hopper', 'SUPER_USER'),
      run('add', email, 'Grace', 'Hopper'),
    ]);
    for (const answer of answers) expect(answer).toMatch(new RegExp(`^${email} is (ADMIN|SUPER_USER)`));
  }
  const made = await identity.db.query('SELECT roles FROM accounts WHERE email = ANY($1)', [emails]);
  expect(made).toHaveLength(emails.length);
  for (const { roles } of made as { roles: string[] }[]) expect(roles.toSorted()).toEqual(['ADMIN', 'SUPER_USER']);
});

test('suspends and reinstates, and doing it twice changes nothing [AUT-16:sessions]', async () => {
  const { email, id } = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  expect(await run('suspend', email, 'sent', 'spam')).toBe(`${email} is suspended.`);
  expect(await run('suspend', email, 'again')).toBe(`${email} is suspended.`);
  expect(await browser.viewer()).toBeUndefined();
  expect(await identity.db.query('SELECT suspended_reason FROM accounts WHERE id = $1', [id])).toEqual([
    { suspendedReason: 'sent spam' },
  ]);
  expect(await run('reinstate', email)).toBe(`${email} is active again.`);
  expect(await run('reinstate', email)).toBe(`${email} is active again.`);
  const events = (await identity.events()).filter(({ key }) => key === id).map(({ type, version }) => [type, version]);
  expect(events.slice(2)).toEqual([
    ['AccountSuspended', 3n],
    ['AccountReinstated', 4n],
  ]);
});

test('a suspension by the command reaches the running services, whose signals it does not share [AUT-16:sessions]', async () => {
  const { email, id } = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  const viewer = await browser.viewer();
  const revocations = createRevocations({ clock: identity.clock });
  const unfollow = followRevocations(revocations, identity.signals);

  const command = readStaffCommand(['suspend', email, 'spam']);
  if (!command || !viewer) throw new Error('nothing to suspend');
  await runStaffCommand({ ...identity.resources, signals: memorySignals() }, command);
  await eventually(() => revocations.isRevoked(viewer, identity.clock.now()));
  await eventually(() => revocations.isRevoked({ ...viewer, sessionId: 'any other' }, identity.clock.now()));
  unfollow();
  expect(viewer.accountId).toBe(id);
});

test('says what is wrong: an unknown account, an email that is none, a command that is none', async () => {
  await expect(run('suspend', 'nobody@example.com', 'x')).rejects.toMatchObject({ reason: 'ACCOUNT_NOT_FOUND' });
  await expect(run('reinstate', 'nobody')).rejects.toMatchObject({ message: 'Please enter a valid email.' });
  for (const args of [
    [],
    ['add', 'a@example.com', 'Ada'],
    ['add', 'a@example.com', 'A', 'B', 'GOD'],
    ['suspend', 'a@b.co'],
    ['reinstate'],
    ['dismiss', 'a@b.co'],
  ]) {
    expect(readStaffCommand(args)).toBeUndefined();
  }
});

test('an account that does not exist is neither suspended nor reinstated', async () => {
  const accountId = crypto.randomUUID();
  const refusal = { reason: 'ACCOUNT_NOT_FOUND' };
  await expect(suspendAccount(identity.resources, { accountId, reason: 'spam' })).rejects.toMatchObject(refusal);
  await expect(reinstateAccount(identity.resources, { accountId })).rejects.toMatchObject(refusal);
});
