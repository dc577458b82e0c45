import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { newId } from '@marquee/data/ids';
import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import { suspendAccount } from '../account/suspend-account.ts';
import { type IdentityUnderTest, identityService, type TestPerson } from '../testing/identity-service.ts';

const DAY_MS = 86_400_000;
const NOT_FOUND = { code: Code.NotFound, reason: 'CONNECTION_REQUEST_NOT_FOUND' };
const NO_PROFILE = { code: Code.NotFound, reason: 'PROFILE_NOT_FOUND', message: 'We could not find this profile.' };

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const two = () => Promise.all([identity.somebody(), identity.somebody()]);
const stateOf = async (one: TestPerson, other: TestPerson) =>
  (await one.connections.getConnection(other.person)).connection?.state;
const eventsOf = async (...ids: string[]) =>
  (await identity.events())
    .filter(({ message }) => ids.includes(String(message.requesterId ?? message.accountId ?? '')))
    .filter(({ type }) => type.startsWith('Connection'))
    .map(({ type }) => type);
const connect = async (one: TestPerson, other: TestPerson) => {
  await one.ask(other);
  await other.connections.acceptConnection(one.person);
};

test('a request that is accepted connects two people, and each lists the other [NET-06:connect]', async () => {
  const [ada, ben] = await two();
  const { connection } = await ada.ask(ben);
  expect(connection).toMatchObject({ state: ConnectionState.SENT, person: { id: ben.id } });
  expect(await stateOf(ben, ada)).toBe(ConnectionState.RECEIVED);
  expect((await ben.connections.listConnectionRequests({})).connections.map(({ person }) => person?.id)).toEqual([
    ada.id,
  ]);
  const sent = await ada.connections.listConnectionRequests({ sent: true });
  expect(sent.connections.map(({ person, state }) => [person?.id, state])).toEqual([[ben.id, ConnectionState.SENT]]);

  const accepted = await ben.connections.acceptConnection(ada.person);
  expect(accepted.connection?.state).toBe(ConnectionState.CONNECTED);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const { connections } = await one.connections.listConnections({});
    expect(connections.map(({ person }) => person?.id)).toEqual([other.id]);
    expect((await one.connections.listConnectionRequests({})).connections).toEqual([]);
  }
  expect(await eventsOf(ada.id, ben.id)).toEqual(['ConnectionRequested', 'ConnectionAccepted']);
});

test('asking, accepting and declining twice have one effect each [NET-06:once]', async () => {
  const [ada, ben] = await two();
  await ada.ask(ben);
  await ada.ask(ben);
  await ben.connections.acceptConnection(ada.person);
  expect((await ben.connections.acceptConnection(ada.person)).connection?.state).toBe(ConnectionState.CONNECTED);
  expect((await ada.ask(ben)).connection?.state).toBe(ConnectionState.CONNECTED);
  expect(await eventsOf(ada.id, ben.id)).toEqual(['ConnectionRequested', 'ConnectionAccepted']);

  const [cleo, dan] = await two();
  await cleo.ask(dan);
  await dan.connections.declineConnection(cleo.person);
  expect((await dan.connections.declineConnection(cleo.person)).connection?.state).toBe(ConnectionState.NONE);
  expect(await eventsOf(cleo.id, dan.id)).toEqual(['ConnectionRequested', 'ConnectionEnded']);
});

test('two who ask each other at once are connected [NET-06:both]', async () => {
  const [ada, ben] = await two();
  await Promise.all([ada.ask(ben), ben.ask(ada)]);
  expect([await stateOf(ada, ben), await stateOf(ben, ada)]).toEqual([
    ConnectionState.CONNECTED,
    ConnectionState.CONNECTED,
  ]);
  expect(await eventsOf(ada.id, ben.id)).toEqual(['ConnectionRequested', 'ConnectionAccepted']);
});

