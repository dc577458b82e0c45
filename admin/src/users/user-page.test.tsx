import { Code } from '@connectrpc/connect';
import { AccountStatus, AccountType, ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { AuditKind, AuditObject } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { staffNameSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, factsIn, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, STAFF_ID, USER_ID } from '../testing/users.ts';

/** A test of a whole statement opens many pages. */
const WHOLE_MS_MAX = 180_000;

const HOME = `/users/${USER_ID}`;
const open = (answers: Answers = {}, at = '', entry = aUserEntry(), role = Role.SUPER_USER) =>
  show(`${HOME}${at}`, { ...asStaff(role), getUser: () => ({ user: entry }), ...answers });
const fill = async (label: string, value: string) => {
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  await doing(() => fireEvent.change(field, { target: { value } }));
};
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const TABS = ['Profile', 'eoPro Details', 'Movie Lover Details', 'Referrals', 'Technical', 'Subscriptions'];

test('a user has the tabs of the specification, and downloads for b2b only [ADU-03]', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Inês Carvalho' })).toBeTruthy();
  expect(tabs()).toEqual(TABS);
  expect(document.title).toBe('Inês Carvalho · Back office · Marquee');
  await open({}, '?tab=downloads', aUserEntry({ consumerType: ConsumerType.B2B }));
  expect(await screen.findByText('Marquee has no downloads yet, so none are recorded.')).toBeTruthy();
  expect(tabs()).toEqual([...TABS, 'Downloads']);
});

test.each(['', '/bio'])('a long name is cut in the path of the page at "%s", which stays on one line', async (at) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim();
  await open({}, at, aUserEntry({ firstName: name, lastName: '' }));
  const path = (await within(screen.getByRole('main')).findByRole('link', { name: 'Users' }))
    .parentElement as HTMLElement;
  expect(path.style.flexWrap).toBe('nowrap');
  const crumb = within(path).getByText(name);
  expect(crumb.dataset.truncate).toBe('end');
});

test('somebody who does not exist is "User Not Found" [ADU-03:missing]', async () => {
  await open({ getUser: refusing(Code.NotFound, { reason: 'USER_NOT_FOUND' }) });
  expect(await screen.findByRole('heading', { name: 'User Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All users' }).getAttribute('href')).toBe('/users');
});

test('what is not known of a user is a dash, and their name is their id [ADU-03]', async () => {
  const names = { firstName: '', lastName: '' };
  const nothing = { ...names, bio: '', country: '', city: '', preferredLanguage: '', talents: [] };
  const facts = async (label: string) => factsIn(await screen.findByRole('table', { name: label }));
  await open({}, '', aUserEntry(nothing));
  expect(await screen.findByRole('heading', { level: 1, name: USER_ID })).toBeTruthy();
  const dashes = { 'First name': '–', 'Last name': '–', Language: '–' };
  expect(await facts('Profile')).toMatchObject({ ...dashes, Bio: '–Edit', Location: '–Edit' });
  await open({ listUserInvitations: () => ({}) }, '?tab=pro', aUserEntry(nothing));
  expect(await facts('eoPro Details')).toMatchObject({ Talents: '–Edit', Union: '–' });
  await open({ listUserDevices: () => ({}) }, '?tab=technical', aUserEntry(nothing));
  expect(await facts('Technical')).toMatchObject({
    Source: '–',
    Invitation: '–',
    'Signed up from': '–',
    Passkeys: '1',
  });
  const origin = { source: 'INVITATION', sourceId: 's1', invitationId: 'i1' };
  await open({ listUserDevices: () => ({}) }, '?tab=technical', aUserEntry(origin, { signUpIp: '192.0.2.1' }));
  const known = { Source: 'INVITATION s1', Invitation: 'i1', 'Signed up from': '192.0.2.1' };
  expect(await facts('Technical')).toMatchObject(known);
});

