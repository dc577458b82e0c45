import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { BallotChangedSchema, BallotCountedSchema, BallotOpenedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { BallotState, BallotType, VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { VOTE_LIMITS, VOTE_MESSAGES } from '@marquee/rules/votes';
import { atOnce } from '@marquee/testing/at-once';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import type { FestivalWrite } from '../resources.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { eventWithBlock } from '../testing/planned-events.ts';
import { ticketScene } from '../testing/ticket-scene.ts';
import { holdAlone } from './ballots.ts';
import { castVote } from './cast-vote.ts';

const HOUR_MS = 3_600_000;

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});

const inHours = (hours: number) => timestampFromDate(new Date(festival.clock.now().getTime() + hours * HOUR_MS));

/** A ballot of a block with three films, open from now for two hours. */
async function openBallot(more: object = {}) {
  const planned = await eventWithBlock(festival, ['Salt', 'Amber', 'Ash']);
  const { eventId, blockId, director } = planned;
  const { ballot } = await director.votes.saveBallot({
    ...{ requestId: newId(), eventId, blockId, type: BallotType.CHOICE, opensAt: inHours(0), closesAt: inHours(2) },
    ...more,
  });
  const cast = (voter: ReturnType<FestivalUnderTest['viewer']>, filmId: string, score = 0) =>
    voter.votes.castVote({ eventId, blockId, filmId, score });
  const ofAll = async () => (await festival.visitor().votes.listBallots({ eventId })).ballots[0];
  return { ...planned, ballotId: ballot?.id ?? '', cast, ofAll };
}

async function close(ballot: Awaited<ReturnType<typeof openBallot>>) {
  festival.clock.advance(3 * HOUR_MS);
  await eventually(async () => (await ballot.ofAll())?.state === BallotState.COUNTED);
}

async function records(ballotId: string) {
  const { votes } = festival.visitor();
  const first = await votes.listVoteRecords({ ballotId, pageSize: 2 });
  const all = [...first.records];
  for (let cursor = first.nextCursor; cursor !== ''; ) {
    const page = await votes.listVoteRecords({ ballotId, pageSize: 2, cursor });
    all.push(...page.records);
    cursor = page.nextCursor;
  }
  return all;
}

