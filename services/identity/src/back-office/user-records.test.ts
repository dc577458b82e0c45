import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, signInByLink } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const trusted = (viewer: AccountViewer = viewers.staff({ steppedUpAt: identity.clock.now() })) =>
  identity.backOffice(viewer);
const id = () => ({ requestId: newId() });
const why = { reason: 'asked by mail' };

test('devices of a user are read and deleted, which signs them out [ADU-06:devices]', async () => {
  const { id: accountId, email } = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  const { devices } = await trusted().listUserDevices({ accountId });
  expect(devices).toMatchObject([{ name: 'Firefox on Linux', modelName: 'Linux' }]);
  const deviceId = devices[0]?.id ?? '';
  expect((await trusted().getUserDevice({ accountId, deviceId })).device).toEqual(devices[0]);

  await trusted().deleteUserDevice({ ...id(), accountId, deviceId, ...why });

  expect(await browser.viewer()).toBeUndefined();
  expect((await trusted().listUserDevices({ accountId })).devices).toEqual([]);
  const missing = { reason: 'RECORD_NOT_FOUND', message: expect.stringContaining('Record Not Found') };
  await expect(trusted().getUserDevice({ accountId, deviceId })).rejects.toMatchObject(missing);
  await expect(trusted().deleteUserDevice({ ...id(), accountId, deviceId, ...why })).rejects.toMatchObject(missing);
  const { entries } = await trusted().listAuditEntries({ objectId: accountId });
  expect(entries).toMatchObject([{ kind: AuditKind.DEVICE_DELETED, changes: [{ field: 'device', before: deviceId }] }]);
});

test('a device is found under its own user only [ADU-06:devices]', async () => {
  const { email } = await identity.anAccount();
  const other = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  const deviceId = (await browser.viewer())?.sessionId ?? '';
  const named = { accountId: other.id, deviceId };
  await expect(trusted().getUserDevice(named)).rejects.toMatchObject({ reason: 'RECORD_NOT_FOUND' });
  await expect(trusted().deleteUserDevice({ ...id(), ...named, ...why })).rejects.toMatchObject({
    reason: 'RECORD_NOT_FOUND',
  });
  await expect(trusted().listUserDevices({ accountId: crypto.randomUUID() })).rejects.toMatchObject({
    reason: 'USER_NOT_FOUND',
  });
  // Staff sign their own browsers out in their settings.
  const { accountId = '' } = (await browser.viewer()) ?? {};
  const own = trusted(viewers.staff({ accountId, steppedUpAt: identity.clock.now() }));
  await expect(own.deleteUserDevice({ ...id(), accountId, deviceId, ...why })).rejects.toMatchObject({
    reason: 'OWN_ACCOUNT',
  });
  expect(await browser.viewer()).toBeDefined();
});

test('staff add a user by an invitation, which is listed until the address is proven [ADU-02:add]', async () => {
  const email = 'invited@example.com';
  const grace = await identity.anAccount({ firstName: 'Grace', lastName: 'Hopper' });
  const staff = viewers.staff({ accountId: grace.id });
  const { invited, url } = await trusted(staff).addUser({ ...id(), email: 'Invited@Example.com', ...why });
  expect(invited).toMatchObject({ email, invitedBy: grace.id, inviterName: 'Grace Hopper' });
  const about = { objectKind: AuditObject.INVITATION, objectId: invited?.id ?? '' };
  expect((await trusted().listAuditEntries(about)).entries).toMatchObject([{ kind: AuditKind.USER_INVITED, ...why }]);
  expect(url).toBe('http://localhost:3000/create-account');
  const challengeId = (await identity.events()).findLast(({ type }) => type === 'ChallengeIssued')?.key ?? '';
  expect(await identity.notification.revealChallenge({ challengeId, generation: 1 })).toMatchObject({
    ...{ purpose: 'INVITED', email, linkToken: '', code: '' },
  });
  const listed = async () => (await trusted().listInvitedUsers({})).invited.map((row) => row.email);
  expect(await listed()).toContain(email);
  const named = async () =>
    (await trusted().listInvitedUsers({})).invited.find((row) => row.email === email)?.inviterName;
  expect(await named()).toBe('Grace Hopper');
  await identity.db.query(`UPDATE accounts SET first_name = '', last_name = '' WHERE id = $1`, [grace.id]);
  expect(await named()).toBe('');
  // No account exists before its address is proven.
  expect((await trusted().listUsers({ query: email })).users).toEqual([]);
  expect((await identity.backOffice(viewers.admin()).listInvitedUsers({})).invited[0]?.email).toBe('i•••@example.com');

  const browser = identity.browser();
  const { challenge } = await browser.startCreateAccount({ email, firstName: 'New', lastName: 'Person' });
  await browser.confirmLink({ token: (await identity.message(challenge)).linkToken });

  expect(await listed()).not.toContain(email);
  expect((await trusted().listUsers({ query: email })).users).toHaveLength(1);
  await expect(trusted().addUser({ ...id(), email, ...why })).rejects.toMatchObject({ reason: 'USER_EXISTS' });
});