test('a page that fails to load can be tried again', async () => {
  await open({ getUser: inTurn<unknown[], unknown>(failing, () => ({ user: aUserEntry() })) as never });
  expect(await screen.findByText('We failed to load the data')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Inês Carvalho' })).toBeTruthy();
});

const save = async () => {
  await fill('Reason', 'asked by mail');
  await press('Save');
};
const choose = async (label: string, option: string) => {
  const field = await screen.findByRole('combobox', { name: label });
  await doing(() => fireEvent.click(field));
  await press(option, 'option');
};

/** Of each part how it is edited, and what is saved then. */
const PARTS: [string, () => Promise<unknown>, object][] = [
  ['bio', () => fill('Bio', 'Films seas.'), { bio: 'Films seas.' }],
  ['type', () => choose('Type', 'Company'), { type: AccountType.COMPANY }],
  [
    'talents',
    () => choose('Talents', 'Actor'),
    { talents: expect.objectContaining({ talents: ['Director', 'Actor'] }) },
  ],
  ['consumer-type', () => choose('Consumer type', 'b2b'), { consumerType: ConsumerType.B2B }],
  ['location', () => fill('City', 'Lisboa'), { city: 'Lisboa' }],
];
const NAMES = [
  ['First name', 'firstName', 'Failed to update first name'],
  ['Last name', 'lastName', 'Failed to update last name'],
] as const;

test(
  'parts of a user are edited at their own addresses, names of 2 to 45 characters on the page, with a reason; empty is not saved [ADU-04] [ADU-09:empty]',
  async () => {
    for (const [part, edit, saved] of PARTS) {
      const { sent, address } = await open({ updateUser: () => ({}) }, `/${part}`);
      await edit();
      await save();
      await waitFor(() => expect(address()).toBe(HOME));
      expect(sent('updateUser')).toEqual([expect.objectContaining({ ...saved, reason: 'asked by mail' })]);
    }
    for (const [label, field, failure] of NAMES) {
      // By the rule of the service.
      const updateUser = (changes: Record<string, unknown>) => {
        const { error } = staffNameSchema.safeParse(changes[field]);
        return error ? refusing(Code.InvalidArgument, { message: error.issues[0]?.message ?? '' })() : {};
      };
      const { sent } = await open({ updateUser: updateUser as never });
      await press(`Edit ${label.toLowerCase()}`);
      await fill(label, '   ');
      await press('Save');
      await closed();
      expect(sent('updateUser')).toEqual([]);
      await press(`Edit ${label.toLowerCase()}`);
      for (const wrong of ['X', 'X'.repeat(46)]) {
        await fill(label, wrong);
        await save();
        expect(await screen.findByText(failure)).toBeTruthy();
        expect(screen.getAllByText(BACK_OFFICE_MESSAGES.nameLength).length).toBeGreaterThan(0);
        await waitFor(() => expect(sent('updateUser').at(-1)).toMatchObject({ [field]: wrong }));
      }
      await fill(label, 'X'.repeat(45));
      await save();
      await closed();
      const changes = { accountId: USER_ID, [field]: 'X'.repeat(45), reason: 'asked by mail' };
      expect(sent('updateUser').at(-1)).toMatchObject(changes);
    }
  },
  WHOLE_MS_MAX,
);

test('a part of nobody says so [ADU-03]', async () => {
  await open({ getUser: refusing(Code.NotFound) }, '/bio');
  expect(await screen.findByText('User Not Found')).toBeTruthy();
});

test.each([
  ['bio', 'Bio', ''],
  ['bio', 'Bio', 'Films rivers.'],
  ['location', 'City', '  '],
])('an empty or unchanged %s means no save [ADU-09:empty]', async (part, label, value) => {
  const { sent, address } = await open({}, `/${part}`);
  await fill(label, value);
  await press('Save');
  await waitFor(() => expect(address()).toBe(HOME));
  expect(sent('updateUser')).toEqual([]);
});

test.each([
  ['type', 'Type', 'Company', { type: AccountType.COMPANY }, 'Another type clears the talents.'],
  ['consumer-type', 'Consumer type', 'b2b', { consumerType: ConsumerType.B2B }, 'A Movie Lover has neither'],
])('%s is chosen at its own address [PRO-21:screen]', async (part, label, option, saved, note) => {
  const { sent, address } = await open({ updateUser: () => ({}) }, `/${part}`);
  expect(await screen.findByText(new RegExp(note))).toBeTruthy();
  await choose(label, option);
  await save();
  await waitFor(() => expect(address()).toBe(HOME));
  expect(sent('updateUser')).toEqual([expect.objectContaining(saved)]);
});

test('a country is chosen from the list [ADU-04:pages]', async () => {
  const { sent, address } = await open({ updateUser: () => ({}) }, '/location', aUserEntry({ country: '' }));
  const field = await screen.findByRole('combobox', { name: 'Country' });
  await doing(() => fireEvent.change(field, { target: { value: 'Spain' } }));
  await press('Spain', 'option');
  await save();
  await waitFor(() => expect(address()).toBe(HOME));
  expect(sent('updateUser')).toEqual([expect.objectContaining({ country: 'ES' })]);
});

test.each([
  [ConsumerType.B2B, true],
  [ConsumerType.MOVIE_LOVER, false],
])('a type belongs to professionals and B2B, and not to Movie Lovers: %#', async (consumerType, hasType) => {
  await open({}, '/type', aUserEntry({ consumerType }));
  if (hasType) expect(await screen.findByRole('combobox', { name: 'Type' })).toBeTruthy();
  else expect(await screen.findByText('Movie Lovers have no type.')).toBeTruthy();
});

test('an open invitation to a credit says where it was sent [ADU-03]', async () => {
  const invitation = { firstName: 'Li', lastName: 'Wei', credit: 'Cast', filmId: 'f1', filmTitle: 'Salt' };
  const invitations = [
    { ...invitation, id: 'i1', email: 'li@example.com' },
    { ...invitation, id: 'i2', phone: '+14155550100' },
  ];
  await open({ listUserInvitations: () => ({ invitations }) }, '?tab=pro');
  const table = await screen.findByRole('table', { name: 'Invitations to credits that are open' });
  const to = [...table.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[3]?.textContent);
  expect(to).toEqual(['li@example.com', '+14155550100']);
});

test('talents are chosen at their own address, and a refusal says why [PRO-21:screen]', async () => {
  const message = 'Please select at most 4 skills.';
  const { sent } = await open({ updateUser: refusing(Code.InvalidArgument, { message }) }, '/talents');
  expect(await screen.findByText('At most 4')).toBeTruthy();
  await choose('Talents', 'Actor');
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent('updateUser')).toEqual([
    expect.objectContaining({ talents: expect.objectContaining({ talents: ['Director', 'Actor'] }) }),
  ]);
});

