import { Code } from '@connectrpc/connect';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

/** A test of a whole statement opens many pages. */
const WHOLE_MS_MAX = 180_000;

const device = {
  id: 'd1',
  name: 'Firefox on Linux',
  modelName: 'Linux',
  place: 'Portugal',
  ip: '10.0.0.0',
  attributeKey: 'devices/d1',
};
const invitation = {
  ...{ id: 'i1', filmId: 'f1', filmTitle: 'Salt', firstName: 'Ada', lastName: 'Lovelace', credit: 'Writer' },
  ...{ credId: 'c1', email: 'a•••@example.com', type: InvitationType.CREDIT, attributeKey: 'invitations/i1' },
};
const unlock = { key: 'f1:u1', filmId: 'f1', filmTitle: 'Salt', paidAmount: 499n };

const open = (at: string, answers: Answers) =>
  show(`/users/${USER_ID}${at}`, {
    ...asStaff(Role.SUPER_USER),
    getUser: () => ({ user: aUserEntry() }),
    listUserDevices: () => ({ devices: [] }),
    listUserInvitations: () => ({ invitations: [] }),
    listUserUnlocks: () => ({ unlocks: [] }),
    listUserGrants: () => ({ grants: [] }),
    listUserOrders: () => ({ orders: [] }),
    listUserPayouts: () => ({ payouts: [] }),
    listUserTicketOrders: () => ({ orders: [] }),
    listUserFees: () => ({ fees: [] }),
    ...answers,
  });
const fill = async (label: string, value: string) => {
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  await doing(() => fireEvent.change(field, { target: { value } }));
};

async function askToDelete({ title }: Kind) {
  await press('Delete');
  expect(await screen.findByText(`Delete ${title}?`)).toBeTruthy();
  await fill('Reason', 'asked by mail');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Delete' })));
}

type Kind = {
  at: string;
  tab: string;
  title: string;
  failure: string;
  get: keyof Answers;
  list: keyof Answers;
  remove: keyof Answers;
  one: object;
  all: object;
  link: string;
  named: object;
  /** Where it is not that of one. */
  listFailure?: string;
};
const KINDS: Record<string, Kind> = {
  device: {
    ...{ at: '/devices/d1', tab: 'technical', title: 'Firefox on Linux', failure: 'Failed to load user device' },
    ...{ get: 'getUserDevice', list: 'listUserDevices', remove: 'deleteUserDevice' },
    ...{ one: { device }, all: { devices: [device] }, link: 'Firefox on Linux', named: { deviceId: 'd1' } },
  },
  invitation: {
    ...{ at: '/invitations/i1', tab: 'pro', title: 'Invitation of Ada Lovelace' },
    failure: 'Failed to load user invitation',
    ...{ get: 'getUserInvitation', list: 'listUserInvitations', remove: 'deleteUserInvitation' },
    ...{ one: { invitation }, all: { invitations: [invitation] }, link: 'Ada Lovelace' },
    named: { invitationId: 'i1' },
  },
  unlock: {
    ...{ at: '/unlocked-films/f1:u1', tab: 'lover', title: 'Salt, unlocked', failure: 'Failed to load user film' },
    listFailure: 'Failed to load user unlocked films',
    ...{ get: 'getUserUnlock', list: 'listUserUnlocks', remove: 'deleteUserUnlock' },
    ...{ one: { unlock }, all: { unlocks: [unlock] }, link: 'Salt', named: { unlockKey: 'f1:u1' } },
  },
};
const kinds = Object.entries(KINDS);

test.each(kinds)('each %s of a user is listed, and has its own page [ADU-06:records]', async (_name, kind) => {
  const { address } = await open(`?tab=${kind.tab}`, { [kind.list]: () => kind.all, [kind.get]: () => kind.one });
  await press(kind.link, 'link');
  expect(await screen.findByRole('heading', { level: 1, name: kind.title })).toBeTruthy();
  expect(address()).toBe(`/users/${USER_ID}${kind.at}`);
});

