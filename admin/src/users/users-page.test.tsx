import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { AccountStatus, ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, show } from '../testing/show.tsx';
import { asStaff, aUser, aUserEntry, STAFF_ID, USER_ID } from '../testing/users.ts';
import { SelectionActions } from './selection-actions.tsx';

/** A test of a whole statement opens many pages. */
const WHOLE_MS_MAX = 180_000;

const ines = aUser();
const bob = aUser({
  ...{ id: 'b2', firstName: 'Bob', lastName: 'Stone', email: 'bob@example.com', phone: '' },
  ...{ consumerType: ConsumerType.MOVIE_LOVER, status: AccountStatus.SUSPENDED },
});
const listed = (users = [ines, bob], lastKey = '') => ({ users, lastKey });
const open = (
  listUsers: NonNullable<Answers['listUsers']> = () => listed(),
  { at = '/users', role = Role.SUPER_USER, ...more }: Answers & { at?: string; role?: Role } = {},
) => show(at, { ...asStaff(role), countUsers: () => ({ count: 120n }), listUsers, ...more });

const select = (name: string) => press(`Select ${name}`, 'checkbox');
const fill = async (label: string, value: string) => {
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  await doing(() => fireEvent.change(field, { target: { value } }));
};

test('users stand in a dense table, each a link to their page [ADU-01:table]', async () => {
  const { sent } = await open();
  const table = await screen.findByRole('table', { name: 'Users' });
  const link = await within(table).findByRole('link', { name: 'Inês Carvalho' });
  expect(link.getAttribute('href')).toBe(`/users/${USER_ID}`);
  const row = link.closest('tr') as HTMLElement;
  for (const text of ['Entertainment Pro', 'Portugal', 'ACTIVE', 'Nov 05, 2026']) {
    expect(row.textContent).toContain(text);
  }
  expect(within(row).getByRole('link', { name: 'ines@example.com' }).getAttribute('href')).toBe(
    'mailto:ines@example.com',
  );
  expect(within(table).getByRole('link', { name: 'Bob Stone' }).closest('tr')?.textContent).toContain('SUSPENDED');
  expect(sent('listUsers')).toEqual([
    expect.objectContaining({ pageSize: 50, cursor: '', query: '', filter: UserFilter.UNSPECIFIED }),
  ]);
  expect(document.title).toBe('Users · Back office · Marquee');
});