test('who was declined asks again after 30 days, and who declined may ask at once [NET-06:declined]', async () => {
  const [ada, ben] = await two();
  await ada.ask(ben);
  await ben.connections.declineConnection(ada.person);
  const declinedAt = identity.clock.now().getTime();
  const { connection } = await ada.connections.getConnection(ben.person);
  const from = connection?.requestableFrom && timestampDate(connection.requestableFrom).getTime();
  expect(from).toBe(declinedAt + CONNECTION_LIMITS.declinedDays * DAY_MS);
  await expect(ada.ask(ben)).rejects.toMatchObject({
    code: Code.ResourceExhausted,
    reason: 'CONNECTION_DECLINED',
    message: expect.stringMatching(/^You can ask this person again from \w{3} \d\d, 20\d\d\.$/),
  });
  identity.clock.advance(30 * DAY_MS);
  expect((await ada.ask(ben)).connection?.state).toBe(ConnectionState.SENT);
  await ben.connections.declineConnection(ada.person);
  expect((await ben.ask(ada)).connection?.state).toBe(ConnectionState.SENT);
});

test('a request is withdrawn, and a connection removed by either of the two [NET-06:end]', async () => {
  const [ada, ben] = await two();
  await ada.ask(ben);
  await ada.connections.withdrawConnection(ben.person);
  await ada.connections.withdrawConnection(ben.person);
  expect(await stateOf(ben, ada)).toBe(ConnectionState.NONE);
  await expect(ben.connections.acceptConnection(ada.person)).rejects.toMatchObject(NOT_FOUND);

  await connect(ada, ben);
  await expect(ada.connections.withdrawConnection(ben.person)).rejects.toMatchObject(NOT_FOUND);
  await ben.connections.removeConnection(ada.person);
  await ben.connections.removeConnection(ada.person);
  expect(await stateOf(ada, ben)).toBe(ConnectionState.NONE);
  expect((await ada.connections.listConnections({})).connections).toEqual([]);
  expect(await eventsOf(ada.id, ben.id)).toEqual([
    ...['ConnectionRequested', 'ConnectionEnded', 'ConnectionRequested', 'ConnectionAccepted', 'ConnectionEnded'],
  ]);
});

test('nobody asks themself, and nobody answers the request of another [NET-06:rights]', async () => {
  const [ada, ben] = await two();
  const cleo = await identity.somebody();
  await expect(ada.ask(ada)).rejects.toMatchObject({ code: Code.FailedPrecondition, reason: 'OWN_PROFILE' });
  await ada.ask(ben);
  for (const person of [ada, ben]) {
    await expect(cleo.connections.acceptConnection(person.person)).rejects.toMatchObject(NOT_FOUND);
    await expect(cleo.connections.declineConnection(person.person)).rejects.toMatchObject(NOT_FOUND);
  }
  await expect(ada.connections.acceptConnection(ben.person)).rejects.toMatchObject(NOT_FOUND);
  await expect(ada.connections.declineConnection(ben.person)).rejects.toMatchObject(NOT_FOUND);
  expect(await stateOf(ada, ben)).toBe(ConnectionState.SENT);
});

test('so many people are asked in a day, also when the requests are taken back [NET-06:limit]', async () => {
  const [ada, ben] = await two();
  const asked = Promise.all(Array.from({ length: CONNECTION_LIMITS.requestsPerDay - 1 }, () => identity.anAccount()));
  // What a minute allows is a limit of the method, with a test of its own.
  await identity.db.query(
    'INSERT INTO connection_asks (requester_id, recipient_id, asked_at) SELECT $1, unnest($2::uuid[]), $3',
    [ada.id, (await asked).map(({ id }) => id), identity.clock.now()],
  );
  await ada.ask(ben);
  await ada.connections.withdrawConnection(ben.person);
  const last = await identity.somebody();
  await expect(ada.ask(last)).rejects.toMatchObject({
    code: Code.ResourceExhausted,
    reason: 'TOO_MANY_CONNECTION_REQUESTS',
    message: 'You have asked 50 people today. Please ask more of them tomorrow.',
  });
  expect(await stateOf(last, ada)).toBe(ConnectionState.NONE);
  identity.clock.advance(DAY_MS);
  await ada.ask(last);
});

