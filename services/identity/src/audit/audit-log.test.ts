import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SettingChangedSchema } from '@marquee/contracts/events/v1/marketing_pb';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const log = () => identity.backOffice(viewers.staff());

/** Marketing publishes a change of a setting; resolves once identity has applied it. */
async function changed(change: MessageInitShape<typeof SettingChangedSchema>): Promise<void> {
  const message = create(SettingChangedSchema, change);
  const { key: aggregateId, version: aggregateVersion } = message;
  const occurredAt = identity.clock.now();
  const id = await publishEvent(identity.bus, SettingChangedSchema, message, {
    ...{ aggregateId, aggregateVersion, occurredAt },
  });
  await eventually(async () =>
    expect(await identity.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id])).toHaveLength(1),
  );
}

test('changes of settings stand among what else staff did, with who, when, why and their versions [ADU-10:settings]', async () => {
  const staff = viewers.staff({ steppedUpAt: identity.clock.now() });
  const { id: accountId } = await identity.anAccount({ bio: 'Old' });
  const edit = (bio: string) =>
    identity.backOffice(staff).updateUser({ requestId: newId(), accountId, bio, reason: 'asked by mail' });
  const savedAt = timestampFromDate(new Date('2026-11-20T11:59:00Z'));
  const of = { key: 'free-unlock-hours', savedBy: staff.accountId, savedAt };
  await edit('New');
  await changed({ ...of, version: 3n, reason: 'Too short' });
  await edit('Newer');
  await changed({ ...of, version: 4n, reason: 'As it was', rolledBackTo: 0n });

  const entries = [];
  for (let cursor = ''; entries.length < 4; ) {
    const page = await log().listAuditEntries({ actorId: staff.accountId, pageSize: 1, cursor });
    entries.push(...page.entries);
    cursor = page.lastKey;
    expect(cursor === '').toBe(entries.length === 4);
  }
  const object = { objectKind: AuditObject.SETTING, objectId: of.key, actorId: staff.accountId, createdAt: savedAt };
  const versions = (before: string, after: string) => ({ field: 'version', before, after });
  expect(entries).toMatchObject([
    {
      ...{ ...object, kind: AuditKind.SETTING_ROLLED_BACK, reason: 'As it was' },
      changes: [versions('3', '4'), { field: 'rolledBackTo', before: '', after: '0' }],
    },
    { kind: AuditKind.USER_EDITED, objectId: accountId },
    { ...object, kind: AuditKind.SETTING_CHANGED, reason: 'Too short', changes: [versions('2', '3')] },
    { kind: AuditKind.USER_EDITED, objectId: accountId },
  ]);

  const ofKind = await log().listAuditEntries({ actorId: staff.accountId, kind: AuditKind.SETTING_CHANGED });
  expect(ofKind.entries.map(({ id }) => id)).toEqual([entries[2]?.id]);
  const ofSetting = await log().listAuditEntries({ objectId: of.key });
  expect(ofSetting.entries.map(({ id }) => id)).toEqual([entries[0]?.id, entries[2]?.id]);
  expect((await log().listAuditEntries({ objectId: 'another-setting' })).entries).toEqual([]);
});

test('a change of a setting that a release before this published is left to the history of the setting', async () => {
  await changed({ key: 'statistics-count-factor', version: 1n });
  expect((await log().listAuditEntries({ objectId: 'statistics-count-factor' })).entries).toEqual([]);
});

test('the log of a person has the notices of staff to them, and none to others [ADU-02:push] [ADU-10:notices]', async () => {
  const staff = viewers.staff({ steppedUpAt: identity.clock.now() });
  const [ada, ben] = [await identity.anAccount(), await identity.anAccount()];
  const write = (accountIds: string[], title: string) =>
    identity.staffNotices(staff).notifyUsers({
      ...{ requestId: newId(), accountIds, confirmedCount: accountIds.length, title },
      ...{ text: 'Five films are free until Sunday.', reason: 'festival' },
    });
  const { notice } = await write([ada.id, ben.id], 'Festival week');
  await identity.backOffice(staff).updateUser({ requestId: newId(), accountId: ada.id, bio: 'New', reason: 'asked' });
  await write([ben.id], 'For Ben');

  const { entries } = await log().listAuditEntries({ objectId: ada.id });
  expect(entries).toMatchObject([
    { kind: AuditKind.USER_EDITED, objectId: ada.id },
    {
      ...{ kind: AuditKind.USERS_NOTIFIED, actorId: staff.accountId, reason: 'festival' },
      ...{ objectKind: AuditObject.STAFF_NOTICE, objectId: notice?.id },
      changes: [
        { field: 'recipients', after: '2' },
        { field: 'title', after: 'Festival week' },
        { field: 'text', after: 'Five films are free until Sunday.' },
      ],
    },
  ]);
  const own = await log().listAuditEntries({ objectId: ada.id, objectKind: AuditObject.USER });
  expect(own.entries.map(({ kind }) => kind)).toEqual([AuditKind.USER_EDITED]);
  const first = await log().listAuditEntries({ objectId: ben.id, pageSize: 1 });
  const second = await log().listAuditEntries({ objectId: ben.id, pageSize: 1, cursor: first.lastKey });
  expect([...first.entries, ...second.entries].map(({ changes }) => changes[1]?.after)).toEqual([
    'For Ben',
    'Festival week',
  ]);
  expect(second.lastKey).toBe('');
});