test('an invitation expires after 30 days [ADU-02:add]', async () => {
  const { invited } = await trusted().addUser({ ...id(), email: 'late@example.com', ...why });
  const days = (Number(invited?.expiresAt?.seconds) - Number(invited?.createdAt?.seconds)) / 86_400;
  expect(days).toBe(30);
});

test('the link by which staff set up a passkey works, is the same when asked again, and is logged [ADU-10:passkey-link]', async () => {
  const { id: accountId } = await identity.anAccount({ roles: ['ADMIN'], firstName: 'Grace' });
  const staff = viewers.staff({ steppedUpAt: identity.clock.now() });
  const request = { ...id(), accountId, ...why };
  const { url } = await trusted(staff).createStaffPasskeyLink(request);
  expect(url).toMatch(/^http:\/\/localhost:3000\/passkey#[\w-]{43}$/);
  expect((await trusted(staff).createStaffPasskeyLink(request)).url).toBe(url);
  const started = await identity.browser().passkeys('startPasskeyByLink', { linkToken: new URL(url).hash.slice(1) });
  expect(started.firstName).toBe('Grace');
  const kept = await identity.db.query<{ body: string }>("SELECT encode(response, 'escape') AS body FROM request_ids");
  for (const { body } of kept) expect(body).not.toContain(new URL(url).hash.slice(1));
  const { entries } = await trusted().listAuditEntries({ kind: AuditKind.PASSKEY_LINK_CREATED });
  expect(entries.map(({ objectId }) => objectId)).toEqual([accountId]);

  const { id: nobody } = await identity.anAccount();
  await expect(trusted().createStaffPasskeyLink({ ...request, ...id(), accountId: nobody })).rejects.toMatchObject({
    reason: 'NOT_STAFF',
  });
});

test('the log is read by actor, kind and object, newest first, page by page [ADU-10:log]', async () => {
  const accountId = (await identity.anAccount({ firstName: 'Ada', roles: ['SUPER_USER'] })).id;
  const staff = viewers.staff({ accountId, steppedUpAt: identity.clock.now() });
  const [one, two] = [await identity.anAccount(), await identity.anAccount()];
  await trusted(staff).banUser({ ...id(), accountId: one.id, ...why });
  await trusted(staff).unbanUser({ ...id(), accountId: one.id, ...why });
  await trusted(staff).banUser({ ...id(), accountId: two.id, ...why });
  const read = async (filter: object) =>
    (await trusted().listAuditEntries(filter)).entries.map(({ kind, objectId }) => [kind, objectId]);
  const all = [
    [AuditKind.USER_BANNED, two.id],
    [AuditKind.USER_UNBANNED, one.id],
    [AuditKind.USER_BANNED, one.id],
  ];
  expect(await read({ actorId: accountId })).toEqual(all);
  expect(await read({ actorId: accountId, kind: AuditKind.USER_BANNED })).toEqual([all[0], all[2]]);
  expect(await read({ objectKind: AuditObject.USER, objectId: one.id })).toEqual([all[1], all[2]]);
  expect(await read({ actorId: 'nobody' })).toEqual([]);
  const first = await trusted().listAuditEntries({ actorId: accountId, pageSize: 2 });
  expect(first.entries.map(({ actorName }) => actorName)).toEqual(['Ada Lovelace', 'Ada Lovelace']);
  const second = await trusted().listAuditEntries({ actorId: accountId, pageSize: 2, cursor: first.lastKey });
  expect([second.entries.length, second.lastKey]).toEqual([1, '']);
});

test('the log only grows [ADU-10:log]', async () => {
  const { id: accountId } = await identity.anAccount();
  await trusted().banUser({ ...id(), accountId, ...why });
  const rows = 'WHERE object_id = $1';
  for (const text of [`DELETE FROM audit_log ${rows}`, `UPDATE audit_log SET reason = 'other' ${rows}`]) {
    await expect(identity.db.query(text, [accountId])).rejects.toThrow(/only grows/);
  }
});
