import { Code } from '@connectrpc/connect';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { screen, waitFor, within } from '@testing-library/react';
import { press, show } from '../testing/show.tsx';
import { asStaff } from '../testing/users.ts';

const metrics = {
  days: [
    { day: '2026-11-19', signUps: 4, onboarded: 3, watched: 1, active: 5, playedMs: 120_000n },
    { day: '2026-11-20', signUps: 0, onboarded: 0, watched: 0, active: 2, playedMs: 0n },
  ],
  weeks: [{ week: '2026-11-16', active: 6 }],
  cohorts: [
    { week: '2026-11-09', people: 8, active: [8, 2] },
    { week: '2026-11-16', people: 0, active: [0] },
  ],
};
const open = (getMetrics: unknown = () => metrics) =>
  show('/users/metrics', { ...asStaff(), getMetrics: getMetrics as never });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('the figures of each day stand in a table under their charts, with days in UTC [ADU-08:metrics]', async () => {
  const { sent, address } = await open();
  const table = await screen.findByRole('table', { name: 'Metrics by day' });
  const row = within(table).getByRole('rowheader', { name: '2026-11-19' }).closest('tr') as HTMLElement;
  expect(cells(row)).toEqual(['4', '3 (75%)', '1 (25%)', '5', '2']);
  const empty = within(table).getByRole('rowheader', { name: '2026-11-20' }).closest('tr') as HTMLElement;
  expect(cells(empty)).toEqual(['0', '0 (–)', '0 (–)', '2', '0']);
  expect(screen.getByText(/^Days are in UTC/)).toBeTruthy();
  const most = (title: string) => screen.getByText(title).nextElementSibling?.textContent;
  expect([most('Active people a day'), most('Minutes watched a day')]).toEqual(['Most: 5', 'Most: 2']);
  expect([most('Sign-ups a day'), most('Active people a week')]).toEqual(['Most: 4', 'Most: 6']);
  expect(screen.queryByText('Nobody has signed up in these days.')).toBeNull();
  await press('7 days', 'radio');
  await waitFor(() => expect(address()).toBe('/users/metrics?days=7'));
  expect(sent('getMetrics').map(({ days }) => days)).toEqual([30, 7]);
});

test('a cohort says which part of it came back in each week; one of nobody is left out [ADU-08:retention]', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Weekly retention' });
  const row = within(table).getByRole('rowheader', { name: '2026-11-09' }).closest('tr') as HTMLElement;
  expect(cells(row)).toEqual(['8', '100%', '25%']);
  expect(within(table).queryByRole('rowheader', { name: '2026-11-16' })).toBeNull();
});

test('who is not on the list reads where it is chosen [ADU-08:list]', async () => {
  await open(refusing(Code.PermissionDenied, { reason: 'METRICS_HIDDEN' }));
  const link = await screen.findByRole('link', { name: 'Who sees metrics' });
  expect(link.getAttribute('href')).toBe('/settings/metrics-viewers');
});

test('metrics that fail to load can be tried again, and without people they say so', async () => {
  await open(inTurn<unknown[], unknown>(failing, () => ({ days: [], weeks: [], cohorts: [] })));
  await press('Try again');
  expect(await screen.findByText('Nobody has signed up in these days.')).toBeTruthy();
  expect(screen.getByText('Nobody has signed up in the last 12 weeks.')).toBeTruthy();
});

test('only those on the list have a way to the metrics [ADU-08:list]', async () => {
  for (const allowed of [true, false]) {
    await show('/users', {
      ...asStaff(),
      countUsers: () => ({ count: 0n }),
      listUsers: () => ({ users: [] }),
      getMetricsAccess: () => ({ allowed }),
    });
    await screen.findByText('No users here');
    if (allowed) expect(await screen.findByRole('link', { name: 'Metrics' })).toBeTruthy();
    else expect(screen.queryByRole('link', { name: 'Metrics' })).toBeNull();
  }
});
