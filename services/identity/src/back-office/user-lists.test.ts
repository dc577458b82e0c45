import { ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService, UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { newId } from '@marquee/data/ids';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const trusted = () => identity.backOffice(viewers.staff());
const daily = () => identity.backOffice(viewers.admin());

/** Adds people of one last name, of whom each came a second after the one before. */
async function addPeople(lastName: string, firstNames: string[], more: object = {}) {
  const ids: string[] = [];
  for (const firstName of firstNames) {
    identity.clock.advance(1_000);
    ids.push((await identity.anAccount({ firstName, lastName, ...more })).id);
  }
  return ids;
}

const namesOf = (answer: { users: { firstName: string }[] }) => answer.users.map(({ firstName }) => firstName);

test('every method of the back office of people refuses all but staff [ADU-11]', async () => {
  const others = [viewers.visitor(), viewers.movieLover(), viewers.entertainmentPro(), viewers.director()];
  for (const viewer of [...others, viewers.service('film')]) {
    const calls = identity.backOffice(viewer) as unknown as Record<string, (request: object) => Promise<unknown>>;
    for (const { localName } of UserBackOfficeService.methods) {
      await expect(calls[localName]?.({})).rejects.toMatchObject({
        reason: expect.stringMatching(/^(FORBIDDEN|SIGN_IN_NEEDED)$/),
      });
    }
  }
});

test('users come newest first, page by page, while a last key is returned [ADU-01:pages]', async () => {
  await addPeople('Paged', ['One', 'Two', 'Three']);
  const first = await trusted().listUsers({ pageSize: 2 });
  expect(namesOf(first)).toEqual(['Three', 'Two']);
  expect(first.lastKey).not.toBe('');
  const second = await trusted().listUsers({ pageSize: 2, cursor: first.lastKey });
  expect(namesOf(second)[0]).toBe('One');
  const all = await trusted().listUsers({ pageSize: 100 });
  expect(all.lastKey).toBe('');
  const elsewhere = { filter: UserFilter.ACTIVE_ONLY, cursor: first.lastKey };
  await expect(trusted().listUsers(elsewhere)).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
});

test('a page has 50 users by default [ADU-01:size]', async () => {
  await addPeople(
    'Many',
    Array.from({ length: 51 }, (_, index) => `Number${index}`),
  );
  const page = await trusted().listUsers({});
  expect(page.users).toHaveLength(50);
  expect(page.lastKey).not.toBe('');
});

test('filters leave who is in onboarding, and who is through with it and has signed in [ADU-01:filters]', async () => {
  const [waiting, never, active] = await addPeople('Filtered', ['Waiting', 'Never', 'Active']);
  await identity.db.query('UPDATE accounts SET is_onboarding = true WHERE id = $1', [waiting]);
  await identity.db.query('UPDATE accounts SET last_signed_in_at = now() WHERE id = $1', [active]);
  const listed = async (filter: UserFilter) => {
    const { users } = await trusted().listUsers({ filter, query: 'filtered' });
    const { count, estimated } = await trusted().countUsers({ filter, query: 'filtered' });
    expect([Number(count), estimated]).toEqual([users.length, false]);
    return users.map(({ id }) => id).sort();
  };
  expect(await listed(UserFilter.UNSPECIFIED)).toEqual([waiting, never, active].sort());
  expect(await listed(UserFilter.NOT_ONBOARDED_ONLY)).toEqual([waiting]);
  expect(await listed(UserFilter.ONBOARDED_ONLY)).toEqual([active]);
  expect(await listed(UserFilter.ACTIVE_ONLY)).toEqual([active]);
  const newest = await trusted().listUsers({ filter: UserFilter.NOT_ONBOARDED_ONLY });
  expect(newest.users.map(({ id }) => id)).toEqual([waiting]);
});

test('a country and a consumer type leave whom they are of, with other filters and a search, page by page [ADU-01:filters]', async () => {
  const lover = { country: 'PT', consumerType: 'MOVIE_LOVER' };
  const pro = { country: 'PT', consumerType: 'ENTERTAINMENT_PRO' };
  await addPeople('Placed', ['Lia', 'Luz'], lover);
  const [paula = ''] = await addPeople('Placed', ['Paula', 'Pia'], pro);
  await addPeople('Placed', ['Fanny'], { ...pro, country: 'FR' });
  await identity.db.query('UPDATE accounts SET is_onboarding = true WHERE id = $1', [paula]);
  const PT = { country: 'PT' };
  const pros = { consumerType: ConsumerType.ENTERTAINMENT_PRO };
  const onboarding = { filter: UserFilter.NOT_ONBOARDED_ONLY };
  const cases: [object, string[]][] = [
    [PT, ['Pia', 'Paula', 'Luz', 'Lia']],
    [pros, ['Fanny', 'Pia', 'Paula']],
    [{ ...PT, ...pros }, ['Pia', 'Paula']],
    [{ ...PT, ...pros, ...onboarding }, ['Paula']],
    [{ ...PT, query: 'l' }, ['Lia', 'Luz']],
    [{ ...pros, query: 'placed' }, ['Paula', 'Pia', 'Fanny']],
    [{ ...PT, query: paula }, ['Paula']],
    [{ country: 'FR', query: paula }, []],
    [{ country: 'NZ' }, []],
  ];
  for (const [filters, expected] of cases) {
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await trusted().listUsers({ ...filters, pageSize: 1, cursor });
      names.push(...namesOf(page));
      cursor = page.lastKey;
    } while (cursor);
    expect([filters, names]).toEqual([filters, expected]);
    expect(await trusted().countUsers(filters)).toMatchObject({ count: BigInt(expected.length), estimated: false });
  }
  const { lastKey: cursor } = await trusted().listUsers({ ...PT, pageSize: 1 });
  for (const others of [{}, { country: 'FR' }, { ...PT, ...pros }]) {
    await expect(trusted().listUsers({ ...others, cursor })).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
  }
});