test(
  'the table has 50 users a page by last keys, the count and its pages, three filters and a search [ADU-01]',
  async () => {
    const all = Array.from({ length: 120 }, (_, index) =>
      aUser({ id: `u${index}`, firstName: 'Numbered', lastName: `User${index}`, isOnboarding: index % 4 === 0 }),
    );
    const isIn: Record<number, (user: (typeof all)[number]) => boolean> = {
      [UserFilter.UNSPECIFIED]: () => true,
      [UserFilter.NOT_ONBOARDED_ONLY]: ({ isOnboarding }) => isOnboarding,
      [UserFilter.ONBOARDED_ONLY]: ({ isOnboarding }) => !isOnboarding,
      [UserFilter.ACTIVE_ONLY]: ({ isOnboarding }) => !isOnboarding,
    };
    type Asked = { filter: UserFilter; query: string; cursor: string; pageSize: number };
    const found = ({ filter, query }: Asked) =>
      all.filter((user) => isIn[filter]?.(user) && user.lastName.startsWith(query));
    const { address } = await open(
      ((asked: Asked) => {
        const from = Number(asked.cursor);
        const users = found(asked).slice(from, from + asked.pageSize);
        return listed(users, users.length === asked.pageSize ? String(from + asked.pageSize) : '');
      }) as never,
      { countUsers: ((asked: Asked) => ({ count: BigInt(found(asked).length) })) as never },
    );
    const names = async (first: string) => {
      const table = within(await screen.findByRole('table', { name: 'Users' }));
      await table.findByRole('link', { name: `Numbered ${first}` });
      return table.getAllByRole('link', { name: /^Numbered/ }).length;
    };
    const isLast = () => (screen.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled;
    expect(await names('User0')).toBe(50);
    expect(await screen.findByText('120 users · 2 pages')).toBeTruthy();
    await press('Next');
    expect(await names('User50')).toBe(50);
    await press('Next');
    expect(await names('User100')).toBe(20);
    expect(isLast()).toBe(true);
    for (const [label, name, first, count] of [
      ['Not onboarded', 'NotOnboardedOnly', 'User0', '30 users · 0 pages'],
      ['Onboarded', 'OnboardedOnly', 'User1', '90 users · 1 page'],
      ['Active', 'ActiveOnly', 'User1', '90 users · 1 page'],
    ] as const) {
      await press(label, 'radio');
      await waitFor(() => expect(address()).toBe(`/users?show=${name}`));
      expect(await screen.findByText(count)).toBeTruthy();
      await names(first);
    }
    await press('All', 'radio');
    await fill('Search users', 'User11');
    expect(await screen.findByText('11 users · 0 pages')).toBeTruthy();
    expect(await names('User119')).toBe(11);
  },
  WHOLE_MS_MAX,
);

test('a value that its column cuts is whole in the title, and rows stay on one line', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  const name = (await table.findByRole('link', { name: 'Inês Carvalho' })).closest('.cut') as HTMLElement;
  await doing(() => fireEvent.pointerEnter(name));
  expect(name.title).toBe('');
  for (const text of ['Inês Carvalho', 'ines@example.com', 'Portugal']) {
    const shown = table.getAllByText(text)[0] as HTMLElement;
    const cut = shown.closest('.cut') as HTMLElement;
    // What is a link is cut itself, and other text by what is around it.
    for (const wide of [shown, cut]) {
      Object.defineProperty(wide, 'scrollWidth', { value: 300, configurable: true });
      await doing(() => fireEvent.pointerEnter(cut));
      expect(cut.title).toBe(text);
      Object.defineProperty(wide, 'scrollWidth', { value: 0 });
    }
  }
});