test('the same person is not asked over and over after requests that were taken back [NET-06:limit]', async () => {
  const [ada, ben] = await two();
  for (let asked = 0; asked < CONNECTION_LIMITS.repeatsPerDay; asked += 1) {
    await ada.ask(ben);
    await ada.connections.withdrawConnection(ben.person);
  }
  await expect(ada.ask(ben)).rejects.toMatchObject({ code: Code.ResourceExhausted, reason: 'RATE_LIMITED' });
  // Nor by another way to write who they are.
  const inCapitals = { person: { profileId: ben.person.profileId.toUpperCase() } };
  await expect(ada.ask(inCapitals)).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
  identity.clock.advance(DAY_MS);
  expect((await ada.ask(ben)).connection?.state).toBe(ConnectionState.SENT);
});

test('a request that is repeated at once, by its id, is one request with one answer [NET-06:once]', async () => {
  const [ada, ben] = await two();
  const requestId = newId();
  const repeated = Array.from({ length: 20 }, () => ada.connections.requestConnection({ ...ben.person, requestId }));
  const states = (await Promise.all(repeated)).map(({ connection }) => connection?.state);
  expect(states).toEqual(Array(20).fill(ConnectionState.SENT));
  expect(await eventsOf(ada.id)).toEqual(['ConnectionRequested']);
});

test('50 repeats of one request, by its id, are answered and use up nothing [NET-06:once NET-06:limit]', async () => {
  const [ada, ben] = await two();
  const requestId = newId();
  const ask = () => ada.connections.requestConnection({ ...ben.person, requestId });
  for (let times = 0; times < 50; times++) expect((await ask()).connection?.state).toBe(ConnectionState.SENT);
  const counted = await identity.db.query('SELECT times FROM connection_asks WHERE requester_id = $1', [ada.id]);
  expect(counted).toEqual([{ times: 1 }]);
  expect((await ada.ask(await identity.somebody())).connection?.state).toBe(ConnectionState.SENT);
});

test('a request that is repeated by its id reads what has become of it, as a new one would [NET-06:once]', async () => {
  const asked = async () => {
    const [ada, ben] = await two();
    const requestId = newId();
    const ask = () => ada.connections.requestConnection({ ...ben.person, requestId });
    await ask();
    return { ada, ben, ask };
  };
  const declined = await asked();
  await declined.ben.connections.declineConnection(declined.ada.person);
  const refusal = await declined.ada.ask(declined.ben).catch(({ reason, message }) => ({ reason, message }));
  expect(refusal).toMatchObject({ reason: 'CONNECTION_DECLINED' });
  await expect(declined.ask()).rejects.toMatchObject(refusal);

  const accepted = await asked();
  await accepted.ben.connections.acceptConnection(accepted.ada.person);
  expect((await accepted.ask()).connection?.state).toBe(ConnectionState.CONNECTED);

  const withdrawn = await asked();
  await withdrawn.ada.connections.withdrawConnection(withdrawn.ben.person);
  expect((await withdrawn.ask()).connection?.state).toBe(ConnectionState.NONE);
  expect(await eventsOf(withdrawn.ada.id)).toEqual(['ConnectionRequested', 'ConnectionEnded']);

  const blocked = await asked();
  await blocked.ben.blocks.blockAccount(blocked.ada.person);
  await expect(blocked.ask()).rejects.toMatchObject(NO_PROFILE);
});

test('asking again while the request is open, or once connected, does not count as a repeat [NET-06:once]', async () => {
  const [ada, ben] = await two();
  for (let asked = 0; asked <= CONNECTION_LIMITS.repeatsPerDay; asked += 1) {
    expect((await ada.ask(ben)).connection?.state).toBe(ConnectionState.SENT);
  }
  await ada.connections.withdrawConnection(ben.person);
  await connect(ada, ben);
  for (let asked = 0; asked <= CONNECTION_LIMITS.repeatsPerDay; asked += 1) {
    expect((await ada.ask(ben)).connection?.state).toBe(ConnectionState.CONNECTED);
  }
});

