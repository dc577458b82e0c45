import { Code } from '@connectrpc/connect';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { reinstateAccount } from '../account/reinstate-account.ts';
import { suspendAccount } from '../account/suspend-account.ts';
import { importAccounts } from '../seed/import-accounts.ts';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

const NAMES = [
  ['Ana', 'Silva'],
  ['Anatole', 'Ferreira'],
  ['João', 'Ananias'],
  ['Mary Ann', 'Evans'],
  ['Bo_b', 'Per%cent'],
  ['ANA', 'Costa'],
  ['Zed', 'Silvano'],
];

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
  for (const [firstName = '', lastName = ''] of NAMES) await identity.anAccount({ firstName, lastName });
});

const searchAs = () => identity.people(viewers.movieLover());
const found = async (query: string) =>
  (await searchAs().searchPeople({ query })).people.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

test('search matches first, last or full name by prefix, whatever the case and the accents', async () => {
  expect(await found('ana')).toEqual(['ANA Costa', 'Ana Silva', 'Anatole Ferreira', 'João Ananias']);
  expect(await found('SILVA')).toEqual(['Ana Silva', 'Zed Silvano']);
  expect(await found('ana  si')).toEqual(['Ana Silva']);
  expect(await found('joao a')).toEqual(['João Ananias']);
  expect(await found('João')).toEqual(['João Ananias']);
  expect(await found('mary ann e')).toEqual(['Mary Ann Evans']);
  expect(await found('na')).toEqual([]);
});

test('a whole name comes first, then names that begin with it, then last names that do', async () => {
  for (const name of ['Marlowe Adams', 'Aaron Marlowe', 'Marlow Zeller', 'Marlow', 'Bea Marlow']) {
    const [firstName = '', lastName = ''] = name.split(' ');
    await identity.anAccount({ firstName, lastName });
  }
  const ranked = ['Marlow', 'Marlow Zeller', 'Marlowe Adams', 'Aaron Marlowe', 'Bea Marlow'];
  expect((await found('marlow')).map((name) => name.trim())).toEqual(ranked);
  const paged: string[] = [];
  let cursor = '';
  do {
    const page = await searchAs().searchPeople({ query: 'marlow', pageSize: 2, cursor });
    paged.push(...page.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(paged).toEqual(ranked);
});

test('what a person types is never a pattern', async () => {
  expect(await found('%%')).toEqual([]);
  expect(await found('__')).toEqual([]);
  expect(await found('bo_b per%')).toEqual(['Bo_b Per%cent']);
  expect(await found("bo'; DROP TABLE accounts; --")).toEqual([]);
});

test('search wants two characters', async () => {
  for (const query of ['', 'a', ' a ']) {
    await expect(searchAs().searchPeople({ query })).rejects.toMatchObject({
      message: 'Please type at least 2 characters.',
    });
  }
});

test('search is paged by a cursor that belongs to its query', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const page = await searchAs().searchPeople({ query: 'an', pageSize: 3, cursor });
    names.push(...page.people.map(({ firstName }) => firstName));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(names).toEqual(['ANA', 'Ana', 'Anatole', 'João']);

  const { nextCursor } = await searchAs().searchPeople({ query: 'an', pageSize: 1 });
  for (const request of [
    { query: 'si', cursor: nextCursor },
    { query: 'an', cursor: `${nextCursor.slice(0, -2)}AA` },
    { query: 'an', cursor: 'x' },
  ]) {
    await expect(searchAs().searchPeople(request)).rejects.toMatchObject({
      code: Code.InvalidArgument,
      reason: 'CURSOR_INVALID',
    });
  }
});

test('search is for signed-in people, and tells nothing private', async () => {
  await expect(identity.people(viewers.visitor() as never).searchPeople({ query: 'ana' })).rejects.toMatchObject({
    code: Code.Unauthenticated,
  });
  const [person] = (await searchAs().searchPeople({ query: 'ana silva' })).people;
  expect(Object.keys({ ...person }).sort()).toEqual(
    [
      ...['$typeName', 'consumerType', 'firstName', 'id', 'lastName', 'profilePicture', 'talents', 'type', 'version'],
      'profileVisibility',
    ].sort(),
  );
});

test('suspended people are found by no name, and by every name once they are reinstated [AUT-16:found]', async () => {
  const { id } = await identity.anAccount({ firstName: 'Quentin', lastName: 'Xavier' });
  const names = ['quentin', 'xavier', 'quentin xav'];
  const all = () => Promise.all(names.map(found));
  expect(await all()).toEqual(names.map(() => ['Quentin Xavier']));
  await suspendAccount(identity.resources, { accountId: id, reason: 'spam' });
  expect(await all()).toEqual([[], [], []]);
  await reinstateAccount(identity.resources, { accountId: id });
  expect(await all()).toEqual(names.map(() => ['Quentin Xavier']));
});

test('search uses the indexes, whatever is asked for', async () => {
  const plan = await identity.db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    return tx.query(`EXPLAIN SELECT id FROM accounts WHERE full_name_key >= 'an' AND full_name_key < 'an\u{10FFFF}'
      AND (full_name_key, id) > ('', '00000000-0000-0000-0000-000000000000') ORDER BY full_name_key, id LIMIT 21`);
  });
  expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan using accounts_full_name_key_id_idx/);
  expect(JSON.stringify(plan)).not.toContain('Sort');
});

