import { Code } from '@connectrpc/connect';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { SettingType } from '@marquee/contracts/marketing/v1/settings_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';

const entry = (id: string, part: object = {}) => ({
  ...{ id, actorId: 's1', actorName: 'Grace Hopper', kind: AuditKind.USER_BANNED, reason: 'sends spam' },
  ...{ objectKind: AuditObject.USER, objectId: 'u1' },
  changes: [{ field: 'suspended', before: 'false', after: 'true' }],
  ...part,
});
const open = (
  listAuditEntries: NonNullable<Answers['listAuditEntries']> = () => ({ entries: [entry('a1')] }),
  at = '/audit',
) => show(at, { listAuditEntries });

/** Its filter names every kind as well. */
const log = () => within(screen.getByRole('list', { name: 'Audit log' }));

test('the audit log says who did what to whom, what was before and after, and why [ADU-10:shown]', async () => {
  const own = entry('a2', { actorId: '', actorName: '', kind: AuditKind.ROLE_GIVEN, reason: '', changes: [] });
  await open(() => ({ entries: [entry('a1'), own] }));
  expect(await screen.findByText('Banned: no → yes')).toBeTruthy();
  expect(screen.getByText('sends spam')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/users/s1');
  expect(screen.getAllByRole('link', { name: 'u1' })[0]?.getAttribute('href')).toBe('/users/u1');
  expect(log().getByText('Role given')).toBeTruthy();
  expect(screen.getByText(/The staff command/)).toBeTruthy();
  expect(screen.getByText('This is where the log begins')).toBeTruthy();
});

test('a change of a setting links to it, and shows its values once asked for [ADU-10:settings]', async () => {
  const changed = entry('a1', {
    ...{ kind: AuditKind.SETTING_ROLLED_BACK, objectKind: AuditObject.SETTING, objectId: 'free-unlock-hours' },
    changes: [
      { field: 'version', before: '2', after: '3' },
      { field: 'rolledBackTo', before: '', after: '0' },
    ],
  });
  const facts = { key: 'free-unlock-hours', label: 'Free unlock: hours', type: SettingType.NUMBER };
  const { sent } = await show('/audit', {
    listAuditEntries: () => ({ entries: [changed] }),
    getSetting: () => ({ setting: { facts } }),
    getSettingVersion: (({ version }: { version: bigint }) => ({
      value: { number: version === 2n ? 24 : 48 },
    })) as never,
  });
  expect(await log().findByText('Setting rolled back')).toBeTruthy();
  const place = log().getByRole('link', { name: 'free-unlock-hours' });
  expect(place.getAttribute('href')).toBe('/settings/free-unlock-hours');
  expect(log().getByText('Version: 2 → 3')).toBeTruthy();
  expect(log().getByText('Rolled back to the default')).toBeTruthy();
  const asked = await log().findByRole('button', { name: 'Show changes of free-unlock-hours, version 3' });
  expect(sent('getSettingVersion')).toEqual([]);
  await doing(() => fireEvent.click(asked));
  expect((await log().findByText('48')).tagName).toBe('INS');
  expect(log().getByText('24').tagName).toBe('DEL');
  expect(sent('getSettingVersion').map(({ version }) => version)).toEqual([2n, 3n]);
});

test('its filters are in the URL [ADU-10:shown]', async () => {
  const { sent, address } = await open(undefined, '/audit?actor=s1&object=u1&kind=USER_BANNED');
  const filter = { actorId: 's1', objectId: 'u1', kind: AuditKind.USER_BANNED };
  await screen.findByText('sends spam');
  expect(sent('listAuditEntries').at(-1)).toMatchObject(filter);
  await doing(() => fireEvent.change(screen.getByLabelText('Who (id)'), { target: { value: 's2' } }));
  await waitFor(() => expect(address()).toContain('actor=s2'));
  await waitFor(() => expect(sent('listAuditEntries').at(-1)).toMatchObject({ ...filter, actorId: 's2' }));
});

test('it continues page by page', async () => {
  const pages = ({ cursor }: { cursor: string }) =>
    cursor === ''
      ? { entries: [entry('a1')], lastKey: 'k1' }
      : { entries: [entry('a2', { kind: AuditKind.USER_UNBANNED })] };
  await open(pages as never);
  await press('Load more');
  expect(await log().findByText('Unbanned')).toBeTruthy();
  expect(screen.getByText('This is where the log begins')).toBeTruthy();
});

test('an empty log says so, and one that fails can be tried again', async () => {
  await open(() => ({ entries: [] }));
  expect(await screen.findByText('Nothing was done yet')).toBeTruthy();
  await open(failing);
  expect(await screen.findByText('We failed to load the data')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('somebody without the right sees the forbidden page [ADU-11:audit]', async () => {
  await open(refusing(Code.PermissionDenied));
  expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
});