test('who has as many connections as there can be gets no further one, by either of the two [NET-06:limit]', async () => {
  const [ada, ben] = await two();
  // As many connections as there can be, with people who are like her.
  await identity.db.query(
    `WITH made AS (
       INSERT INTO accounts
       SELECT other.* FROM accounts a, (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)) g,
         LATERAL jsonb_populate_record(a, jsonb_build_object('id', g.id, 'email', g.id || '@example.com')) other
       WHERE a.id = $1 RETURNING id
     )
     INSERT INTO connections (id, low_id, high_id, state, since, version)
     SELECT gen_random_uuid(), least(id, $1), greatest(id, $1), 'CONNECTED', now(), 1 FROM made`,
    [ada.id, CONNECTION_LIMITS.connectionsMax],
  );
  // Plans made for a handful of rows would read all of them for each.
  await identity.db.query('ANALYZE accounts, connections');
  await ben.ask(ada);
  const full = { code: Code.FailedPrecondition, reason: 'CONNECTIONS_FULL' };
  await expect(ada.connections.acceptConnection(ben.person)).rejects.toMatchObject({
    ...full,
    message: 'You have 5000 connections, and cannot have more.',
  });
  // Who is hidden can come back, and keeps the place.
  await identity.db.query(
    `UPDATE accounts SET closing_at = now() WHERE id = (SELECT greatest(low_id, high_id) FROM connections
       WHERE state = 'CONNECTED' AND $1 IN (low_id, high_id) AND greatest(low_id, high_id) <> $1 LIMIT 1)`,
    [ada.id],
  );
  await expect(ada.connections.acceptConnection(ben.person)).rejects.toMatchObject(full);
  await ben.connections.withdrawConnection(ada.person);
  await ada.ask(ben);
  await expect(ben.connections.acceptConnection(ada.person)).rejects.toMatchObject(full);
});

test('connections are searched by prefix of first, last or full name, page by page [NET-06:search]', async () => {
  const ada = await identity.somebody();
  const names = ['Inês Carvalho', 'Ines Duarte', 'Carla Inácio', 'Bruno Costa'];
  for (const name of names) {
    const [firstName = '', lastName = ''] = name.split(' ');
    await connect(await identity.somebody({ firstName, lastName }), ada);
  }
  const found = async (query: string) => {
    const rows: string[] = [];
    let cursor = '';
    do {
      const page = await ada.connections.listConnections({ query, cursor, pageSize: 2 });
      rows.push(...page.connections.map(({ person }) => `${person?.firstName} ${person?.lastName}`));
      cursor = page.nextCursor;
    } while (cursor !== '');
    return rows;
  };
  expect(await found('')).toEqual(['Bruno Costa', 'Carla Inácio', 'Inês Carvalho', 'Ines Duarte']);
  expect(await found('INES')).toEqual(['Inês Carvalho', 'Ines Duarte']);
  expect(await found('ina')).toEqual(['Carla Inácio']);
  expect(await found('ines d')).toEqual(['Ines Duarte']);
  expect(await found('arva')).toEqual([]);
  expect(await found('%')).toEqual([]);
});

test('mutual connections are counted and listed; who is private is shown to neither [NET-06:mutual]', async () => {
  const [ada, ben] = await two();
  const [common, hidden, gone, only] = await Promise.all([
    ...[identity.somebody({ firstName: 'Common' }), identity.somebody(), identity.somebody(), identity.somebody()],
  ]);
  for (const other of [common, hidden, gone])
    for (const person of [ada, ben]) await connect(person, other as TestPerson);
  await connect(ada, only as TestPerson);
  await hidden?.profile.updateProfile({ requestId: newId(), profileVisibility: ProfileVisibility.PRIVATE });
  await suspendAccount(identity.resources, { accountId: gone?.id ?? '', reason: 'spam' });

  expect((await ada.connections.getConnection(ben.person)).mutualCount).toBe(1);
  const { people } = await ada.connections.listMutualConnections(ben.person);
  expect(people.map(({ firstName }) => firstName)).toEqual(['Common']);
  expect((await ada.connections.listMutualConnections(ada.person)).people).toEqual([]);
});