test('a service that begins its own copy gets everybody once, with versions', async () => {
  const banned = await identity.somebody();
  await identity.db.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [banned.id]);
  const people = [];
  const suspended = [];
  let cursor = '';
  do {
    const page = await identity.exportAs('film').exportPeople({ pageSize: 3, cursor });
    people.push(...page.people);
    suspended.push(...page.suspendedIds);
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(suspended).toContain(banned.id);
  expect(suspended).not.toHaveLength(people.length);
  const all = await identity.db.query<{ id: string; version: bigint }>('SELECT id, version FROM accounts ORDER BY id');
  expect(people.map(({ id, version }) => ({ id, version }))).toEqual(all);
  await expect(identity.exportAs('media').exportPeople({})).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('accounts are imported once by their id', async () => {
  const account = {
    id: '01990000-0000-7000-9000-000000000001',
    email: 'Demo@Example.com',
    firstName: 'Demo',
    lastName: 'Person',
    consumerType: 'ENTERTAINMENT_PRO' as const,
    accountType: 'COMPANY' as const,
    talents: ['Cinema'],
    city: 'Lisbon',
  };
  expect(await importAccounts(identity.resources, [account])).toEqual([account.id]);
  expect(await importAccounts(identity.resources, [{ ...account, firstName: 'Other' }])).toEqual([]);
  const { user } = await identity.profile(viewers.company({ accountId: account.id })).getCurrentUser({});
  expect(user).toMatchObject({ firstName: 'Demo', email: 'demo@example.com', isOnboarding: false, city: 'Lisbon' });
  const events = (await identity.events()).filter(({ key }) => key === account.id);
  expect(events.map(({ type }) => type)).toEqual(['AccountCreated', 'ProfileChanged']);
});

test('search shows 20 people at once where it is not said how many', async () => {
  for (let count = 0; count < 21; count += 1) await identity.anAccount({ firstName: 'Wilhelmina', lastName: 'Many' });
  const { people, nextCursor } = await searchAs().searchPeople({ query: 'wilhelmina' });
  expect(people).toHaveLength(20);
  expect(nextCursor).not.toBe('');
});

test('notification learns where a person gets mail, and nobody else does [FLM-05:consent]', async () => {
  const account = await identity.anAccount({ firstName: 'Ana', lastName: 'Souto' });
  const notification = clientFor(identity.service, PeopleService, viewers.service('notification'));
  const addressOf = (accountId: string) => notification.getMailAddress({ accountId });
  expect(await addressOf(account.id)).toMatchObject({ email: account.email, firstName: 'Ana' });
  for (const viewer of [viewers.visitor(), viewers.movieLover(), viewers.admin(), viewers.service('film')]) {
    const call = clientFor(identity.service, PeopleService, viewer).getMailAddress({ accountId: account.id });
    await expect(call).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
  for (const id of ['', 'no-id', crypto.randomUUID()]) {
    await expect(addressOf(id)).rejects.toMatchObject({ code: Code.NotFound, reason: 'ACCOUNT_NOT_FOUND' });
  }
  await suspendAccount(identity.resources, { accountId: account.id, reason: 'spam' });
  expect(await addressOf(account.id)).toMatchObject({ email: '', provenEmail: '' });
  await reinstateAccount(identity.resources, { accountId: account.id });
  const close = (value: string) =>
    identity.db.query(`UPDATE accounts SET closing_at = ${value} WHERE id = $1`, [account.id]);
  await close('now()');
  expect(await addressOf(account.id)).toMatchObject({ email: '', provenEmail: '' });
  await close('NULL');
  expect((await addressOf(account.id)).email).toBe(account.email);
  await identity.notification.reportBounce({ email: account.email });
  // It is theirs all the same: what was sent to it can be accepted.
  expect(await addressOf(account.id)).toMatchObject({ email: '', provenEmail: account.email });
});

test('who signs in with an address is found for a message to it, unless a block is between the two [SET-08:recipient]', async () => {
  const ana = await identity.anAccount({ email: 'ana.recipient@example.com', phone: '+12025550188' });
  const sender = await identity.anAccount();
  const notification = clientFor(identity.service, PersonFactsService, viewers.service('notification'));
  const find = async (to: { email: string } | { phoneNumber: string }, senderId = sender.id) =>
    (await notification.findRecipient({ ...to, senderId })).accountId;
  const [byEmail, byPhone] = [{ email: 'Ana.Recipient@example.com' }, { phoneNumber: '+1 (202) 555-0188' }];
  expect([await find(byEmail), await find(byPhone), await find(byEmail, '')]).toEqual([ana.id, ana.id, ana.id]);
  // Variants of a mailbox are other addresses, and nobody has them.
  expect(await find({ email: 'ana.recipient+x@example.com' })).toBe('');
  for (const wrong of [{ email: '' }, { email: ana.email ?? '', phoneNumber: '+12025550188' }]) {
    await expect(notification.findRecipient({ ...wrong, senderId: sender.id })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  }
  await clientFor(identity.service, BlockService, viewers.movieLover({ accountId: ana.id })).blockAccount({
    profileId: sender.id,
  });
  expect([await find(byEmail), await find(byEmail, newId())]).toEqual(['', ana.id]);
  const close = (value: string) =>
    identity.db.query(`UPDATE accounts SET closing_at = ${value} WHERE id = $1`, [ana.id]);
  await close('now()');
  expect(await find(byPhone, '')).toBe('');
  await close('NULL');
  expect(await find(byPhone, '')).toBe(ana.id);
  await suspendAccount(identity.resources, { accountId: ana.id, reason: 'spam' });
  expect(await find(byPhone, '')).toBe('');
});

test('a service learns whether two people are connected, which a request alone does not make them', async () => {
  const [ada, ben] = [await identity.somebody(), await identity.somebody()];
  const festival = clientFor(identity.service, PersonFactsService, viewers.service('festival'));
  const connected = async (accountId: string, otherId: string) =>
    (await festival.areConnected({ accountId, otherId })).connected;
  await ada.ask(ben);
  expect(await connected(ada.id, ben.id)).toBe(false);
  await ben.connections.acceptConnection(ada.person);
  expect([await connected(ada.id, ben.id), await connected(ben.id, ada.id)]).toEqual([true, true]);
  for (const id of ['no-id', newId(), ada.id]) {
    expect([await connected(ada.id, id), await connected(id, ada.id)]).toEqual([false, false]);
  }
});

test('film learns who may own a film: Pros and staff, unless they are suspended or closing [ADF-04:pro]', async () => {
  const pro = await identity.anAccount({ consumerType: 'ENTERTAINMENT_PRO' });
  const lover = await identity.anAccount({ consumerType: 'MOVIE_LOVER' });
  const staff = await identity.anAccount({ consumerType: 'MOVIE_LOVER', roles: ['ADMIN'] });
  const persons = clientFor(identity.service, PersonFactsService, viewers.service('film'));
  const may = async (accountId: string) => (await persons.mayMakeFilms({ accountId })).allowed;
  expect([await may(pro.id), await may(staff.id)]).toEqual([true, true]);
  for (const id of [lover.id, newId(), 'no-id']) expect(await may(id)).toBe(false);
  await identity.db.query('UPDATE accounts SET closing_at = now() WHERE id = $1', [pro.id]);
  await suspendAccount(identity.resources, { accountId: staff.id, reason: 'spam' });
  expect([await may(pro.id), await may(staff.id)]).toEqual([false, false]);
});

test('notification learns the names of people in one call, and where they get text messages [NOT-02:facts] [SET-13:sms]', async () => {
  const ana = await identity.anAccount({ firstName: 'Ana', lastName: 'Souto', phone: '+12025550177' });
  const zed = await identity.anAccount({ firstName: 'Zed', lastName: 'Silvano' });
  const notification = clientFor(identity.service, PersonFactsService, viewers.service('notification'));
  const names = async () =>
    (await notification.describePeople({ accountIds: [ana.id, 'no-id', crypto.randomUUID(), zed.id] })).people
      .map(({ firstName }) => firstName)
      .sort();
  const phoneOf = async (accountId: string) => (await notification.getTextAddress({ accountId })).phoneNumber;
  expect(await names()).toEqual(['Ana', 'Zed']);
  expect([await phoneOf(ana.id), await phoneOf(zed.id)]).toEqual(['+12025550177', '']);
  await suspendAccount(identity.resources, { accountId: ana.id, reason: 'spam' });
  expect(await names()).toEqual(['Zed']);
  expect(await phoneOf(ana.id)).toBe('');
  await expect(phoneOf('no-id')).rejects.toMatchObject({ code: Code.NotFound });
});
