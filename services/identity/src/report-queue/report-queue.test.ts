import { Code } from '@connectrpc/connect';
import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import { ReportService, ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { StaffReportKind, StaffReportState } from '@marquee/contracts/identity/v1/report_queue_pb';
import { AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});
beforeEach(async () => {
  await identity.db.query('DELETE FROM reports');
  await identity.db.query('DELETE FROM profile_reports');
});

const staff = viewers.admin();
const queue = () => identity.reportQueue(staff);
const ids = async (more: object = {}) =>
  (await queue().listReports({ pageSize: 50, ...more })).reports.map(({ id }) => id);

/** A bug, feedback and a reported profile, in this order. */
async function reported() {
  const [ada, ben] = [await identity.somebody({ firstName: 'Ada' }), await identity.somebody({ firstName: 'Ben' })];
  const site = clientFor(identity.service, ReportService, ada.viewer);
  const submit = async (type: ReportType) =>
    (await site.submitReport({ requestId: newId(), type, title: 'No sound', details: 'Since today.' })).reportId;
  const bug = await submit(ReportType.BUG);
  const feedback = await submit(ReportType.FEEDBACK);
  await ada.reports.reportProfile({
    ...{ requestId: newId(), ...ben.person, reason: ProfileReportReason.SPAM, details: 'Advertises.' },
  });
  const [profile = ''] = await ids({ kind: StaffReportKind.PROFILE });
  return { ada, ben, bug, feedback, profile };
}
const take = (reportId: string, taken = true) => queue().takeReport({ requestId: newId(), reportId, taken });
const close = (reportId: string, more: object = {}) =>
  queue().closeReport({ requestId: newId(), reportId, decision: 'Fixed', note: '', ...more });

test('all reports are one queue, the oldest first, page by page and by kind [SET-03:staff] [PRO-17:staff]', async () => {
  const { ada, ben, bug, feedback, profile } = await reported();
  expect(await ids()).toEqual([bug, feedback, profile]);
  expect(await ids({ kind: StaffReportKind.FEEDBACK })).toEqual([feedback]);
  const paged: string[] = [];
  let cursor = '';
  do {
    const page = await queue().listReports({ pageSize: 1, cursor });
    paged.push(...page.reports.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual([bug, feedback, profile]);
  expect((await queue().getReport({ reportId: profile })).report).toMatchObject({
    ...{ kind: StaffReportKind.PROFILE, state: StaffReportState.OPEN, reason: ProfileReportReason.SPAM },
    ...{ reporterId: ada.id, reporterName: 'Ada Lovelace', profileId: ben.id, profileName: 'Ben Lovelace' },
    details: 'Advertises.',
  });
  expect((await queue().countReports({})).waiting).toBe(3);
});

test('a report is taken in hand, left to others and closed for good, each in the audit log [ADU-10:reports]', async () => {
  const { bug, profile } = await reported();
  for (const reportId of [bug, profile]) {
    expect((await take(reportId)).report).toMatchObject({
      ...{ state: StaffReportState.IN_HAND, handledBy: staff.accountId },
    });
    expect(await ids({ state: StaffReportState.IN_HAND })).toEqual([reportId]);
    expect((await take(reportId, false)).report).toMatchObject({ state: StaffReportState.OPEN, handledBy: '' });
    expect((await close(reportId)).report).toMatchObject({ state: StaffReportState.CLOSED, decision: 'Fixed' });
    for (const again of [() => close(reportId), () => take(reportId)]) {
      await expect(again()).rejects.toMatchObject({ reason: 'REPORT_CLOSED' });
    }
    const { entries } = await identity
      .backOffice(viewers.staff())
      .listAuditEntries({ objectKind: AuditObject.REPORT, objectId: reportId });
    expect(entries.map(({ changes, reason }) => [changes[0]?.before, changes[0]?.after, reason])).toEqual([
      ['OPEN', 'CLOSED', 'Fixed'],
      ['IN_HAND', 'OPEN', ''],
      ['OPEN', 'IN_HAND', ''],
    ]);
  }
  expect((await queue().countReports({})).waiting).toBe(1);
  expect(await ids({ state: StaffReportState.CLOSED })).toEqual([bug, profile]);
});

test('staff neither see nor close a report of their own profile [ADU-10:reports]', async () => {
  const { ben, bug, feedback, profile } = await reported();
  const own = identity.reportQueue(viewers.admin({ accountId: ben.id }));
  const listed = async (more: object = {}) =>
    (await own.listReports({ pageSize: 50, ...more })).reports.map(({ id }) => id);
  expect(await listed()).toEqual([bug, feedback]);
  expect(await listed({ kind: StaffReportKind.PROFILE })).toEqual([]);
  expect(await listed({ kind: StaffReportKind.BUG })).toEqual([bug]);
  expect((await own.countReports({})).waiting).toBe(2);
  const request = { requestId: newId(), reportId: profile };
  for (const attempt of [
    () => own.getReport({ reportId: profile }),
    () => own.takeReport({ ...request, taken: true }),
    () => own.closeReport({ ...request, decision: 'Nothing to see', note: '' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ reason: 'REPORT_NOT_FOUND' });
  }
  expect((await queue().getReport({ reportId: profile })).report?.state).toBe(StaffReportState.OPEN);
});

test('a note reaches who sent the report as a notice, and no note reaches nobody [SET-03:note]', async () => {
  const { ada, bug, feedback } = await reported();
  await close(feedback);
  const sent = async () => (await identity.events()).filter(({ type }) => type === 'StaffNoticeSent');
  const before = (await sent()).length;
  await close(bug, { note: 'It works again.' });
  const notices = (await sent()).slice(before);
  expect(notices).toHaveLength(1);
  const staffNoticeId = notices[0]?.key ?? '';
  const notification = identity.staffNotices(viewers.service('notification'));
  expect(await notification.describeStaffNotices({ staffNoticeIds: [staffNoticeId] })).toMatchObject({
    notices: [{ title: 'About your report', text: 'It works again.' }],
  });
  expect(await notification.listStaffNoticeRecipients({ staffNoticeId, pageSize: 10 })).toMatchObject({
    accountIds: [ada.id],
  });
});

test('a report that does not exist is not found, a decision has its rule, and only staff see the queue', async () => {
  const { bug } = await reported();
  await expect(close(newId())).rejects.toMatchObject({ reason: 'REPORT_NOT_FOUND' });
  await expect(close(bug, { decision: ' ' })).rejects.toMatchObject({
    ...{ code: Code.InvalidArgument, message: expect.stringContaining('A decision has 2 to 200 characters.') },
  });
  await expect(identity.reportQueue(viewers.movieLover()).listReports({ pageSize: 1 })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});