test.each([
  ['Ban User', 'banUser', AccountStatus.ACTIVE],
  ['Unban User', 'unbanUser', AccountStatus.SUSPENDED],
] as const)(
  '%s asks for confirmation with a reason of 2 to 200 characters; what fails is "Failed to save banning" [ADU-05] [ADU-09:ban]',
  async (name, method, status) => {
    const { sent } = await open({ [method]: failing }, '', aUserEntry({ status }));
    await press(name);
    expect(await screen.findByText(`${name}: Inês Carvalho?`)).toBeTruthy();
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name });
    for (const reason of ['', 'x']) {
      await fill('Reason', reason);
      await doing(() => fireEvent.click(confirm));
      expect((await dialog.findByRole('alert')).textContent).toBe(BACK_OFFICE_MESSAGES.reasonLength);
    }
    expect(dialog.getByLabelText<HTMLInputElement>(/^Reason/).maxLength).toBe(200);
    expect(sent(method)).toEqual([]);
    await fill('Reason', 'ab');
    await doing(() => fireEvent.click(confirm));
    expect(await screen.findByText('Failed to save banning')).toBeTruthy();
    expect(sent(method)).toEqual([expect.objectContaining({ accountId: USER_ID, reason: 'ab' })]);
  },
);

test('who is banned is said to be, and can be unbanned at once; one whose unbanning fails stays so [ADU-05:screen]', async () => {
  let isBanned = false;
  const { sent } = await open({
    getUser: () => ({ user: aUserEntry({ status: isBanned ? AccountStatus.SUSPENDED : AccountStatus.ACTIVE }) }),
    banUser: () => {
      isBanned = true;
      return {};
    },
    unbanUser: refusing(Code.FailedPrecondition, { message: 'This account is closed.' }),
  });
  const confirm = async (name: string) => {
    await press(name);
    const dialog = within(await screen.findByRole('dialog'));
    await fill('Reason', 'sends spam');
    await doing(() => fireEvent.click(dialog.getByRole('button', { name })));
    return dialog;
  };
  await confirm('Ban User');
  expect(await screen.findByText('Inês Carvalho is banned.')).toBeTruthy();
  await closed();
  expect(await screen.findByRole('button', { name: 'Unban User' })).toBeTruthy();
  await confirm('Unban User');
  expect(await screen.findByText('This account is closed.')).toBeTruthy();
  expect(screen.queryByText('Inês Carvalho is active again.')).toBeNull();
  expect(sent('unbanUser')).toHaveLength(1);
});