test('one vote a user, event and block, whatever they press; the lookup returns the film [FES-05]', async () => {
  const { eventId, blockId, filmIds, festivalId, cast } = await openBallot();
  const [salt, amber] = filmIds as [string, string, string];
  const voter = festival.viewer();
  await festival.db.query("UPDATE films SET directors = '{Ana Souto,Bo Lind}' WHERE id = $1", [amber]);
  const before = await voter.votes.getBallot({ eventId, blockId });
  expect(before).toMatchObject({ filmId: '', refusal: '', ownVotes: [], ballot: { state: BallotState.OPEN } });
  expect(before.films.map(({ filmTitle }) => filmTitle)).toEqual(['Salt', 'Amber', 'Ash']);
  expect(before.films.map(({ directors }) => directors)).toEqual([[], ['Ana Souto', 'Bo Lind'], []]);

  const pressed = await Promise.all([cast(voter, salt), cast(voter, salt), cast(voter, salt)]);
  expect(new Set(pressed.map(({ receipt }) => receipt)).size).toBe(1);
  expect(pressed[0]).toMatchObject({ filmId: salt, festivalId });
  expect(await festival.db.query('SELECT DISTINCT octet_length(salt) AS bytes FROM votes')).toEqual([{ bytes: 32 }]);
  await expect(cast(voter, amber)).rejects.toMatchObject({
    ...{ code: Code.FailedPrecondition, reason: 'ALREADY_VOTED' },
  });
  expect(await voter.votes.getBallot({ eventId, blockId })).toMatchObject({ filmId: salt, refusal: 'ALREADY_VOTED' });

  const undecided = festival.viewer();
  const raced = await Promise.allSettled([cast(undecided, salt), cast(undecided, amber)]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('votes are hidden until the ballot is closed, and counted exactly then [FES-10:count]', async () => {
  const ballot = await openBallot();
  const [salt, amber] = ballot.filmIds as [string, string, string];
  const voters = Array.from({ length: 30 }, () => festival.viewer());
  await Promise.all(voters.map((voter, index) => ballot.cast(voter, index % 3 === 0 ? amber : salt)));
  await eventually(async () => (await records(ballot.ballotId)).length === voters.length);
  expect((await ballot.ofAll())?.results).toEqual([]);
  for (const record of await records(ballot.ballotId)) expect(record).toMatchObject({ filmId: '', salt: '' });

  await close(ballot);
  expect((await ballot.ofAll())?.results).toMatchObject([
    { filmId: salt, filmTitle: 'Salt', votes: 20n, score: 0 },
    { filmId: amber, filmTitle: 'Amber', votes: 10n },
  ]);
  const { eventId, ballotId } = ballot;
  expect(await festival.published(BallotCountedSchema)).toContainEqual(expect.objectContaining({ ballotId, eventId }));
});

test('anybody can check the chain, and a voter finds their own record without anybody else [FES-10:audit]', async () => {
  const ballot = await openBallot();
  const voters = Array.from({ length: 5 }, () => festival.viewer());
  const cast = await Promise.all(voters.map((voter, i) => ballot.cast(voter, ballot.filmIds[i % 3] as string)));
  await close(ballot);
  let head = Buffer.alloc(0);
  const chain = await records(ballot.ballotId);
  expect(chain).toHaveLength(voters.length);
  for (const { number, commitment, hash, filmId, score, salt } of chain) {
    const text = ['vote', ballot.ballotId, filmId, score, salt].join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe(commitment);
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    head = createHash('sha256').update(head).update(Buffer.from(commitment, 'hex')).digest();
    expect(head.toString('hex')).toBe(hash);
    expect(number).toBe(BigInt(chain.findIndex((record) => record.commitment === commitment) + 1));
  }
  expect((await ballot.ofAll())?.chainHead).toBe(head.toString('hex'));
  for (const { receipt, filmId } of cast) {
    expect(chain.find(({ commitment }) => commitment === receipt)).toMatchObject({ filmId });
  }
  const text = JSON.stringify(chain, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  for (const { viewer } of voters) expect(text).not.toContain(viewer.accountId);
});

test('each film is given one to five stars where scores are given, once [FES-10:score]', async () => {
  const ballot = await openBallot({ type: BallotType.SCORE });
  const [salt, amber, last] = ballot.filmIds as [string, string, string];
  const [one, two] = [festival.viewer(), festival.viewer()];
  for (const score of [0, 6, -1]) {
    await expect(ballot.cast(one, salt, score)).rejects.toMatchObject({ fields: [{ field: 'score' }] });
  }
  await ballot.cast(one, salt, 5);
  await ballot.cast(one, amber, 2);
  await ballot.cast(two, salt, 4);
  await expect(ballot.cast(one, salt, 1)).rejects.toMatchObject({ reason: 'ALREADY_VOTED' });
  // Each film has its own stars: who gave some to all of them is done.
  const { eventId, blockId } = ballot;
  const refusal = async (by: typeof one) => (await by.votes.getBallot({ eventId, blockId })).refusal;
  expect([await refusal(one), await refusal(two)]).toEqual(['', '']);
  await ballot.cast(one, last, 3);
  expect([await refusal(one), await refusal(two)]).toEqual(['ALREADY_VOTED', '']);
  expect((await one.votes.getBallot({ eventId, blockId })).filmId).toBe('');
  await close(ballot);
  expect((await ballot.ofAll())?.results).toMatchObject([
    { filmId: salt, votes: 2n, score: 4.5 },
    { filmId: last, votes: 1n, score: 3 },
    { filmId: amber, votes: 1n, score: 2 },
  ]);
});

test('a vote counts from the opening on, and not a millisecond after the closing [FES-10:times]', async () => {
  const ballot = await openBallot({ opensAt: inHours(1), closesAt: inHours(2) });
  const [salt] = ballot.filmIds as [string, string, string];
  const voter = festival.viewer();
  await expect(ballot.cast(voter, salt)).rejects.toMatchObject({ reason: 'VOTE_NOT_OPEN' });
  festival.clock.advance(HOUR_MS);
  await ballot.cast(voter, salt);
  festival.clock.advance(HOUR_MS - 1);
  await ballot.cast(festival.viewer(), salt);
  festival.clock.advance(1);
  await expect(ballot.cast(festival.viewer(), salt)).rejects.toMatchObject({ reason: 'VOTE_CLOSED' });
  // The same vote again is answered as it was.
  await ballot.cast(voter, salt);
  await eventually(async () => (await ballot.ofAll())?.state === BallotState.COUNTED);
  expect((await ballot.ofAll())?.results).toMatchObject([{ votes: 2n }]);
});

test('only who holds a ticket votes where the director says so [FES-10:ticket]', async () => {
  const scene = ticketScene(festival);
  const ballot = await openBallot({ ticketHoldersOnly: true });
  const { eventId, blockId, festivalId, director } = ballot;
  const [salt] = ballot.filmIds as [string, string, string];
  const voter = festival.viewer();
  await expect(ballot.cast(voter, salt)).rejects.toMatchObject({ reason: 'TICKET_NEEDED' });
  expect(await voter.votes.getBallot({ eventId, blockId })).toMatchObject({ refusal: 'TICKET_NEEDED' });
  await festival.db.query('UPDATE events SET selling_tickets = true WHERE id = $1', [eventId]);
  const typeId = await scene.ticketType(director, festivalId, [eventId], { price: 0n });
  await scene.open(voter, typeId, { price: 0n });
  await ballot.cast(voter, salt);
});

test('only ticket holders who attended vote where the director says so [FES-10:attended]', async () => {
  const scene = ticketScene(festival);
  const ballot = await openBallot({ attendedOnly: true });
  const { eventId, blockId, festivalId, director } = ballot;
  const [salt] = ballot.filmIds as [string, string, string];
  await festival.db.query('UPDATE events SET selling_tickets = true WHERE id = $1', [eventId]);
  const typeId = await scene.ticketType(director, festivalId, [eventId], { price: 0n });
  const attend = ({ viewer }: { viewer: { accountId: string } }, source: string) =>
    festival.db.query('INSERT INTO attendances (event_id, account_id, source, at) VALUES ($1, $2, $3, now())', [
      ...[eventId, viewer.accountId, source],
    ]);
  const [scanned, watched, stranger] = [festival.viewer(), festival.viewer(), festival.viewer()];
  for (const [voter, source] of [
    [scanned, 'SCAN'],
    [watched, 'WATCHED'],
  ] as const) {
    await expect(ballot.cast(voter, salt)).rejects.toMatchObject({ reason: 'TICKET_NEEDED' });
    await scene.open(voter, typeId, { price: 0n });
    await expect(ballot.cast(voter, salt)).rejects.toMatchObject({ reason: 'ATTENDANCE_NEEDED' });
    expect(await voter.votes.getBallot({ eventId, blockId })).toMatchObject({ refusal: 'ATTENDANCE_NEEDED' });
    await attend(voter, source);
    await ballot.cast(voter, salt);
  }
  await attend(stranger, 'WATCHED');
  await expect(ballot.cast(stranger, salt)).rejects.toMatchObject({ reason: 'TICKET_NEEDED' });
});

test('a ballot that opens says so once, and for whom it waits: ticket holders who have not voted [NOT-02:vote]', async () => {
  const scene = ticketScene(festival);
  const ballot = await openBallot({ opensAt: inHours(1) });
  const { ballotId, eventId, blockId, festivalId, director, cast } = ballot;
  const [salt] = ballot.filmIds as [string, string, string];
  await festival.db.query('UPDATE events SET selling_tickets = true WHERE id = $1', [eventId]);
  const typeId = await scene.ticketType(director, festivalId, [eventId], { price: 0n });
  const holders = [festival.viewer(), festival.viewer(), festival.viewer()] as const;
  for (const holder of holders) await scene.open(holder, typeId, { price: 0n });
  const votes = clientFor(festival.service, VoteService, { kind: 'service', service: 'notification' });
  const waitedFor = async () => {
    const first = await votes.listBallotRecipients({ eventId, blockId, pageSize: 2 });
    const { nextCursor: cursor } = first;
    const second = cursor ? await votes.listBallotRecipients({ eventId, blockId, pageSize: 2, cursor }) : undefined;
    return [...first.accountIds, ...(second?.accountIds ?? [])];
  };
  const opened = async () =>
    (await festival.published(BallotOpenedSchema)).filter((event) => event.eventId === eventId);
  expect([await waitedFor(), await opened()]).toEqual([[], []]);

  festival.clock.advance(HOUR_MS);
  await eventually(async () => expect(await opened()).toMatchObject([{ ballotId, eventId, blockId }]));
  const ids = holders.map(({ viewer }) => viewer.accountId).sort();
  expect(await waitedFor()).toEqual(ids);
  await cast(holders[0], salt);
  expect(await waitedFor()).toEqual(ids.filter((id) => id !== holders[0].viewer.accountId));
  await festival.db.query('UPDATE ballots SET attended_only = true WHERE id = $1', [ballotId]);
  expect(await waitedFor()).toEqual([]);

  await close(ballot);
  await festival.db.query('UPDATE ballots SET attended_only = false WHERE id = $1', [ballotId]);
  expect(await waitedFor()).toEqual([]);
  expect(await opened()).toHaveLength(1);
});

test('a ballot is of a block or of a whole event, whose films are those of all its blocks; each has its own votes [FES-10]', async () => {
  const ballot = await openBallot();
  const { eventId, blockId, director, filmIds } = ballot;
  const [salt, amber] = filmIds as [string, string];
  const other = newId();
  await festival.db.query("INSERT INTO blocks (id, event_id, name, position) VALUES ($1, $2, 'Late', 2)", [
    other,
    eventId,
  ]);
  const late = newId();
  await festival.db.query(
    "INSERT INTO films (id, film_title, running_time, visible, version) VALUES ($1, 'Dusk', 600, true, 1)",
    [late],
  );
  for (const filmId of [late, salt]) {
    await festival.db.query('INSERT INTO block_films (id, block_id, film_id, position) VALUES ($1, $2, $3, 1)', [
      newId(),
      other,
      filmId,
    ]);
  }
  await director.votes.saveBallot({
    ...{ requestId: newId(), eventId, blockId: '', type: BallotType.SCORE, opensAt: inHours(0), closesAt: inHours(2) },
  });
  const voter = festival.viewer();
  const { films } = await voter.votes.getBallot({ eventId, blockId: '' });
  expect(films.map(({ filmTitle }) => filmTitle).toSorted()).toEqual(['Amber', 'Ash', 'Dusk', 'Salt']);
  await voter.votes.castVote({ eventId, blockId: '', filmId: late, score: 5 });
  await voter.votes.castVote({ eventId, blockId: '', filmId: salt, score: 2 });
  await ballot.cast(voter, amber);
  // What is shown in another block only is not voted for in this one.
  await expect(ballot.cast(festival.viewer(), late)).rejects.toMatchObject({ fields: [{ field: 'filmId' }] });
  festival.clock.advance(3 * HOUR_MS);
  const all = async () => (await festival.visitor().votes.listBallots({ eventId })).ballots;
  await eventually(async () => (await all()).every(({ state }) => state === BallotState.COUNTED));
  expect(
    (await all()).map(({ blockId, results }) => [blockId, results.map(({ filmId, votes }) => [filmId, votes])]),
  ).toEqual([
    [
      '',
      [
        [late, 1n],
        [salt, 1n],
      ],
    ],
    [blockId, [[amber, 1n]]],
  ]);
});

test('a film that is not on the ballot, and a ballot that is not there, are refused', async () => {
  const ballot = await openBallot();
  const other = await openBallot();
  await expect(ballot.cast(festival.viewer(), other.filmIds[0] as string)).rejects.toMatchObject({
    fields: [{ field: 'filmId', message: 'Please choose one of the films of this vote.' }],
  });
  const [filmId = '', eventId] = [ballot.filmIds[0], ballot.eventId];
  await expect(festival.viewer().votes.castVote({ eventId, filmId })).rejects.toMatchObject({
    ...{ code: Code.NotFound, reason: 'BALLOT_NOT_FOUND' },
  });
});

test('the director and the programmers make a ballot, and change it until somebody has voted', async () => {
  const ballot = await openBallot();
  const { eventId, blockId, director } = ballot;
  const save = (by: typeof director, more: object = {}) =>
    by.votes.saveBallot({
      ...{ requestId: newId(), eventId, blockId, type: BallotType.SCORE, opensAt: inHours(0), closesAt: inHours(1) },
      ...more,
    });
  await expect(save(festival.director())).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(save(director, { closesAt: inHours(0) })).rejects.toMatchObject({ fields: [{ field: 'closesAt' }] });
  await expect(save(director, { opensAt: inHours(-2), closesAt: inHours(0) })).rejects.toMatchObject({
    fields: [{ field: 'closesAt', message: VOTE_MESSAGES.closesInPast }],
  });
  expect((await save(director)).ballot).toMatchObject({ id: ballot.ballotId, type: BallotType.SCORE });
  await ballot.cast(festival.viewer(), ballot.filmIds[0] as string, 3);
  await expect(save(director)).rejects.toMatchObject({ reason: 'BALLOT_HAS_VOTES' });
  await expect(director.votes.removeBallot({ eventId, blockId })).rejects.toMatchObject({ reason: 'BALLOT_HAS_VOTES' });
  const unused = await openBallot();
  for (let i = 0; i < 2; i++) await unused.director.votes.removeBallot(unused);
  expect(await unused.ofAll()).toBeUndefined();
});

test('a ballot is neither changed nor removed while the first vote on it is being written', async () => {
  const ballot = await openBallot();
  const { ballotId, eventId, blockId, director, filmIds } = ballot;
  const viewer = festival.viewer().viewer;
  const write = (tx: Tx) => ({ tx, clock: festival.clock }) as unknown as FestivalWrite;
  const vote = (tx: Tx) => castVote(write(tx), viewer, { eventId, blockId, filmId: filmIds[0] as string, score: 0 });
  const saved = {
    requestId: newId(),
    eventId,
    blockId,
    type: BallotType.SCORE,
    opensAt: inHours(0),
    closesAt: inHours(1),
  };
  const changes = [() => director.votes.saveBallot(saved), () => director.votes.removeBallot({ eventId, blockId })];
  for (const change of changes) {
    await festival.db.query('DELETE FROM votes WHERE ballot_id = $1', [ballotId]);
    await expect(atOnce(festival.db, vote, change)).rejects.toMatchObject({ reason: 'BALLOT_HAS_VOTES' });
  }
  expect(await ballot.ofAll()).toMatchObject({ id: ballotId, type: BallotType.CHOICE });
});

test('a vote that waits while its ballot is removed is not given to the one that takes its place', async () => {
  const { eventId, blockId, director, filmIds, cast } = await openBallot();
  const replace = async (tx: Tx) => {
    const [standing] = await tx.query<{ id: string }>('SELECT id FROM ballots WHERE event_id = $1', [eventId]);
    await holdAlone(tx, standing?.id ?? '');
    await tx.query('UPDATE ballots SET id = $2 WHERE id = $1', [standing?.id, newId()]);
  };
  const voting = () => cast(festival.viewer(), filmIds[0] as string);
  await expect(atOnce(festival.db, replace, voting)).rejects.toMatchObject({ reason: 'BALLOT_NOT_FOUND' });
  expect(await director.votes.getBallot({ eventId, blockId })).toMatchObject({ ownVotes: [] });
  expect(await voting()).toMatchObject({ filmId: filmIds[0] });
});

test('a ballot is of its own organization, of a block with films, and one of few', async () => {
  const { eventId, blockId, director, ballotId } = await openBallot();
  const other = await openBallot();
  const changes = async () =>
    (await festival.published(BallotChangedSchema)).filter((event) => event.ballotId === ballotId).length;
  const times = { type: BallotType.SCORE, opensAt: inHours(0), closesAt: inHours(1) };
  const save = (more: object) => director.votes.saveBallot({ requestId: newId(), eventId, blockId, ...times, ...more });
  expect(await changes()).toBe(1);
  await save({});
  expect(await changes()).toBe(2);
  await expect(save({ blockId: other.blockId })).rejects.toMatchObject({ code: Code.NotFound });
  const empty = newId();
  await festival.db.query("INSERT INTO blocks (id, event_id, name, position) VALUES ($1, $2, 'Late', 2)", [
    empty,
    eventId,
  ]);
  await expect(save({ blockId: empty })).rejects.toMatchObject({ reason: 'NO_FILMS_TO_VOTE_FOR' });
  await expect(festival.director().votes.removeBallot({ eventId, blockId })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
  await director.votes.removeBallot({ eventId, blockId });
  expect(await changes()).toBe(3);
  await festival.db.query(
    `INSERT INTO blocks (id, event_id, name, position)
     SELECT gen_random_uuid(), $1, 'Block ' || n, n FROM generate_series(3, $2) n`,
    [eventId, 2 + VOTE_LIMITS.perEventMax],
  );
  await festival.db.query(
    `INSERT INTO ballots (id, event_id, block_id, type, opens_at, closes_at, ticket_holders_only, attended_only, created_at)
     SELECT gen_random_uuid(), event_id, id, 'CHOICE', $2, $3, false, false, $2 FROM blocks
     WHERE event_id = $1 AND position > 2`,
    [eventId, festival.clock.now(), new Date(festival.clock.now().getTime() + HOUR_MS)],
  );
  await expect(save({})).rejects.toMatchObject({ reason: 'TOO_MANY_BALLOTS' });
});

test('a draft’s ballot and records are there for its organization alone, as those of one that is not active', async () => {
  const { eventId, blockId, ballotId, filmIds, director, festivalId, cast } = await openBallot();
  const [salt] = filmIds as [string];
  const notFound = { code: Code.NotFound, reason: 'BALLOT_NOT_FOUND' };
  const voter = festival.viewer();
  for (const [hide, show] of [
    ["UPDATE events SET status = 'DRAFT' WHERE id = $1", "UPDATE events SET status = 'PUBLISHED' WHERE id = $1"],
    [
      "UPDATE organizations SET status = 'INACTIVE' WHERE id = $1",
      "UPDATE organizations SET status = 'ACTIVE' WHERE id = $1",
    ],
  ] as const) {
    const id = hide.includes('events') ? eventId : festivalId;
    await festival.db.query(hide, [id]);
    for (const ask of [
      () => cast(voter, salt),
      () => voter.votes.getBallot({ eventId, blockId }),
      () => voter.votes.listBallots({ eventId }),
      () => festival.visitor().votes.listVoteRecords({ ballotId }),
    ]) {
      await expect(ask()).rejects.toMatchObject(notFound);
    }
    expect((await director.votes.listBallots({ eventId })).ballots).toHaveLength(1);
    expect((await cast(director, salt)).filmId).toBe(salt);
    await festival.db.query(show, [id]);
  }
  for (const place of [
    { eventId, blockId: 'x' },
    { eventId: 'x', blockId },
  ]) {
    await expect(voter.votes.getBallot(place)).rejects.toMatchObject({ code: Code.NotFound });
    await expect(voter.votes.castVote({ ...place, filmId: salt })).rejects.toMatchObject({ code: Code.NotFound });
  }
  await expect(cast(voter, 'x')).rejects.toMatchObject({ fields: [{ field: 'filmId' }] });
  for (const unknown of ['x', newId()]) {
    await expect(voter.votes.listVoteRecords({ ballotId: unknown })).rejects.toMatchObject(notFound);
  }
});

test('a ballot of more votes than one transaction takes is counted with the last of them', async () => {
  const ballot = await openBallot();
  const [salt] = ballot.filmIds as [string];
  await ballot.cast(festival.viewer(), salt);
  // In one statement, so that all of them are there once the ballot is closed, and none is counted before.
  await festival.db.query(
    `WITH cast_before AS (
       INSERT INTO votes (id, ballot_id, slot, account_id, film_id, score, salt, commitment, cast_at)
       SELECT gen_random_uuid(), ballot_id, slot, gen_random_uuid(), film_id, score, salt,
         sha256(convert_to(n::text, 'UTF8')), cast_at
       FROM votes, generate_series(1, 2100) n WHERE ballot_id = $1)
     UPDATE ballots SET opens_at = $2::timestamptz - interval '1 hour', closes_at = $2 WHERE id = $1`,
    [ballot.ballotId, festival.clock.now()],
  );
  await eventually(async () => (await ballot.ofAll())?.state === BallotState.COUNTED);
  expect((await ballot.ofAll())?.results).toMatchObject([{ filmId: salt, votes: 2_101n }]);
});