test.each([
  [120n, false, '120 users · 2 pages'],
  [49n, false, '49 users · 0 pages'],
  [1n, false, '1 user · 0 pages'],
  [50n, false, '50 users · 1 page'],
  [1_000_010n, true, 'About 1,000,010 users · 20,000 pages'],
])('the page count of %s users is floor(total/50) [ADU-01:count]', async (count, estimated, text) => {
  await open(undefined, { countUsers: () => ({ count, estimated }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('paging continues while a last key is returned, and back again [ADU-01:pages]', async () => {
  const listUsers = jest.fn(({ cursor }: { cursor: string }) => (cursor === '' ? listed([ines], 'k1') : listed([bob])));
  const { sent } = await open(listUsers as never);
  expect(await screen.findByText('Page 1')).toBeTruthy();
  await press('Next');
  expect(await screen.findByRole('link', { name: 'Bob Stone' })).toBeTruthy();
  expect(screen.getByText('Page 2')).toBeTruthy();
  expect(sent('listUsers').map(({ cursor }) => cursor)).toEqual(['', 'k1']);
  expect((screen.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Previous');
  expect(await screen.findByRole('link', { name: 'Inês Carvalho' })).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(true);
});

const threePages = (({ cursor }: { cursor: string }) => {
  if (cursor === '') return listed([ines], 'k1');
  return cursor === 'k1' ? listed([bob], 'k2') : listed([aUser({ id: 'c3', firstName: 'Cleo', lastName: 'Page' })]);
}) as never;

test('the page is in the URL: Back from a user leads to it, with the way to those before it [ADU-01:pages]', async () => {
  const { address, back } = await open(threePages, { getUser: () => ({ user: aUserEntry() }) });
  await press('Next');
  await waitFor(() => expect(address()).toBe('/users?after=k1&page=2'));
  await press('Next');
  await waitFor(() => expect(address()).toBe('/users?after=k2&page=3'));
  await press('Cleo Page', 'link');
  expect(address()).toBe('/users/c3');
  await back();
  expect(address()).toBe('/users?after=k2&page=3');
  expect(await screen.findByRole('link', { name: 'Cleo Page' })).toBeTruthy();
  await press('Previous');
  expect(await screen.findByRole('link', { name: 'Bob Stone' })).toBeTruthy();
  expect(address()).toBe('/users?after=k1&page=2');
  await press('Previous');
  expect(await screen.findByRole('link', { name: 'Inês Carvalho' })).toBeTruthy();
  expect(address()).toBe('/users');
});

test('the address of a page opens it, and leads on and to the first [ADU-01:pages]', async () => {
  const { address } = await open(threePages, { at: '/users?show=ActiveOnly&after=k1&page=7' });
  expect(await screen.findByRole('link', { name: 'Bob Stone' })).toBeTruthy();
  expect(screen.getByText('Page 7')).toBeTruthy();
  await press('Next');
  await waitFor(() => expect(address()).toBe('/users?show=ActiveOnly&after=k2&page=8'));
  await press('Previous');
  await waitFor(() => expect(address()).toBe('/users?show=ActiveOnly&after=k1&page=7'));
  await press('First page');
  await waitFor(() => expect(address()).toBe('/users?show=ActiveOnly'));
  expect(await screen.findByRole('link', { name: 'Inês Carvalho' })).toBeTruthy();
});

test.each([
  ['Not onboarded', 'NotOnboardedOnly', UserFilter.NOT_ONBOARDED_ONLY],
  ['Onboarded', 'OnboardedOnly', UserFilter.ONBOARDED_ONLY],
  ['Active', 'ActiveOnly', UserFilter.ACTIVE_ONLY],
])('the filter %s is in the URL, and begins at the first page [ADU-01:filters]', async (label, name, filter) => {
  const { sent, address } = await open(() => listed([ines], 'k1'));
  await press('Next');
  await press(label, 'radio');
  await waitFor(() => expect(address()).toBe(`/users?show=${name}`));
  await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ filter, cursor: '' }));
  expect(sent('countUsers').at(-1)).toMatchObject({ filter });
});

test.each([
  [aUser(), 'ACTIVE', 'ActiveOnly', UserFilter.ACTIVE_ONLY],
  [aUser({ isOnboarding: true }), 'ONBOARDING', 'NotOnboardedOnly', UserFilter.NOT_ONBOARDED_ONLY],
])('a status leads to all users of the search who have it, from the first page [ADU-01:filters]', async (...row) => {
  const [user, label, name, filter] = row;
  const { sent, address } = await open(() => listed([user]), { at: '/users?q=in&after=k1&page=2' });
  const [status] = await screen.findAllByRole('link', { name: label });
  await doing(() => fireEvent.click(status as HTMLElement));
  expect(address()).toBe(`/users?show=${name}&q=in`);
  await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ filter, query: 'in', cursor: '' }));
});

test.each([
  ['Portugal', 'country=PT', { country: 'PT' }],
  ['Entertainment Pro', 'consumerType=ENTERTAINMENT_PRO', { consumerType: ConsumerType.ENTERTAINMENT_PRO }],
])(
  '%s leads to all users of the search who have it, from the first page [ADU-01:filters]',
  async (name, param, asked) => {
    const { sent, address } = await open(() => listed([ines]), { at: '/users?show=ActiveOnly&q=in&after=k1&page=2' });
    const [value] = await screen.findAllByRole('link', { name });
    await doing(() => fireEvent.click(value as HTMLElement));
    expect(address()).toBe(`/users?show=ActiveOnly&${param}&q=in`);
    const filters = { filter: UserFilter.ACTIVE_ONLY, query: 'in', ...asked };
    await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ ...filters, cursor: '' }));
    expect(sent('countUsers').at(-1)).toMatchObject(filters);
  },
);