test('one user is deleted with a reason, and the list is shown then; a refusal stays on the page [ADU-09:delete]', async () => {
  let isRefused = true;
  const message = 'This is the last super user.';
  const { sent, address } = await open({
    deleteUsers: () => (isRefused ? refusing(Code.FailedPrecondition, { message })() : {}),
    countUsers: () => ({ count: 0n }),
    listUsers: () => ({ users: [] }),
  });
  const confirm = async () => {
    await press('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Inês Carvalho?' }));
    await fill('Reason', 'asked by mail');
    await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Delete' })));
    await closed();
  };
  await confirm();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(address()).toContain(`/users/${USER_ID}`);
  isRefused = false;
  await confirm();
  expect(await screen.findByText('Inês Carvalho was deleted.')).toBeTruthy();
  expect(address()).toBe('/users');
  expect(sent('deleteUsers').at(-1)).toMatchObject({
    accountIds: [USER_ID],
    confirmedCount: 1,
    reason: 'asked by mail',
  });
});

test('a passkey link that could not be made says so', async () => {
  const message = 'Please confirm that it is you first.';
  const staff = aUserEntry({ roles: [Role.ADMIN] });
  await open({ createStaffPasskeyLink: refusing(Code.FailedPrecondition, { message }) }, '', staff);
  await press('Passkey link');
  await fill('Reason', 'lost their phone');
  await press('Make the link');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText('One-time link')).toBeNull();
});

test('unbanning also asks for a reason [ADU-05:screen]', async () => {
  const banned = aUserEntry({ status: AccountStatus.SUSPENDED }, { suspendedReason: 'sent spam' });
  const { sent } = await open({ unbanUser: () => ({}) }, '', banned);
  expect(await screen.findByText('Banned: sent spam')).toBeTruthy();
  await press('Unban User');
  await fill('Reason', 'appealed');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Unban User' })));
  expect(await screen.findByText('Inês Carvalho is active again.')).toBeTruthy();
  expect(sent('unbanUser')).toEqual([expect.objectContaining({ reason: 'appealed' })]);
});

test('the passkey link of a member of staff is shown once; others have none [ADU-10:passkey-link]', async () => {
  const url = 'https://marquee.example/passkey#token';
  const staff = aUserEntry({ roles: [Role.ADMIN] });
  await open({ createStaffPasskeyLink: () => ({ url }) }, '', staff);
  await press('Passkey link');
  await fill('Reason', 'lost their phone');
  await press('Make the link');
  expect(await screen.findByText(url)).toBeTruthy();
  await open();
  await screen.findByRole('button', { name: 'Ban User' });
  expect(screen.queryByRole('button', { name: 'Passkey link' })).toBeNull();
});

test('nothing is offered on the own account, nor on staff without the right [ADU-10:staff]', async () => {
  await open({}, '', aUserEntry({ id: STAFF_ID }));
  expect(await screen.findByText('Nothing was done yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ban User' })).toBeNull();
  await open({}, '', aUserEntry({ roles: [Role.SUPER_USER] }), Role.ADMIN);
  expect(await screen.findByText('Nothing was done yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ban User' })).toBeNull();
});

test('what staff did to a user stands on their page [ADU-10:shown]', async () => {
  const entry = {
    ...{ id: 'a1', actorId: STAFF_ID, actorName: 'Grace Hopper', kind: AuditKind.USER_EDITED, reason: 'typing error' },
    ...{ objectKind: AuditObject.USER, objectId: USER_ID },
    changes: [{ field: 'firstName', before: 'Ines', after: 'Inês' }],
  };
  const notice = {
    ...{ id: 'a2', actorId: STAFF_ID, actorName: 'Grace Hopper', kind: AuditKind.USERS_NOTIFIED, reason: 'festival' },
    ...{ objectKind: AuditObject.STAFF_NOTICE, objectId: 'n1' },
    changes: [{ field: 'title', before: '', after: 'Festival week' }],
  };
  const { sent } = await open({ listAuditEntries: () => ({ entries: [notice, entry] }) });
  expect(await screen.findByText('First name: Ines → Inês')).toBeTruthy();
  expect(screen.getByText('typing error')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Grace Hopper' })[0]?.getAttribute('href')).toBe(`/users/${STAFF_ID}`);
  expect(sent('listAuditEntries')[0]).toMatchObject({ objectKind: AuditObject.UNSPECIFIED, objectId: USER_ID });
  // What was sent to them stands there too, with where it is; the page needs no link to itself.
  expect(screen.getByText('Title: – → Festival week')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Notification' }).getAttribute('href')).toBe('/users/notices');
  expect(screen.queryByRole('link', { name: USER_ID })).toBeNull();
});
