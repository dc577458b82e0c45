import { Code } from '@connectrpc/connect';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import { StaffReportKind, StaffReportState } from '@marquee/contracts/identity/v1/report_queue_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { passing, pauseIntervals } from '../testing/pause-intervals.ts';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, STAFF_ID, USER_ID } from '../testing/users.ts';

const bug = {
  ...{ id: 'r1', kind: StaffReportKind.BUG, state: StaffReportState.OPEN, title: 'No sound', details: 'Since today.' },
  ...{ reporterId: USER_ID, reporterName: 'Inês Carvalho' },
};
const profile = {
  ...{ id: 'r2', kind: StaffReportKind.PROFILE, state: StaffReportState.IN_HAND, reason: ProfileReportReason.SPAM },
  ...{ reporterId: USER_ID, reporterName: 'Inês Carvalho', profileId: 'b2', profileName: 'Bob Stone' },
};
const open = (answers: object = {}, at = '/reports') =>
  show(at, { ...asStaff(Role.ADMIN), countReports: () => ({ waiting: 2 }), ...answers });
const fill = async (label: RegExp, value: string) => {
  const field = await screen.findByLabelText(label);
  await doing(() => fireEvent.change(field, { target: { value } }));
};

test('reports of Marquee and of profiles are one queue, with what each is about [SET-03:staff] [PRO-17:staff]', async () => {
  const { sent } = await open({ listReports: () => ({ reports: [bug, profile] }) });
  const table = await screen.findByRole('table', { name: 'Reports' });
  expect(within(table).getByRole('link', { name: 'No sound' }).getAttribute('href')).toBe('/reports/r1');
  const row = within(table).getByRole('link', { name: 'Advertising or deception' }).closest('tr') as HTMLElement;
  expect(within(row).getByRole('link', { name: 'Bob Stone' }).getAttribute('href')).toBe('/users/b2');
  expect(within(row).getByText('IN HAND')).toBeTruthy();
  expect(sent('listReports')).toEqual([
    expect.objectContaining({
      ...{ state: StaffReportState.OPEN, kind: StaffReportKind.UNSPECIFIED, cursor: '', pageSize: 50 },
    }),
  ]);
  const room = screen.getByRole('link', { name: /^Reports/ });
  expect(await within(room).findByLabelText('2 are waiting')).toBeTruthy();
});

describe('what waits', () => {
  pauseIntervals();

  test('is counted again every minute', async () => {
    const { sent } = await open({ listReports: () => ({}) });
    await waitFor(() => expect(sent('countReports')).toHaveLength(1));
    await passing(59_999);
    expect(sent('countReports')).toHaveLength(1);
    await passing(1);
    await waitFor(() => expect(sent('countReports')).toHaveLength(2));
  });
});

test('the filters of the queue are in the URL [SET-03:staff]', async () => {
  const { sent, address } = await open({ listReports: () => ({ reports: [] }) }, '/reports?about=profile');
  expect(await screen.findByText('Nothing waits for staff')).toBeTruthy();
  await press('Closed', 'radio');
  await waitFor(() => expect(address()).toBe('/reports?state=closed&about=profile'));
  await waitFor(() =>
    expect(sent('listReports').at(-1)).toMatchObject({ state: StaffReportState.CLOSED, kind: StaffReportKind.PROFILE }),
  );
  expect(await screen.findByText('No reports here')).toBeTruthy();
});

test('a queue that fails to load can be tried again', async () => {
  await open({ listReports: inTurn<unknown[], unknown>(failing, () => ({ reports: [bug] })) });
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'No sound' })).toBeTruthy();
});

