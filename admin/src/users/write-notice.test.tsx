import { Code } from '@connectrpc/connect';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { passing, pauseIntervals } from '../testing/pause-intervals.ts';
import { closed, doing, press, show } from '../testing/show.tsx';
import { asStaff, aUser, STAFF_ID, USER_ID } from '../testing/users.ts';

const bob = aUser({ id: 'b2', firstName: 'Bob', lastName: 'Stone' });
const open = (more: object = {}, at = '/users') =>
  show(at, {
    ...asStaff(Role.ADMIN),
    countUsers: () => ({ count: 2n }),
    listUsers: () => ({ users: [aUser(), bob] }),
    ...more,
  });
const fill = async (label: RegExp, value: string) => {
  const field = await screen.findByLabelText(label);
  await doing(() => fireEvent.change(field, { target: { value } }));
};
const write = async () => {
  await press('Select Inês Carvalho', 'checkbox');
  await press('Select Bob Stone', 'checkbox');
  await press('Send notification');
  await fill(/^Title/, 'Festival week');
  await fill(/^Text/, 'Five films are free.');
  await fill(/^Reason/, 'festival');
};

test('a notification to nobody asks to select somebody [ADU-02:nobody]', async () => {
  const { sent } = await open();
  await screen.findByRole('link', { name: 'Bob Stone' });
  await press('Send notification');
  expect(await screen.findByText('Please select some users to send the notification to.')).toBeTruthy();
  expect(sent('notifyUsers')).toEqual([]);
});