test('who closes their account is in no list, counter or answer of others until they keep it [SET-05:undo]', async () => {
  const [ada, ben] = await two();
  const [common, asking, asked] = await Promise.all([identity.somebody(), identity.somebody(), identity.somebody()]);
  for (const person of [ada, ben]) await connect(person, common);
  await asking.ask(ada);
  await ada.ask(asked);
  const idsOf = ({ connections }: { connections: { person?: { id: string } }[] }) =>
    connections.map(({ person }) => person?.id);
  const seenByAda = async () => ({
    connections: idsOf(await ada.connections.listConnections({})),
    received: idsOf(await ada.connections.listConnectionRequests({})),
    sent: idsOf(await ada.connections.listConnectionRequests({ sent: true })),
    mutual: (await ada.connections.listMutualConnections(ben.person)).people.map(({ id }) => id),
    mutualCount: (await ada.connections.getConnection(ben.person)).mutualCount,
    count: (await ben.people.getProfileCounters(ada.person)).connections,
  });
  const before = await seenByAda();
  expect(before).toEqual({
    ...{ connections: [common.id], received: [asking.id], sent: [asked.id] },
    ...{ mutual: [common.id], mutualCount: 1, count: 1 },
  });

  for (const person of [common, asking, asked]) await person.close();
  expect(await seenByAda()).toEqual({
    ...{ connections: [], received: [], sent: [], mutual: [], mutualCount: 0, count: 0 },
  });
  for (const answer of [
    () => ada.connections.acceptConnection(asking.person),
    () => ada.connections.declineConnection(asking.person),
    () => ada.connections.withdrawConnection(asked.person),
    () => ada.connections.removeConnection(common.person),
  ]) {
    await expect(answer()).rejects.toMatchObject(NO_PROFILE);
  }
  expect(await eventsOf(asking.id)).toEqual(['ConnectionRequested']);

  // They sign in again.
  identity.clock.advance(60_000);
  for (const person of [common, asking, asked]) await person.keep();
  expect(await seenByAda()).toEqual(before);
  await ada.connections.acceptConnection(asking.person);
  expect(await stateOf(ada, asking)).toBe(ConnectionState.CONNECTED);
});

test('nobody asks a person whom they may not see; who keeps themself private can be answered [NET-06:rights]', async () => {
  const [ada, ben] = await two();
  await ben.profile.updateProfile({ requestId: newId(), profileVisibility: ProfileVisibility.PRIVATE });
  await expect(ada.ask(ben)).rejects.toMatchObject(NO_PROFILE);
  for (const profileId of ['', 'ada', newId()]) {
    await expect(ada.ask({ person: { profileId } })).rejects.toMatchObject(NO_PROFILE);
  }
  await ben.ask(ada);
  await ada.connections.acceptConnection(ben.person);
  expect((await ada.connections.listConnections({})).connections.map(({ person }) => person?.id)).toEqual([ben.id]);
  await suspendAccount(identity.resources, { accountId: ben.id, reason: 'spam' });
  await expect(ada.connections.removeConnection(ben.person)).rejects.toMatchObject(NO_PROFILE);
});

test('between two of whom one has blocked the other nothing is asked [NET-06:rights]', async () => {
  const [ada, ben] = await two();
  await ada.blocks.blockAccount(ben.person);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await expect(one.ask(other)).rejects.toMatchObject(NO_PROFILE);
  }
  expect(await eventsOf(ada.id, ben.id)).toEqual([]);
});

test('connections, referrals and profile views are counted of a profile [PRO-16:counters]', async () => {
  const [ada, ben] = await two();
  await connect(ada, ben);
  const brought = await identity.anAccount();
  await identity.db.query('UPDATE accounts SET referrer_id = $1 WHERE id = $2', [ada.id, brought.id]);
  expect(await ben.people.getProfileCounters(ada.person)).toMatchObject({
    ...{ connections: 1, referrals: 1, profileViews: 0n },
  });
  await suspendAccount(identity.resources, { accountId: ben.id, reason: 'spam' });
  expect(await ada.people.getProfileCounters(ada.person)).toMatchObject({ connections: 0 });
});