test('a report is taken in hand, and closed with a decision and a note [SET-03:staff]', async () => {
  const taken = { ...bug, state: StaffReportState.IN_HAND, handledBy: STAFF_ID, handlerName: 'Sam Staff' };
  const closed = { ...taken, state: StaffReportState.CLOSED, decision: 'Fixed', note: 'It works again.' };
  let report: object = bug;
  const { sent } = await open(
    {
      getReport: () => ({ report }),
      takeReport: () => {
        report = taken;
        return { report };
      },
      closeReport: () => {
        report = closed;
        return { report };
      },
    },
    '/reports/r1',
  );
  await press('Take in hand');
  expect(await screen.findByRole('link', { name: 'Sam Staff' })).toBeTruthy();
  expect(sent('takeReport')).toEqual([expect.objectContaining({ reportId: 'r1', taken: true })]);
  expect(screen.getByRole('button', { name: 'Leave to others' })).toBeTruthy();
  await press('Close report');
  expect(await screen.findByText('A decision has 2 to 200 characters.')).toBeTruthy();
  expect(sent('closeReport')).toEqual([]);
  await fill(/^Decision/, 'Fixed');
  await fill(/^Note to the reporter/, 'It works again.');
  await press('Close report');
  expect(await screen.findByText('The report is closed.')).toBeTruthy();
  expect(sent('closeReport')).toEqual([
    expect.objectContaining({ reportId: 'r1', decision: 'Fixed', note: 'It works again.' }),
  ]);
  expect(await screen.findByText('CLOSED')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close report' })).toBeNull();
});

test('a report that somebody closed meanwhile says so and keeps what was written', async () => {
  const message = 'Somebody has closed this report already.';
  await open(
    { getReport: () => ({ report: bug }), closeReport: refusing(Code.FailedPrecondition, { message }) },
    '/reports/r1',
  );
  await fill(/^Decision/, 'Fixed');
  await press('Close report');
  expect(await screen.findByText(message)).toBeTruthy();
  expect((screen.getByLabelText(/^Decision/) as HTMLInputElement).value).toBe('Fixed');
});

test('a report that does not exist is not found', async () => {
  await open({ getReport: refusing(Code.NotFound) }, '/reports/r9');
  expect(await screen.findByRole('heading', { name: 'Report Not Found' })).toBeTruthy();
});

test('a report in hand is left to others; another one’s can be taken over, and a failure says so [SET-03:staff]', async () => {
  const mine = { ...bug, state: StaffReportState.IN_HAND, handledBy: STAFF_ID, handlerName: 'Sam Staff' };
  const left = await open({ getReport: () => ({ report: mine }), takeReport: () => ({ report: bug }) }, '/reports/r1');
  await press('Leave to others');
  await waitFor(() => expect(left.sent('takeReport')).toMatchObject([{ reportId: 'r1', taken: false }]));
  const other = { ...mine, handledBy: 'another', handlerName: '' };
  const { sent } = await open({ getReport: () => ({ report: other }), takeReport: failing }, '/reports/r1');
  expect((await screen.findByRole('link', { name: 'another' })).getAttribute('href')).toBe('/users/another');
  await press('Take in hand');
  expect(await screen.findByText(BACK_OFFICE_MESSAGES.reportFailed)).toBeTruthy();
  expect(sent('takeReport')).toMatchObject([{ taken: true }]);
});

test('a closed report shows its decision and is not changed; one of a profile names whom it is about [SET-03:staff]', async () => {
  const closedAt = { seconds: 1_763_640_000n };
  const facts = () =>
    within(screen.getByLabelText('Report'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
  const closed = { ...profile, state: StaffReportState.CLOSED, closedAt, decision: 'Warned', note: '' };
  await open({ getReport: () => ({ report: closed }) }, '/reports/r2');
  await screen.findByText('CLOSED');
  expect(facts()).toEqual(
    expect.arrayContaining(['ProfileBob Stone', 'Details–', 'DecisionWarned', 'Note to the reporterNone']),
  );
  for (const name of ['Take in hand', 'Close report']) expect(screen.queryByRole('button', { name })).toBeNull();
  await open({ getReport: () => ({ report: bug }) }, '/reports/r1');
  await screen.findByRole('button', { name: 'Close report' });
  expect(screen.queryByText('Decision', { selector: 'th' })).toBeNull();
});

test('a report that did not load is asked for again, and one that could not be closed stays open', async () => {
  await open(
    {
      getReport: inTurn<unknown[], object>(failing, () => ({ report: bug })),
      closeReport: failing,
    },
    '/reports/r1',
  );
  expect(await screen.findByText(BACK_OFFICE_MESSAGES.loadFailed)).toBeTruthy();
  await press('Try again');
  await fill(/^Decision/, 'Fixed');
  await press('Close report');
  expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
  expect(screen.queryByText('The report is closed.')).toBeNull();
});
