import { AccountStatus, AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, signInByLink } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const fresh = () => ({ steppedUpAt: identity.clock.now() });
const trusted = (viewer: AccountViewer = viewers.staff(fresh())) => identity.backOffice(viewer);
const daily = () => identity.backOffice(viewers.admin(fresh()));
const id = () => ({ requestId: newId() });
const why = { reason: 'asked by mail' };

async function audited(objectId: string) {
  const { entries } = await trusted().listAuditEntries({ objectKind: AuditObject.USER, objectId });
  return entries.map(({ kind, changes, reason, actorId }) => ({
    kind,
    changes: changes.map(({ field, before, after }) => [field, before, after]),
    reason,
    actorId,
  }));
}

test('staff change names, bio and place, and the log says what was before and why [ADU-04:writes] [ADU-10:log]', async () => {
  const { id: accountId } = await identity.anAccount({ firstName: 'Ada', bio: 'Old' });
  const staff = viewers.staff();
  const changes = { firstName: '  Grace ', bio: 'New', country: 'PT', city: 'Porto' };
  const { user } = await trusted(staff).updateUser({ ...id(), accountId, ...why, ...changes });
  expect(user?.user).toMatchObject({ firstName: 'Grace', lastName: 'Lovelace', bio: 'New', country: 'PT' });
  expect(await audited(accountId)).toEqual([
    {
      kind: AuditKind.USER_EDITED,
      changes: [
        ['firstName', 'Ada', 'Grace'],
        ['bio', 'Old', 'New'],
        ['country', 'US', 'PT'],
        ['city', '', 'Porto'],
      ],
      ...why,
      actorId: staff.accountId,
    },
  ]);
  const changed = (await identity.events()).filter(({ key, type }) => key === accountId && type === 'ProfileChanged');
  expect(changed.at(-1)?.message).toMatchObject({ person: { firstName: 'Grace' } });
});

test('a change that changes nothing writes nothing', async () => {
  const { id: accountId } = await identity.anAccount();
  await trusted().updateUser({ ...id(), accountId, ...why, firstName: 'Ada' });
  expect(await audited(accountId)).toEqual([]);
});

test.each([
  ['firstName', { firstName: 'A' }],
  ['firstName', { firstName: 'A'.repeat(46) }],
  ['lastName', { lastName: ' B ' }],
  ['lastName', { lastName: 'B'.repeat(46) }],
  ['reason', { firstName: 'Grace', reason: 'x' }],
  ['reason', { firstName: 'Grace', reason: 'x'.repeat(201) }],
  ['bio', { bio: 'x'.repeat(181) }],
])('refuses a wrong %s [ADU-04:lengths]', async (field, changes) => {
  const { id: accountId } = await identity.anAccount();
  await expect(trusted().updateUser({ ...id(), accountId, ...why, ...changes })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [expect.objectContaining({ field })],
  });
  expect(await audited(accountId)).toEqual([]);
});

test('names have 2 to 45 characters [ADU-04:lengths]', async () => {
  const { id: accountId } = await identity.anAccount();
  const names = { firstName: 'Al', lastName: 'B'.repeat(45) };
  const { user } = await trusted().updateUser({ ...id(), accountId, ...why, ...names });
  expect(user?.user).toMatchObject(names);
});

test('talents are at most 4 of the type, and another type clears them [PRO-21]', async () => {
  const account = { consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Actor'] } as const;
  const { id: accountId } = await identity.anAccount({ ...account, talents: ['Actor'] });
  const update = (changes: object) => trusted().updateUser({ ...id(), accountId, ...why, ...changes });
  const four = ['Actor', 'Animator', 'Editor', 'Dancer'];
  expect((await update({ talents: { talents: four } })).user?.user?.talents).toEqual(four);
  await expect(update({ talents: { talents: [...four, 'Director'] } })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [expect.objectContaining({ field: 'talents' })],
  });
  await expect(update({ talents: { talents: ['Juggler'] } })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  const { user } = await update({ type: AccountType.COMPANY });
  expect(user?.user).toMatchObject({ type: AccountType.COMPANY, talents: [] });
  expect((await audited(accountId))[0]?.changes).toEqual([
    ['accountType', 'INDIVIDUAL', 'COMPANY'],
    ['talents', four.join(', '), ''],
  ]);
});

test('staff make an account b2b, which nobody can do for themselves [ADU-04:b2b]', async () => {
  const { id: accountId } = await identity.anAccount();
  const b2b = { consumerType: ConsumerType.B2B };
  const { user } = await trusted().updateUser({ ...id(), accountId, ...why, ...b2b });
  expect(user?.user?.consumerType).toBe(ConsumerType.B2B);
  const own = identity.profile(viewers.movieLover({ accountId }));
  await expect(own.updateProfile({ ...id(), ...b2b })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});

test('a ban ends the sessions of the user at once, by signal and by event, and says why [ADU-05:sessions] [AUT-16:ban]', async () => {
  const { id: accountId, email } = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('nobody is signed in');
  const revocations = createRevocations({ clock: identity.clock });
  const unfollow = followRevocations(revocations, identity.signals);

  const { user } = await daily().banUser({ ...id(), accountId, reason: 'sends spam' });

  // Nothing is awaited in between: the signal goes with the answer.
  expect(revocations.isRevoked(viewer, identity.clock.now())).toBe(true);
  unfollow();
  expect(user).toMatchObject({ user: { status: AccountStatus.SUSPENDED }, suspendedReason: 'sends spam' });
  expect(await browser.viewer()).toBeUndefined();
  await expect(signInByLink(identity, identity.browser(), email)).rejects.toBeDefined();
  const events = (await identity.events()).filter(({ message }) => message.accountId === accountId);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['SessionEnded', 'AccountSuspended']));
});