test('country and consumer type are chosen and cleared above the table, and a search by an address stays [ADU-01:filters]', async () => {
  const { sent, address } = await open();
  await fill('Search users', 'ines@example.com');
  await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ query: 'ines@example.com' }));
  for (const [label, choice] of [
    ['Consumer type', 'b2b'],
    ['Country', 'Portugal'],
  ] as const) {
    await doing(() => fireEvent.click(screen.getByRole('combobox', { name: label })));
    await doing(() => fireEvent.click(screen.getByRole('option', { name: choice })));
  }
  const both = { country: 'PT', consumerType: ConsumerType.B2B, query: 'ines@example.com' };
  expect(address()).toBe('/users?country=PT&consumerType=B2B');
  await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject(both));
  const clear = document.querySelector('.mantine-Select-section button');
  await doing(() => fireEvent.click(clear as HTMLElement));
  expect(address()).toBe('/users?country=PT');
  await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ ...both, consumerType: 0 }));
});

test('an address with filters that are none shows everybody; a user without them has no links', async () => {
  const { sent } = await open(() => listed([aUser({ country: '', consumerType: ConsumerType.UNSPECIFIED })]), {
    at: '/users?show=toString&country=XX&consumerType=CRITIC',
  });
  const row = (await screen.findByRole('link', { name: 'Inês Carvalho' })).closest('tr') as HTMLElement;
  expect(within(row).getAllByText('–')).toHaveLength(2);
  expect(sent('listUsers')).toEqual([expect.objectContaining({ filter: 0, country: '', consumerType: 0 })]);
});

test('a status that the list has no filter for leads nowhere', async () => {
  await open();
  expect(await screen.findAllByText('SUSPENDED')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'SUSPENDED' })).toBeNull();
});

test('a search by name is in the URL, and one by an address is not [ADU-01:search]', async () => {
  const { sent, address } = await open();
  await fill('Search users', 'inês');
  await waitFor(() => expect(address()).toBe('/users?q=in%C3%AAs'));
  for (const query of ['ines@example.com', '+351 912 345 678']) {
    await fill('Search users', query);
    await waitFor(() => expect(sent('listUsers').at(-1)).toMatchObject({ query }));
    expect(address()).toBe('/users');
  }
});

test('while users are on their way rows are kept free; nobody found says so', async () => {
  const answer = later<ReturnType<typeof listed>>();
  await open(answer.answer, { at: '/users?q=nobody' });
  expect(document.querySelectorAll('.mantine-Skeleton-root').length).toBeGreaterThanOrEqual(8);
  await answer.resolve(listed([]));
  expect(await screen.findByText('No one matches your search')).toBeTruthy();
});

test('a list that fails says so and can be tried again', async () => {
  await open(inTurn<unknown[], unknown>(failing, () => listed()) as never);
  expect(await screen.findByText('We failed to load the data')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'Bob Stone' })).toBeTruthy();
});

test('somebody who lost the right sees the forbidden page [ADU-11:users] [SET-02:back-office]', async () => {
  await open(refusing(Code.PermissionDenied));
  expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
});

