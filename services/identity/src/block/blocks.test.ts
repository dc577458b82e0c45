import { Code } from '@connectrpc/connect';
import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, type TestPerson } from '../testing/identity-service.ts';

const NO_PROFILE = { code: Code.NotFound, reason: 'PROFILE_NOT_FOUND', message: 'We could not find this profile.' };

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const two = () => Promise.all([identity.somebody(), identity.somebody({ firstName: 'Zora' })]);
const blockEvents = async (blockerId: string) =>
  (await identity.events())
    .filter(({ message }) => message.blockerId === blockerId)
    .map(({ type, version, message }) => ({ type, version, blockedId: message.blockedId }));

test('a block holds from both sides: the other does not exist, until it ends [SET-08:both-sides]', async () => {
  const [ada, ben] = await two();
  await ada.blocks.blockAccount(ben.person);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const { connections, people, views } = one;
    await expect(people.getProfile(other.person)).rejects.toMatchObject(NO_PROFILE);
    await expect(people.getProfileCounters(other.person)).rejects.toMatchObject(NO_PROFILE);
    await expect(connections.getConnection(other.person)).rejects.toMatchObject(NO_PROFILE);
    await expect(connections.listMutualConnections(other.person)).rejects.toMatchObject(NO_PROFILE);
    await expect(one.ask(other)).rejects.toMatchObject(NO_PROFILE);
    await expect(views.recordProfileView(other.person)).rejects.toMatchObject(NO_PROFILE);
    const { people: found } = await people.searchPeople({ query: other.firstName });
    expect(found.map(({ id }) => id)).not.toContain(other.id);
  }
  await identity.people(viewers.visitor() as never).getProfile(ben.person);

  await ada.blocks.unblockAccount(ben.person);
  const { people } = await ada.people.searchPeople({ query: 'zora' });
  expect(people.map(({ id }) => id)).toContain(ben.id);
  expect((await ben.ask(ada)).connection?.state).toBe(ConnectionState.SENT);
});

test('a block ends a connection and requests, and its end does not bring them back [SET-08:connection]', async () => {
  const [ada, ben] = await two();
  await ada.ask(ben);
  await ben.connections.acceptConnection(ada.person);
  await ben.blocks.blockAccount(ada.person);
  expect((await ada.connections.listConnections({})).connections).toEqual([]);
  await ben.blocks.unblockAccount(ada.person);
  expect((await ada.connections.getConnection(ben.person)).connection?.state).toBe(ConnectionState.NONE);

  await ben.ask(ada);
  await ada.blocks.blockAccount(ben.person);
  for (const sent of [true, false]) {
    expect((await ben.connections.listConnectionRequests({ sent })).connections).toEqual([]);
    expect((await ada.connections.listConnectionRequests({ sent })).connections).toEqual([]);
  }
});

test('a request and a block at once leave no request behind [SET-08:connection]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [ada, ben] = await two();
    await Promise.allSettled([ben.ask(ada), ada.blocks.blockAccount(ben.person)]);
    expect((await ada.connections.listConnectionRequests({})).connections).toEqual([]);
  }
});

test('blocked people are listed for who blocked them alone, and unblocked [SET-08:list]', async () => {
  const [ada, ben] = await two();
  const cleo = await identity.somebody();
  await ada.blocks.blockAccount(ben.person);
  identity.clock.advance(1_000);
  await ada.blocks.blockAccount(cleo.person);
  const listed = async ({ blocks }: TestPerson) => {
    const first = await blocks.listBlockedAccounts({ pageSize: 1 });
    const rest = first.nextCursor ? (await blocks.listBlockedAccounts({ cursor: first.nextCursor })).blocked : [];
    return [...first.blocked, ...rest].map(({ person }) => person?.id);
  };
  expect(await listed(ada)).toEqual([cleo.id, ben.id]);
  expect(await listed(ben)).toEqual([]);
  await ada.blocks.unblockAccount(cleo.person);
  expect(await listed(ada)).toEqual([ben.id]);
});

test('blocking and unblocking twice are one event each, whose versions rise [SET-08:events]', async () => {
  const [ada, ben] = await two();
  await ada.blocks.blockAccount(ben.person);
  await ada.blocks.blockAccount(ben.person);
  await ada.blocks.unblockAccount(ben.person);
  await ada.blocks.unblockAccount(ben.person);
  await ada.blocks.blockAccount(ben.person);
  expect(await blockEvents(ada.id)).toEqual([
    { type: 'AccountBlocked', version: 1n, blockedId: ben.id },
    { type: 'AccountUnblocked', version: 2n, blockedId: ben.id },
    { type: 'AccountBlocked', version: 3n, blockedId: ben.id },
  ]);
  const { blocks } = await identity.exportAs('film').exportBlocks({});
  expect(blocks.find(({ blockerId }) => blockerId === ada.id)).toMatchObject({ blockedId: ben.id, version: 3n });
});

test('who keeps their profile private is blocked all the same, as by their words; who is suspended is nobody [SET-08]', async () => {
  const [ada, ben] = await two();
  const is = (columns: string) => identity.db.query(`UPDATE accounts SET ${columns} WHERE id = $1`, [ben.id]);
  await is("profile_visibility = 'PRIVATE'");
  await expect(ada.people.getProfile(ben.person)).rejects.toMatchObject(NO_PROFILE);
  await is('is_onboarding = true');
  await expect(ada.blocks.blockAccount(ben.person)).rejects.toMatchObject(NO_PROFILE);
  await is('is_onboarding = false, suspended_at = now()');
  await expect(ada.blocks.blockAccount(ben.person)).rejects.toMatchObject(NO_PROFILE);
  await is('suspended_at = NULL');
  await ada.blocks.blockAccount(ben.person);
  expect((await ada.blocks.listBlockedAccounts({})).blocked).toMatchObject([{ person: { id: ben.id } }]);
  await expect(ben.people.getProfile(ada.person)).rejects.toMatchObject(NO_PROFILE);
});

test('nobody blocks themself, nor somebody who blocked them or is nobody [SET-08:rights]', async () => {
  const [ada, ben] = await two();
  await expect(ada.blocks.blockAccount(ada.person)).rejects.toMatchObject({ reason: 'OWN_PROFILE' });
  for (const change of [ada.blocks.blockAccount, ada.blocks.unblockAccount]) {
    await expect(change({ profileId: 'x' })).rejects.toMatchObject(NO_PROFILE);
  }
  await ben.blocks.blockAccount(ada.person);
  await expect(ada.blocks.blockAccount(ben.person)).rejects.toMatchObject(NO_PROFILE);
  // Only one's own block is ended.
  await ada.blocks.unblockAccount(ben.person);
  await expect(ada.people.getProfile(ben.person)).rejects.toMatchObject(NO_PROFILE);
});
