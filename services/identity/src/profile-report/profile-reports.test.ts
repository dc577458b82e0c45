import { Code } from '@connectrpc/connect';
import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import { AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const report = (details = 'They use my name.') => ({
  ...{ requestId: newId(), reason: ProfileReportReason.IMPERSONATION, details },
});
const staff = viewers.staff();
const openAbout = async (id: string) => {
  const { reports } = await identity.reports(staff).listProfileReports({ pageSize: 100 });
  return reports.filter(({ person }) => person?.id === id);
};

test('a profile is reported once while the report is open, for staff to resolve [PRO-17:report]', async () => {
  const [ada, ben] = [await identity.somebody(), await identity.somebody()];
  await ada.reports.reportProfile({ ...report(), ...ben.person });
  await ada.reports.reportProfile({ ...report('They use my picture.'), ...ben.person });
  const [open, ...more] = await openAbout(ben.id);
  expect(more).toEqual([]);
  expect(open).toMatchObject({
    ...{ reason: ProfileReportReason.IMPERSONATION, details: 'They use my picture.' },
    reporter: { id: ada.id },
  });
  for (let time = 0; time < 2; time += 1) {
    await identity.reports(staff).resolveProfileReport({ reportId: open?.id ?? '' });
  }
  expect(await openAbout(ben.id)).toEqual([]);
  await ada.reports.reportProfile({ ...report('Again.'), ...ben.person });
  expect(await openAbout(ben.id)).toHaveLength(1);
});

test('staff do not resolve a report of their own profile, and who resolved one is in the audit log [PRO-17:report]', async () => {
  const [ada, ben] = [await identity.somebody(), await identity.somebody()];
  await ada.reports.reportProfile({ ...report(), ...ben.person });
  const reportId = (await openAbout(ben.id))[0]?.id ?? '';
  const own = identity.reports(viewers.staff({ accountId: ben.id }));
  const { reports } = await own.listProfileReports({ pageSize: 100 });
  expect(reports.filter(({ person }) => person?.id === ben.id)).toEqual([]);
  await expect(own.resolveProfileReport({ reportId })).rejects.toMatchObject({ reason: 'REPORT_NOT_FOUND' });
  expect(await openAbout(ben.id)).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) await identity.reports(staff).resolveProfileReport({ reportId });
  const { entries } = await identity
    .backOffice(staff)
    .listAuditEntries({ objectKind: AuditObject.REPORT, objectId: reportId });
  expect(entries.map(({ changes }) => [changes[0]?.before, changes[0]?.after])).toEqual([['OPEN', 'CLOSED']]);
});

test('a visitor is asked to sign in, and nobody reports themself or without a reason [PRO-17:report]', async () => {
  const ada = await identity.somebody();
  await expect(identity.reports(viewers.visitor()).reportProfile({ ...report(), ...ada.person })).rejects.toMatchObject(
    {
      code: Code.Unauthenticated,
    },
  );
  await expect(ada.reports.reportProfile({ ...report(), ...ada.person })).rejects.toMatchObject({
    reason: 'OWN_PROFILE',
  });
  const ben = await identity.somebody();
  for (const wrong of [{ reason: 0 }, { reason: 99 }, { details: 'x'.repeat(1001) }]) {
    await expect(ada.reports.reportProfile({ ...report(), ...ben.person, ...wrong })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  }
  await expect(ada.reports.reportProfile({ ...report(), profileId: newId() })).rejects.toMatchObject({
    reason: 'PROFILE_NOT_FOUND',
  });
});

test('somebody who has blocked the reporter does not escape the report [SET-08:report]', async () => {
  const [ada, ben] = [await identity.somebody(), await identity.somebody()];
  await ben.blocks.blockAccount(ada.person);
  await ada.reports.reportProfile({ ...report(), ...ben.person });
  expect(await openAbout(ben.id)).toHaveLength(1);
});
