import { Code } from '@connectrpc/connect';
import { ReportService, ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { newId } from '@marquee/data/ids';
import { REPORT_LIMITS } from '@marquee/rules/reports';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

const DAY_MS = 86_400_000;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

async function somebody() {
  const { id: accountId } = await identity.anAccount();
  const reports = clientFor(identity.service, ReportService, viewers.movieLover({ accountId }));
  const submit = (report: object = {}) =>
    reports.submitReport({
      ...{ requestId: newId(), type: ReportType.BUG, title: 'No sound', details: 'Since today.' },
      ...report,
    });
  const kept = () =>
    identity.db.query('SELECT type, title, details FROM reports WHERE account_id = $1 ORDER BY id', [accountId]);
  return { submit, kept };
}

const REFUSED: [object, string, string][] = [
  [{ title: ' ' }, 'title', 'Please add a title.'],
  [{ title: 'x'.repeat(91) }, 'title', 'A title has at most 90 characters.'],
  [{ details: '\n' }, 'details', 'Please add details.'],
  [{ details: 'x'.repeat(1001) }, 'details', 'Details have at most 1000 characters.'],
  [{ type: ReportType.UNSPECIFIED }, 'type', 'Please choose what this is about.'],
];

test('a bug and feedback are kept for who sent them, with a title of up to 90 and details of up to 1000 characters [SET-03]', async () => {
  const { submit, kept } = await somebody();
  const { reportId } = await submit();
  await submit({ type: ReportType.FEEDBACK, title: ' More\nfestivals ', details: ' Please.\r\nThank you. ' });
  expect(reportId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await kept()).toEqual([
    { type: 'BUG', title: 'No sound', details: 'Since today.' },
    { type: 'FEEDBACK', title: 'More festivals', details: 'Please.\nThank you.' },
  ]);
  for (const [report, field, message] of REFUSED) {
    await expect(submit(report)).rejects.toMatchObject({ code: Code.InvalidArgument, fields: [{ field, message }] });
  }
  expect(await kept()).toHaveLength(2);
  await submit({ title: 'x'.repeat(90), details: 'y'.repeat(1000) });
  expect(await kept()).toHaveLength(3);
});

test('an account sends a bounded number of reports a day, also at once; others are not held up', async () => {
  const { submit, kept } = await somebody();
  const all = await Promise.allSettled(Array.from({ length: REPORT_LIMITS.perDay + 3 }, () => submit()));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(REPORT_LIMITS.perDay);
  await expect(submit()).rejects.toMatchObject({ code: Code.ResourceExhausted, reason: 'TOO_MANY_REPORTS' });
  await (await somebody()).submit();
  identity.clock.advance(DAY_MS);
  await submit();
  expect(await kept()).toHaveLength(REPORT_LIMITS.perDay + 1);
});
