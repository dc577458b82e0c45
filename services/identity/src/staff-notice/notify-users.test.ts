import { Code } from '@connectrpc/connect';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const words = { title: 'Festival week', text: 'Five films are free until Sunday.', reason: 'festival' };
const request = (accountIds: string[], more: object = {}) => ({
  ...{ requestId: newId(), accountIds, confirmedCount: accountIds.length },
  ...{ ...words, ...more },
});
const asNotification = () => identity.staffNotices(viewers.service('notification'));
const recipientsOf = async (staffNoticeId: string) => {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await asNotification().listStaffNoticeRecipients({ staffNoticeId, pageSize: 1, cursor });
    ids.push(...page.accountIds);
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
};

test('staff write to selected users: recipients, one audit entry and an event without words [ADU-02:push]', async () => {
  const [ada, ben, banned] = [await identity.anAccount(), await identity.anAccount(), await identity.anAccount()];
  await identity.db.query("UPDATE accounts SET suspended_at = now(), suspended_reason = 'spam' WHERE id = $1", [
    banned.id,
  ]);
  const staff = viewers.admin();
  const sent = request([ada.id, ben.id, banned.id, newId()]);
  const { notice } = await identity.staffNotices(staff).notifyUsers(sent);
  expect(notice).toMatchObject({ title: words.title, text: words.text, recipients: 2, sentBy: staff.accountId });
  const staffNoticeId = notice?.id ?? '';
  expect(await recipientsOf(staffNoticeId)).toEqual([ada.id, ben.id].sort());
  const { notices } = await asNotification().describeStaffNotices({ staffNoticeIds: [staffNoticeId, 'x'] });
  expect(notices).toMatchObject([{ id: staffNoticeId, title: words.title, text: words.text }]);
  const many = (length: number) =>
    asNotification().describeStaffNotices({ staffNoticeIds: Array(length).fill(staffNoticeId) });
  expect((await many(100)).notices).toHaveLength(1);
  for (const length of [0, 101]) await expect(many(length)).rejects.toMatchObject({ code: Code.InvalidArgument });

  const { entries } = await identity
    .backOffice(viewers.staff())
    .listAuditEntries({ objectKind: AuditObject.STAFF_NOTICE, objectId: staffNoticeId });
  expect(entries).toMatchObject([
    {
      ...{ kind: AuditKind.USERS_NOTIFIED, actorId: staff.accountId, reason: 'festival' },
      changes: [
        { field: 'recipients', before: '', after: '2' },
        { field: 'title', after: words.title },
        { field: 'text', after: words.text },
      ],
    },
  ]);
  const events = (await identity.events()).filter(({ key }) => key === staffNoticeId);
  expect(events.map(({ type, message }) => [type, Object.keys(message).sort()])).toEqual([
    ['StaffNoticeSent', ['$typeName', 'staffNoticeId']],
  ]);

  // A retry is the same notice.
  expect((await identity.staffNotices(staff).notifyUsers(sent)).notice?.id).toBe(staffNoticeId);
  const listed = await identity.staffNotices(staff).listStaffNotices({ pageSize: 10 });
  expect(listed.notices.filter(({ id }) => id === staffNoticeId)).toHaveLength(1);
});

const ONE = newId();

test.each([
  ['nobody', { accountIds: [], confirmedCount: 0 }, 'Please select some users to send the notification to.'],
  ['another number than was confirmed', { confirmedCount: 2 }, 'The selection has changed.'],
  [
    'one person twice, confirmed as two',
    { accountIds: [ONE, ONE.toUpperCase()], confirmedCount: 2 },
    'The selection has changed.',
  ],
  ['a title of one letter', { title: 'A' }, 'A title has 2 to 60 characters.'],
  ['a title of 61 letters', { title: 'x'.repeat(61) }, 'A title has 2 to 60 characters.'],
  ['a text of 301 letters', { text: 'x'.repeat(301) }, 'A text has 2 to 300 characters.'],
  ['no reason', { reason: ' ' }, 'A reason has 2 to 200 characters.'],
  ['only people who are gone', { accountIds: [newId()] }, 'None of these users can get a notification.'],
])('a notification to or with %s is refused by its rule [ADU-02:push-rules]', async (_what, more, message) => {
  const { id } = await identity.anAccount();
  await expect(identity.staffNotices(viewers.admin()).notifyUsers(request([id], more))).rejects.toMatchObject({
    code: Code.InvalidArgument,
    message: expect.stringContaining(message),
  });
});

test('only staff write to users, and only notification reads for whom [ADU-11:notify]', async () => {
  const { id } = await identity.anAccount();
  await expect(identity.staffNotices(viewers.movieLover()).notifyUsers(request([id]))).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
  await expect(
    identity.staffNotices(viewers.staff()).listStaffNoticeRecipients({ staffNoticeId: newId(), pageSize: 1 }),
  ).rejects.toMatchObject({ code: Code.PermissionDenied });
});