test(
  'devices, invitations and unlocked films are each listed, read, deleted, and said to fail or be gone [ADU-06:identity]',
  async () => {
    for (const kind of Object.values(KINDS)) {
      const gone = refusing(Code.NotFound, { reason: 'RECORD_NOT_FOUND' });
      const { sent, address } = await open(`?tab=${kind.tab}`, {
        [kind.list]: inTurn<unknown[], unknown>(failing, () => kind.all),
        [kind.get]: inTurn<unknown[], unknown>(failing, () => kind.one),
        [kind.remove]: inTurn<unknown[], unknown>(failing, () => ({})),
      });
      expect(await screen.findByText(kind.listFailure ?? kind.failure)).toBeTruthy();
      await press('Try again');
      await press(kind.link, 'link');
      expect(await screen.findByText(kind.failure)).toBeTruthy();
      await press('Try again');
      expect(await screen.findByRole('heading', { level: 1, name: kind.title })).toBeTruthy();
      await askToDelete(kind);
      expect(await screen.findByText('Failed to delete record')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await askToDelete(kind);
      await waitFor(() => expect(address()).toBe(`/users/${USER_ID}?tab=${kind.tab}`));
      expect(sent(kind.remove)).toHaveLength(2);
      await open(kind.at, { [kind.get]: gone });
      expect(await screen.findByRole('heading', { name: 'Record Not Found' })).toBeTruthy();
    }
  },
  WHOLE_MS_MAX,
);

test.each([
  ['device', ['devices/d1', 'Firefox on Linux', 'Linux']],
  ['invitation', ['invitations/i1', 'CREDIT', 'Ada', 'Lovelace', 'a•••@example.com', 'Writer', 'c1', 'Salt']],
  ['unlock', ['f1:u1', 'Salt', '$4.99']],
])('the page of a %s shows its record [ENT-08:back-office]', async (name, shown) => {
  const kind = KINDS[name] as Kind;
  await open(kind.at, { [kind.get]: () => kind.one });
  const record = within(await screen.findByRole('table', { name: 'Record' }));
  const cells = record.getAllByRole('cell').map(({ textContent }) => textContent);
  expect([...cells, kind.title]).toEqual(expect.arrayContaining(shown));
});

test.each(kinds)(
  'a %s that cannot be loaded says so, in its list and on its page [ADU-06:records]',
  async (_name, kind) => {
    await open(`?tab=${kind.tab}`, { [kind.list]: inTurn<unknown[], unknown>(failing, () => kind.all) });
    expect(await screen.findByText(kind.listFailure ?? kind.failure)).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('link', { name: kind.link })).toBeTruthy();
    await open(kind.at, { [kind.get]: inTurn<unknown[], unknown>(failing, () => kind.one) });
    expect(await screen.findByText(kind.failure)).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('heading', { level: 1, name: kind.title })).toBeTruthy();
  },
);

test.each(kinds)('a %s that is gone is "Record Not Found" [ADU-06:records]', async (_name, kind) => {
  await open(kind.at, { [kind.get]: refusing(Code.NotFound, { reason: 'RECORD_NOT_FOUND' }) });
  expect(await screen.findByRole('heading', { name: 'Record Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the user' }).getAttribute('href')).toBe(
    `/users/${USER_ID}?tab=${kind.tab}`,
  );
});

test.each(kinds)(
  'a %s is deleted after a confirmation and a reason [ADU-06:records] [ADU-09:records]',
  async (_name, kind) => {
    const remove = inTurn<unknown[], unknown>(failing, () => ({}));
    const { sent, address } = await open(kind.at, { [kind.get]: () => kind.one, [kind.remove]: remove });
    await askToDelete(kind);
    expect(await screen.findByText('Failed to delete record')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await askToDelete(kind);
    await waitFor(() => expect(address()).toBe(`/users/${USER_ID}?tab=${kind.tab}`));
    expect(sent(kind.remove).at(-1)).toMatchObject({ accountId: USER_ID, ...kind.named, reason: 'asked by mail' });
    expect(await screen.findByText('The record was deleted.')).toBeTruthy();
  },
);

test('who came by a user is listed, and by whom they came [ADU-03:referrals]', async () => {
  const referred = aUserEntry({ id: 'r1', firstName: 'Rui', lastName: 'Melo' }).user;
  await open('?tab=referrals', {
    getUser: () => ({ user: aUserEntry({ referrerId: 'r0' }) }),
    listReferrals: () => ({ users: referred ? [referred] : [] }),
  });
  expect((await screen.findByRole('link', { name: 'r0' })).getAttribute('href')).toBe('/users/r0');
  expect((await screen.findByRole('link', { name: 'Rui Melo' })).getAttribute('href')).toBe('/users/r1');
});