test('staff write, see it with the number of users, and send it [ADU-02:push]', async () => {
  const { sent } = await open({ notifyUsers: () => ({ notice: { id: 'n1', recipients: 2 } }) });
  await screen.findByRole('link', { name: 'Bob Stone' });
  await write();
  await press('Continue');
  expect(sent('notifyUsers')).toEqual([]);
  expect(
    within(await screen.findByRole('group', { name: 'The notification' })).getByText('Festival week'),
  ).toBeTruthy();
  await press('Send to 2 users');
  await closed();
  expect(sent('notifyUsers')).toEqual([
    expect.objectContaining({
      ...{ accountIds: [USER_ID, 'b2'], confirmedCount: 2, title: 'Festival week' },
      ...{ text: 'Five films are free.', reason: 'festival' },
    }),
  ]);
  expect(await screen.findByText('Notification sent')).toBeTruthy();
  expect(screen.getByText('It is on its way to 2 users.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
});

test('what is too short is said at its field before anything is sent [ADU-02:push-rules]', async () => {
  const { sent } = await open();
  await press('Select Bob Stone', 'checkbox');
  await press('Send notification');
  await press('Continue');
  for (const message of [
    'A title has 2 to 60 characters.',
    'A text has 2 to 300 characters.',
    'A reason has 2 to 200 characters.',
  ]) {
    expect(await screen.findByText(message)).toBeTruthy();
  }
  expect(sent('notifyUsers')).toEqual([]);
});

test('a notification that is refused says why and keeps what was written [ADU-02:push]', async () => {
  const message = 'None of these users can get a notification.';
  await open({ notifyUsers: refusing(Code.InvalidArgument, { message, fields: [] }) });
  await write();
  await press('Continue');
  await press('Send to 2 users');
  expect(await screen.findByText('Failed to send the notification')).toBeTruthy();
  expect((screen.getByLabelText(/^Title/) as HTMLInputElement).value).toBe('Festival week');
  expect(screen.getByText('2 selected')).toBeTruthy();
});

const notice = {
  ...{ id: 'n1', title: 'Festival week', text: 'Five films are free.', recipients: 2, sentBy: STAFF_ID },
  senderName: 'Sam Staff',
};
const progress = {
  ...{ staffNoticeId: 'n1', planned: 2, isPlanned: true, inInbox: 2, seen: 1, sent: 1, waiting: 0, notSent: 1 },
};

test('what was sent is listed with who sent it and how far it has come [ADU-02:progress]', async () => {
  const { sent } = await open(
    { listStaffNotices: () => ({ notices: [notice] }), getStaffNoticeProgress: () => ({ notices: [progress] }) },
    '/users/notices',
  );
  const table = await screen.findByRole('table', { name: 'Notifications to users' });
  for (const text of ['Festival week', '2 planned', 'In 2 inboxes, seen in 1', 'Messages: 1 sent, 1 not sent']) {
    expect(await within(table).findByText(text)).toBeTruthy();
  }
  expect(within(table).getByRole('link', { name: 'Sam Staff' }).getAttribute('href')).toBe(`/users/${STAFF_ID}`);
  expect(sent('getStaffNoticeProgress')).toEqual([expect.objectContaining({ staffNoticeIds: ['n1'] })]);
  expect(screen.getByText('These are all, of the last 400 days')).toBeTruthy();
});

test('a notification that is in one inbox says so', async () => {
  await open(
    {
      listStaffNotices: () => ({ notices: [notice] }),
      getStaffNoticeProgress: () => ({ notices: [{ ...progress, inInbox: 1, seen: 0 }] }),
    },
    '/users/notices',
  );
  expect(await screen.findByText('In 1 inbox, seen in 0')).toBeTruthy();
});

test('an empty and a failed list of notifications say so', async () => {
  await open({ listStaffNotices: () => ({ notices: [] }) }, '/users/notices');
  expect(await screen.findByText(/^Nothing was sent yet/)).toBeTruthy();
  await open(
    {
      listStaffNotices: inTurn<unknown[], unknown>(failing, () => ({ notices: [notice] })) as never,
      getStaffNoticeProgress: () => ({ notices: [] }),
    },
    '/users/notices',
  );
  expect(await screen.findByText('We failed to load the data')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Festival week')).toBeTruthy();
  expect(await screen.findByText('Not planned yet, or long ago')).toBeTruthy();
});

describe('how far a notification has come', () => {
  const justSent = { ...notice, senderName: '', createdAt: { seconds: BigInt(Math.floor(Date.now() / 1_000)) } };
  const minutesAgo = (minutes: number) => ({ seconds: BigInt(Math.floor(Date.now() / 1_000) - 60 * minutes) });
  const openNotices = (getStaffNoticeProgress: () => object, sentNotice: object = justSent) =>
    open({ listStaffNotices: () => ({ notices: [sentNotice] }), getStaffNoticeProgress }, '/users/notices');
  const asked = ({ sent }: Awaited<ReturnType<typeof openNotices>>) => sent('getStaffNoticeProgress').length;
  const later = () => passing(3_000);
  pauseIntervals();

  test('is asked for every three seconds until all of it is sent [ADU-02:progress]', async () => {
    const answers = [
      { notices: [] },
      { notices: [{ ...progress, isPlanned: false, waiting: 0 }] },
      { notices: [{ ...progress, notSent: 0, waiting: 1 }] },
      { notices: [{ ...progress, notSent: 0, waiting: 0, sent: 2 }] },
    ];
    const sentBefore = { ...justSent, createdAt: minutesAgo(59) };
    const shown = await openNotices(() => answers.shift() ?? {}, sentBefore);
    expect(await screen.findByText('Not planned yet, or long ago')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'A member of staff' })).toBeTruthy();
    await later();
    await later();
    expect(await screen.findByText('Messages: 1 sent, 1 waiting')).toBeTruthy();
    await later();
    expect(await screen.findByText('Messages: 2 sent')).toBeTruthy();
    expect(asked(shown)).toBe(4);
    await later();
    expect(asked(shown)).toBe(4);
  });

  test.each([
    ['whose planning failed', 'Planning has failed', { ...progress, hasFailed: true, isPlanned: false }, justSent],
    ['of 61 minutes ago', 'Not planned yet, or long ago', undefined, { ...justSent, createdAt: minutesAgo(61) }],
  ])('is not asked for again of one %s', async (_what, text, known, sentNotice) => {
    const shown = await openNotices(() => ({ notices: known ? [known] : [] }), sentNotice);
    expect(await screen.findByText(text)).toBeTruthy();
    await later();
    expect(asked(shown)).toBe(1);
  });

  test('is said to be unknown when it cannot be loaded', async () => {
    await openNotices(failing);
    expect(await screen.findByText('We could not load this.')).toBeTruthy();
  });
});