test('unbanning also asks for a reason, and lets the user sign in again [ADU-05:unban]', async () => {
  const { id: accountId, email } = await identity.anAccount();
  await trusted().banUser({ ...id(), accountId, ...why });
  await expect(trusted().unbanUser({ ...id(), accountId, reason: '' })).rejects.toMatchObject({
    fields: [expect.objectContaining({ field: 'reason' })],
  });
  const { user } = await trusted().unbanUser({ ...id(), accountId, reason: 'appealed' });
  expect(user).toMatchObject({ user: { status: AccountStatus.ACTIVE }, suspendedReason: '' });
  await signInByLink(identity, identity.browser(), email);
  expect(await audited(accountId)).toMatchObject([
    { kind: AuditKind.USER_UNBANNED, changes: [['suspended', 'true', 'false']], reason: 'appealed' },
    { kind: AuditKind.USER_BANNED, changes: [['suspended', 'false', 'true']], ...why },
  ]);
});

test.each(['banUser', 'unbanUser'] as const)(
  '%s needs a reason of 2 to 200 characters [ADU-05:reason]',
  async (method) => {
    const { id: accountId } = await identity.anAccount();
    for (const reason of ['', 'x', 'x'.repeat(201)]) {
      await expect(trusted()[method]({ ...id(), accountId, reason })).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
      });
    }
  },
);

test('nobody bans themselves, and accounts of staff are for who manages staff [ADU-10:staff]', async () => {
  const { id: accountId } = await identity.anAccount({ roles: ['SUPER_USER'] });
  const self = viewers.staff({ accountId, ...fresh() });
  await expect(trusted(self).banUser({ ...id(), accountId, ...why })).rejects.toMatchObject({ reason: 'OWN_ACCOUNT' });
  const refusal = { reason: 'STAFF_ACCOUNT' };
  await expect(daily().banUser({ ...id(), accountId, ...why })).rejects.toMatchObject(refusal);
  await expect(daily().updateUser({ ...id(), accountId, ...why, bio: 'x' })).rejects.toMatchObject(refusal);
  await trusted().banUser({ ...id(), accountId, ...why });
});

test('banning and deleting ask for a passkey, and deleting for the right to [ADU-10:privilege] [AUT-17:back-office]', async () => {
  const { id: accountId } = await identity.anAccount();
  const stale = trusted(viewers.staff());
  const deletion = { accountIds: [accountId], confirmedCount: 1, ...why };
  const stepUp = { reason: 'STEP_UP_NEEDED' };
  await expect(stale.banUser({ ...id(), accountId, ...why })).rejects.toMatchObject(stepUp);
  await expect(stale.deleteUsers({ ...id(), ...deletion })).rejects.toMatchObject(stepUp);
  await expect(daily().deleteUsers({ ...id(), ...deletion })).rejects.toMatchObject({ reason: 'FORBIDDEN' });
  expect((await trusted().getUser({ accountId })).user).toBeDefined();
});

test('deleted users are gone with their sessions, others drop their copies, and the log forgets their data [ADU-02:delete]', async () => {
  const { id: accountId, email } = await identity.anAccount({ firstName: 'Vanishing' });
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  await trusted().updateUser({ ...id(), accountId, ...why, firstName: 'Changed' });
  const accountIds = [accountId, newId()];
  expect(await trusted().deleteUsers({ ...id(), accountIds, confirmedCount: 2, ...why })).toMatchObject({ deleted: 1 });
  expect(await trusted().deleteUsers({ ...id(), accountIds, confirmedCount: 2, ...why })).toMatchObject({ deleted: 0 });
  for (const call of [trusted().getUser({ accountId }), trusted().unbanUser({ ...id(), accountId, ...why })]) {
    await expect(call).rejects.toMatchObject({ reason: 'USER_NOT_FOUND' });
  }
  expect(await browser.viewer()).toBeUndefined();
  expect((await trusted().listUsers({ query: email })).users).toEqual([]);
  const events = (await identity.events()).filter(({ key }) => key === accountId);
  expect(events.at(-1)).toMatchObject({
    type: 'ProfileChanged',
    message: { removed: true, person: { firstName: '' } },
  });
  expect(new Set(events.map(({ version }) => version)).size).toBe(events.length);
  const log = await audited(accountId);
  expect(log.map(({ kind }) => kind)).toEqual([AuditKind.USER_DELETED, AuditKind.USER_EDITED]);
  expect(log.flatMap(({ changes }) => changes)).toEqual([]);
});

test('a deletion of another number of users than was confirmed is refused, and so are too many [ADU-02:confirmed]', async () => {
  const { id: accountId } = await identity.anAccount();
  const remove = (accountIds: string[], confirmedCount: number) =>
    trusted().deleteUsers({ ...id(), accountIds, confirmedCount, ...why });
  for (const [accountIds, confirmed] of [
    [[accountId], 2],
    [[accountId, accountId.toUpperCase()], 2],
  ] as const) {
    await expect(remove([...accountIds], confirmed)).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'confirmedCount' })],
    });
  }
  await expect(remove([], 0)).rejects.toMatchObject({
    fields: [{ field: 'accountIds', message: 'Please select some users to delete.' }],
  });
  await expect(remove(Array.from({ length: 101 }, newId), 101)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  expect((await trusted().getUser({ accountId })).user).toBeDefined();
});