test.each([
  [{ country: 'Portugal' }, ACCOUNT_MESSAGES.countryUnknown],
  [{ consumerType: 99 as ConsumerType }, ACCOUNT_MESSAGES.userTypeUnknown],
])('filters that are none are refused: %j', async (filters, message) => {
  const refusal = { reason: 'INVALID_INPUT', message: expect.stringContaining(message) };
  await expect(trusted().listUsers(filters)).rejects.toMatchObject(refusal);
  await expect(trusted().countUsers(filters)).rejects.toMatchObject(refusal);
});

test('a search finds by the beginning of a name, by email, phone number and id [ADU-01:search]', async () => {
  const [first] = await addPeople('Quenby', ['Émile'], { email: 'emile@example.com', phone: '+12025550199' });
  const [later] = await addPeople('Emilson', ['Zoe']);
  const found = async (query: string) => (await trusted().listUsers({ query })).users.map(({ id }) => id);
  expect(await found('emil')).toEqual([first, later]);
  expect(await found('Emile Q')).toEqual([first]);
  expect(await found('EMILE@example.com')).toEqual([first]);
  expect(await found('emile@')).toEqual([]);
  expect(await found('+1 (202) 555-0199')).toEqual([first]);
  expect(await found(String(first))).toEqual([first]);
  expect(await found(newId())).toEqual([]);
  expect((await trusted().countUsers({ query: 'emil' })).count).toBe(2n);
});

test('pages of a name continue with last names after full names [ADU-01:search]', async () => {
  await addPeople('Vandal', ['Ann', 'Bea']);
  await addPeople('Other', ['Vand', 'Vanda']);
  const names: string[] = [];
  let cursor = '';
  do {
    const page = await trusted().listUsers({ query: 'vand', pageSize: 1, cursor });
    names.push(...page.users.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
    cursor = page.lastKey;
  } while (cursor);
  expect(names).toEqual(['Vand Other', 'Vanda Other', 'Ann Vandal', 'Bea Vandal']);
});

test('who may not see addresses gets them masked, in lists and on the page of a user [ADU-10:addresses]', async () => {
  const person = { email: 'secret@example.com', phone: '+12025550142', lastName: 'Masked' };
  const [accountId = ''] = await addPeople('Masked', ['Mia'], person);
  const masked = { email: 's•••@example.com', phone: '•••42' };
  expect((await daily().listUsers({ query: 'mia masked' })).users).toMatchObject([masked]);
  expect((await daily().getUser({ accountId })).user).toMatchObject({ user: masked, addressesMasked: true });
  const shown = { email: person.email, phone: person.phone };
  expect((await trusted().listUsers({ query: 'mia masked' })).users).toMatchObject([shown]);
  expect((await trusted().getUser({ accountId })).user).toMatchObject({ user: shown, addressesMasked: false });
});

test('a user who does not exist is "User Not Found" [ADU-03:missing]', async () => {
  for (const accountId of [newId(), 'nobody', '']) {
    await expect(trusted().getUser({ accountId })).rejects.toMatchObject({
      reason: 'USER_NOT_FOUND',
      message: expect.stringContaining('User Not Found'),
    });
  }
});

test('referrals are the accounts that came by a user, newest first [ADU-03:referrals]', async () => {
  const [referrer = ''] = await addPeople('Referrer', ['Rhea']);
  const came = await addPeople('Came', ['First', 'Second', 'Third']);
  await identity.db.query('UPDATE accounts SET referrer_id = $1 WHERE id = ANY($2)', [referrer, came]);
  const first = await trusted().listReferrals({ accountId: referrer, pageSize: 2 });
  expect(namesOf(first)).toEqual(['Third', 'Second']);
  const next = await trusted().listReferrals({ accountId: referrer, pageSize: 2, cursor: first.lastKey });
  expect([namesOf(next), next.lastKey]).toEqual([['First'], '']);
  await expect(trusted().listReferrals({ accountId: '' })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});

test('roles are shown with the account', async () => {
  const { id: accountId } = await identity.anAccount({ roles: ['ADMIN'] });
  expect((await trusted().getUser({ accountId })).user?.user?.roles).toEqual([Role.ADMIN]);
});