test('emails and phone numbers of the selected are copied, of every page [ADU-02:copy]', async () => {
  const writeText = jest.fn(async (_text: string) => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await open((({ cursor }: { cursor: string }) => (cursor === '' ? listed([ines], 'k1') : listed([bob]))) as never);
  await press('Copy emails');
  expect(await screen.findByText('Please select some users to copy from.')).toBeTruthy();
  await select('Inês Carvalho');
  await press('Next');
  await screen.findByRole('link', { name: 'Bob Stone' });
  await select('Bob Stone');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await press('Copy emails');
  await press('Copy phone numbers');
  expect(writeText.mock.calls).toEqual([['ines@example.com\nbob@example.com'], ['+351912345678']]);
  expect(await screen.findByText('2 emails copied.')).toBeTruthy();
  expect(screen.getByText('1 phone number copied.')).toBeTruthy();
  writeText.mockRejectedValueOnce(new Error('not allowed'));
  await press('Copy emails');
  expect(await screen.findByText('Your browser did not let us copy.')).toBeTruthy();
});

test('more than can be deleted or written to at once is not asked for', async () => {
  const some = (count: number) => new Map(Array.from({ length: count }, (_one, index) => [`u${index}`, ines]));
  const openWith = (count: number) =>
    show('/some', asStaff(), [{ path: 'some', element: <SelectionActions selected={some(count)} clear={() => {}} /> }]);
  await openWith(101);
  await press('Delete');
  expect(await screen.findByText('Please select at most 100 users.')).toBeTruthy();
  const { sent } = await openWith(1_001);
  await press('Send notification');
  expect(await screen.findByText('Please select at most 1,000 users.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent('deleteUsers')).toEqual([]);
});

test('a whole page is selected and cleared at once', async () => {
  await open();
  await screen.findByRole('link', { name: 'Bob Stone' });
  await select('all on this page');
  expect(screen.getByText('2 selected')).toBeTruthy();
  const all = () => screen.getByRole('checkbox', { name: 'Select all on this page' }) as HTMLInputElement;
  expect([all().checked, all().indeterminate]).toEqual([true, false]);
  await select('all on this page');
  expect(screen.queryByText(/selected$/)).toBeNull();
  expect([all().checked, all().indeterminate]).toEqual([false, false]);
  await select('Bob Stone');
  expect([all().checked, all().indeterminate]).toEqual([false, true]);
  await select('all on this page');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await select('Bob Stone');
  expect(screen.getByText('1 selected')).toBeTruthy();
  await press('Clear');
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
});

test('keys lead through the table and select', async () => {
  await open();
  await screen.findByRole('link', { name: 'Bob Stone' });
  for (const key of ['ArrowDown', 'j', 'x']) {
    await doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  }
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Bob Stone' }));
  expect(screen.getByText('1 selected')).toBeTruthy();
});

test(
  'the selected are copied, deleted and written to, nobody is not, and a user is added [ADU-02]',
  async () => {
    const writeText = jest.fn(async (_text: string) => {});
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const { sent, address } = await open(undefined, {
      notifyUsers: () => ({ notice: { id: 'n1', recipients: 1 } }),
      deleteUsers: () => ({ deleted: 1 }),
      listInvitedUsers: () => ({ invited: [] }),
      addUser: () => ({ invited: { id: 'i1', email: 'new@example.com', invitedBy: STAFF_ID }, url: '' }),
    });
    await screen.findByRole('link', { name: 'Inês Carvalho' });
    await press('Delete');
    expect(await screen.findByText('Please select some users to delete.')).toBeTruthy();
    await press('Send notification');
    expect(await screen.findByText('Please select some users to send the notification to.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();

    await select('Inês Carvalho');
    await press('Copy emails');
    await press('Copy phone numbers');
    expect(writeText.mock.calls).toEqual([['ines@example.com'], ['+351912345678']]);
    await press('Send notification');
    await fill('Title', 'Festival week');
    await fill('Text', 'Five films are free.');
    await fill('Reason', 'festival');
    await press('Continue');
    await press('Send to one user');
    await waitFor(() => expect(sent('notifyUsers')).toEqual([expect.objectContaining({ accountIds: [USER_ID] })]));
    await closed();
    await select('Bob Stone');
    await press('Delete');
    await fill('Reason', 'asked by mail');
    await press('Delete one user');
    await waitFor(() => expect(sent('deleteUsers')).toEqual([expect.objectContaining({ accountIds: ['b2'] })]));
    await closed();

    await press('Add user', 'link');
    await waitFor(() => expect(address()).toBe('/users/new'));
    await fill('Email', 'new@example.com');
    await fill('Reason', 'festival guest');
    await press('Invite');
    await waitFor(() => expect(sent('addUser')).toEqual([expect.objectContaining({ email: 'new@example.com' })]));
  },
  WHOLE_MS_MAX,
);

test('deleting nobody asks to select somebody [ADU-02:nobody]', async () => {
  const { sent } = await open();
  await press('Delete');
  expect(await screen.findByText('Please select some users to delete.')).toBeTruthy();
  expect(sent('deleteUsers')).toEqual([]);
});

test('deleting asks first, with their number and for a reason, then loads the list again [ADU-02:delete] [ADU-09:users]', async () => {
  const { sent } = await open(undefined, { deleteUsers: () => ({ deleted: 2 }) });
  await screen.findByRole('link', { name: 'Bob Stone' });
  await select('Inês Carvalho');
  await select('Bob Stone');
  await press('Delete');
  expect(await screen.findByText('Delete 2 users?')).toBeTruthy();
  await press('Delete 2 users');
  expect(await screen.findByText('A reason has 2 to 200 characters.')).toBeTruthy();
  expect(sent('deleteUsers')).toEqual([]);
  await fill('Reason', 'asked by mail');
  await press('Delete 2 users');
  await closed();
  expect(sent('deleteUsers')).toEqual([
    expect.objectContaining({ accountIds: [USER_ID, 'b2'], confirmedCount: 2, reason: 'asked by mail' }),
  ]);
  expect(await screen.findByText('2 users were deleted.')).toBeTruthy();
  await waitFor(() => expect(sent('listUsers')).toHaveLength(2));
  expect(screen.queryByText(/selected$/)).toBeNull();
});

test('a deletion that is refused says why and keeps the selection [ADU-02:delete]', async () => {
  const message = 'This account is of staff. Somebody who manages staff has to do this.';
  await open(undefined, { deleteUsers: refusing(Code.PermissionDenied, { message, reason: 'STAFF_ACCOUNT' }) });
  await screen.findByRole('link', { name: 'Bob Stone' });
  await select('Bob Stone');
  await press('Delete');
  await fill('Reason', 'spam');
  await press('Delete one user');
  expect(await screen.findByText('Failed to delete record')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
});

test('a role without the rights has no buttons for deleting and copying [ADU-10:privilege]', async () => {
  await open(() => listed([aUser({ email: 'i•••@example.com', phone: '•••78' })]), { role: Role.ADMIN });
  expect(await screen.findByText('i•••@example.com')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /•••/ })).toBeNull();
  for (const name of ['Delete', 'Copy emails', 'Copy phone numbers']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('staff invite a user and see who is invited [ADU-02:add]', async () => {
  const invited = { id: 'i1', email: 'new@example.com', invitedBy: STAFF_ID, inviterName: 'Grace Hopper' };
  const byFormer = { id: 'i2', email: 'old@example.com', invitedBy: USER_ID };
  const url = 'https://marquee.example/create-account';
  const { sent } = await open(undefined, {
    at: '/users/new',
    listInvitedUsers: inTurn<unknown[], object>(
      () => ({ invited: [] }),
      () => ({ invited: [invited, byFormer] }),
    ) as never,
    addUser: () => ({ invited, url }),
  });
  expect(await screen.findByText('Nobody is invited')).toBeTruthy();
  await fill('Email', 'new@example.com');
  await fill('Reason', 'festival guest');
  await press('Invite');
  expect(await screen.findByText('new@example.com is invited')).toBeTruthy();
  expect(screen.getByText(url)).toBeTruthy();
  expect(sent('addUser')).toEqual([expect.objectContaining({ email: 'new@example.com', reason: 'festival guest' })]);
  expect(await screen.findByRole('cell', { name: 'new@example.com' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(`/users/${STAFF_ID}`);
  expect(screen.getByRole('link', { name: 'A member of staff' }).getAttribute('href')).toBe(`/users/${USER_ID}`);
  for (const label of [/^Email/, /^Reason/]) expect((screen.getByLabelText(label) as HTMLInputElement).value).toBe('');
  await open(undefined, { at: '/users/new', listInvitedUsers: refusing(Code.PermissionDenied) });
  expect(await screen.findByText("You don't have access to this page.")).toBeTruthy();
});

test('an invitation that is refused says why', async () => {
  const message = 'There is an account with this email already.';
  await open(undefined, {
    at: '/users/new',
    listInvitedUsers: () => ({ invited: [] }),
    addUser: refusing(Code.AlreadyExists, { message }),
  });
  await fill('Email', 'ines@example.com');
  await fill('Reason', 'again');
  await press('Invite');
  expect(await screen.findByText(message)).toBeTruthy();
  expect((screen.getByLabelText(/^Email/) as HTMLInputElement).value).toBe('ines@example.com');
  expect(screen.queryByText('ines@example.com is invited')).toBeNull();
});
