import { createPublicKey } from 'node:crypto';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { DOOR_LIMITS } from '@marquee/rules/doors';
import { eventually } from '@marquee/testing/eventually';
import { doorScene } from '../testing/door-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { readTicketCode } from '../tickets/ticket-codes.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let festival: FestivalUnderTest;
let scene: ReturnType<typeof doorScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = doorScene(festival);
});

type Account = ReturnType<FestivalUnderTest['viewer']>;

/** Somebody who has joined the team of an organization. */
async function member(director: Account, festivalId: string, role: TeamRole) {
  const account = festival.viewer();
  const personId = account.viewer.accountId;
  await festival.introduce(personId, 'Ada', 'Byron');
  await director.team.inviteTeamMember({ requestId: newId(), festivalId, personId, role });
  await account.team.answerTeamInvitation({ requestId: newId(), festivalId, accept: true });
  return account;
}

const attended = async (eventId: string) =>
  (
    await festival.db.query<{ accountId: string }>(
      "SELECT account_id FROM attendances WHERE event_id = $1 AND source = 'SCAN'",
      [eventId],
    )
  ).map(({ accountId }) => accountId);

describe('opening a door', () => {
  test('is for the director, managers and doorkeepers, at events that they see in their list [FES-11:doors]', async () => {
    const { festivalId, director, eventId } = await scene.event();
    const doorkeeper = await member(director, festivalId, TeamRole.DOOR);
    const manager = await member(director, festivalId, TeamRole.MANAGER);
    for (const account of [director, manager, doorkeeper]) {
      expect((await account.doors.listDoorEvents({})).events).toMatchObject([{ id: eventId, name: 'Opening night' }]);
      await scene.open(account, eventId);
    }
    const { doors } = await doorkeeper.doors.listDoors({ eventId });
    expect(doors).toHaveLength(3);
    const programmer = await member(director, festivalId, TeamRole.PROGRAMMER);
    for (const stranger of [programmer, festival.viewer(), festival.director()]) {
      expect((await stranger.doors.listDoorEvents({})).events).toEqual([]);
      for (const call of [
        () => scene.open(stranger, eventId),
        () => stranger.doors.listDoors({ eventId }),
        () => stranger.doors.shutOutDoor({ doorId: doors[0]?.id ?? '' }),
      ]) {
        await expect(call()).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
      }
    }
    festival.clock.advance(2 * DAY_MS);
    expect((await director.doors.listDoorEvents({})).events).toEqual([]);
  });

  test.each(['', 'x', 'x'.repeat(41)])('needs a name: %j', async (name) => {
    const { director, eventId } = await scene.event();
    await expect(scene.open(director, eventId, name)).rejects.toMatchObject({ fields: [{ field: 'name' }] });
  });

  test('gives a secret that only that device has', async () => {
    const { director, eventId } = await scene.event();
    const [one, other] = [await scene.open(director, eventId), await scene.open(director, eventId, 'Side door')];
    expect(one.credential).toHaveLength(43);
    expect(await one.sync()).toMatchObject({ door: { name: 'Main door' }, event: { id: eventId } });
    for (const credential of ['', 'guess', other.credential]) {
      await expect(one.sync({ credential })).rejects.toMatchObject({
        ...{ code: Code.NotFound, reason: 'DOOR_NOT_FOUND' },
      });
    }
    const rows = await festival.db.query('SELECT * FROM doors WHERE event_id = $1', [eventId]);
    expect(JSON.stringify(rows)).not.toContain(one.credential);
  });
});

test('an event has 50 doors at most; each says when it was last heard of, to ten seconds', async () => {
  const { director, eventId } = await scene.event();
  const door = await scene.open(director, eventId);
  const heard = async () => {
    await door.sync();
    const [first] = (await director.doors.listDoors({ eventId })).doors;
    return first?.syncedAt && timestampDate(first.syncedAt).getTime();
  };
  const first = festival.clock.now().getTime();
  expect(await heard()).toBe(first);
  festival.clock.advance(10_000);
  expect(await heard()).toBe(first);
  festival.clock.advance(1);
  expect(await heard()).toBe(first + 10_001);
  await festival.db.query(
    `INSERT INTO doors
     SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
     FROM doors d, generate_series(1, $2) WHERE d.id = $1`,
    [door.doorId, DOOR_LIMITS.perEventMax - 2],
  );
  await scene.open(director, eventId, 'The last');
  await expect(scene.open(director, eventId, 'One more')).rejects.toMatchObject({ reason: 'TOO_MANY_DOORS' });
  for (const doorId of [newId(), 'x']) {
    await expect(director.doors.shutOutDoor({ doorId })).rejects.toMatchObject({ reason: 'DOOR_NOT_FOUND' });
  }
});

describe('what a door is given', () => {
  test('proves codes without a connection, and says which tickets have changed [TIC-07:known]', async () => {
    const { director, eventId, ticket } = await scene.event();
    const [kept, returned] = [await ticket(), await ticket()];
    const door = await scene.open(director, eventId);
    const first = await door.sync();
    const key = createPublicKey(first.publicKey);
    expect(readTicketCode(key, kept.code)).toEqual({ userTicketId: kept.userTicketId, eventId, generation: 1 });
    expect(first).toMatchObject({ changes: [], changesState: 0n, scans: [], admitted: 0, tickets: 2 });

    await festival.db.query('UPDATE user_tickets SET valid = false, generation = 2, version = 2 WHERE id = $1', [
      returned.userTicketId,
    ]);
    const second = await door.sync();
    expect(second).toMatchObject({
      ...{ tickets: 1, changes: [{ userTicketId: returned.userTicketId, generation: 2, valid: false }] },
    });
    const { changesState } = second;
    expect(await door.sync({ changesState })).toMatchObject({ changesState, changes: [] });
    await festival.db.query('UPDATE user_tickets SET generation = 2, version = 2 WHERE id = $1', [kept.userTicketId]);
    expect((await door.sync({ changesState })).changes).toHaveLength(2);
  });
});

describe('scans', () => {
  test('are kept once however often they are sent, and given to the other doors [TIC-07:sync]', async () => {
    const { director, eventId, ticket } = await scene.event();
    const [a, b] = [await ticket(), await ticket()];
    const [main, side] = [await scene.open(director, eventId), await scene.open(director, eventId, 'Side door')];
    const sent = [scene.scan(a.code, { minutesAgo: 2 }), scene.scan(b.code, { minutesAgo: 1 })];
    const ids = sent.map(({ id }) => id);
    const answers = await Promise.all([
      main.sync({ scans: sent }),
      main.sync({ scans: sent }),
      main.sync({ scans: [...sent, ...sent] }),
    ]);
    for (const { keptIds, refused } of answers) {
      expect(keptIds.toSorted()).toEqual(ids.toSorted());
      expect(refused).toEqual([]);
    }
    const learned = await side.sync();
    expect(learned.scans).toMatchObject([
      { number: 1n, userTicketId: a.userTicketId, doorName: 'Main door', generation: 1 },
      { number: 2n, userTicketId: b.userTicketId },
    ]);
    expect(learned).toMatchObject({ admitted: 2, tickets: 2, more: false });
    expect((await side.sync({ scansAfter: 2n })).scans).toEqual([]);
    expect(await attended(eventId)).toEqual(
      expect.arrayContaining([a.holder.viewer.accountId, b.holder.viewer.accountId]),
    );
    expect(await director.doors.listDoors({ eventId })).toMatchObject({
      ...{ admitted: 2, tickets: 2, conflictCount: 0, doors: [{ scans: 2 }, { scans: 0 }] },
    });
  });

  test('of two doors that were offline with one ticket are a conflict, which the earlier one wins [TIC-07:conflict]', async () => {
    const { director, eventId, ticket } = await scene.event();
    const { userTicketId, code } = await ticket();
    const main = await scene.open(director, eventId);
    const side = await scene.open(director, eventId, 'Side door');
    festival.clock.advance(HOUR_MS);
    // The side door let it in earlier, and is heard of later.
    await main.sync({ scans: [scene.scan(code, { minutesAgo: 10 })] });
    const late = await side.sync({ scans: [scene.scan(code, { minutesAgo: 30 })] });
    expect(late.scans.map(({ doorName }) => doorName)).toEqual(['Main door', 'Side door']);
    expect((await main.sync({ scansAfter: 1n })).scans).toMatchObject([{ number: 2n, doorName: 'Side door' }]);
    const seen = await director.doors.listDoors({ eventId });
    expect(seen).toMatchObject({
      ...{ admitted: 1, conflictCount: 1 },
      conflicts: [{ userTicketId, ticketTypeName: 'Full price' }],
    });
    const scans = seen.conflicts[0]?.scans ?? [];
    expect(scans.map(({ doorName, scannedAt }) => [doorName, scene.minutesAgo(scannedAt)])).toEqual([
      ['Side door', 30],
      ['Main door', 10],
    ]);
  });

  test('have the time of the server, whatever the door’s clock says [TIC-07:clock]', async () => {
    const { director, eventId, ticket } = await scene.event();
    const codes = await Promise.all([ticket(), ticket(), ticket(), ticket()]);
    const door = await scene.open(director, eventId);
    festival.clock.advance(HOUR_MS);
    const [slow, fast, ahead, old] = codes.map(({ code }) => code) as [string, string, string, string];
    await door.sync({
      scans: [
        // Its clock is an hour late, or early, and the door knows.
        scene.scan(slow, { minutesAgo: 30, offsetMs: BigInt(HOUR_MS) }),
        scene.scan(fast, { minutesAgo: 20, offsetMs: BigInt(-HOUR_MS) }),
        // It does not know: no time is later than now, nor before the door was opened.
        scene.scan(ahead, { minutesAgo: -90 }),
        scene.scan(old, { minutesAgo: 5_000 }),
      ],
    });
    const { scans } = await door.sync();
    expect(scans.map(({ scannedAt }) => scene.minutesAgo(scannedAt))).toEqual([60, 30, 20, 0]);
  });

  test('late of an old code stay known, and who has the ticket by then was not there', async () => {
    const { director, eventId, ticket } = await scene.event();
    const { userTicketId, code, holder } = await ticket();
    const door = await scene.open(director, eventId);
    const other = festival.viewer().viewer.accountId;
    await festival.db.query('UPDATE user_tickets SET generation = 2, version = 2, holder_id = $2 WHERE id = $1', [
      userTicketId,
      other,
    ]);
    const { keptIds } = await door.sync({ scans: [scene.scan(code)] });
    expect(keptIds).toHaveLength(1);
    expect(await attended(eventId)).toEqual([]);
    expect(holder.viewer.accountId).not.toBe(other);
  });

  test('make a ticket used: it is not sent to anybody, and is not given back for its money [TIC-03:used] [TIC-05:used]', async () => {
    const { director, eventId, ticket } = await scene.event();
    const { userTicketId, orderId, code, holder } = await ticket();
    const door = await scene.open(director, eventId);
    await door.sync({ scans: [scene.scan(code)] });
    const used = { reason: 'TICKET_USED', message: expect.stringContaining('used at the door') };
    const recipient = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' };
    const gift = { requestId: newId(), eventId, userTicketId, ...recipient };
    await expect(holder.gifts.giftTicket(gift)).rejects.toMatchObject(used);
    // Its kind allows refunds until a day before; here until the start.
    await festival.db.query('UPDATE ticket_types SET refund_hours = 0');
    await expect(holder.checkout.refundTicketOrder({ requestId: newId(), orderId })).rejects.toMatchObject(used);
  });

  test('of what is no ticket, or one to another event, are refused, and the others kept', async () => {
    const { director, eventId, ticket } = await scene.event();
    const [{ code }, foreign] = [await ticket(), await (await scene.event()).ticket()];
    const door = await scene.open(director, eventId);
    const forged = Buffer.from(code, 'base64url');
    forged[36] = 9;
    const sent = [
      scene.scan('hello'),
      scene.scan(forged.toString('base64url')),
      scene.scan(foreign.code),
      scene.scan(code),
    ];
    const { keptIds, refused } = await door.sync({ scans: sent });
    expect(keptIds).toEqual([sent[3]?.id]);
    expect(refused.map(({ id, reason }) => [id, reason])).toEqual([
      [sent[0]?.id, 'NOT_A_TICKET'],
      [sent[1]?.id, 'NOT_A_TICKET'],
      [sent[2]?.id, 'OTHER_EVENT'],
    ]);
  });

  test.each<[string, () => object[]]>([
    ['more than 100', () => Array.from({ length: 101 }, () => scene.scan('x'))],
    ['without an id', () => [scene.scan('x', { id: 'mine' })]],
    ['without a time', () => [{ ...scene.scan('x'), doorTime: undefined }]],
    ['with a clock that is centuries wrong', () => [scene.scan('x', { offsetMs: 10n ** 13n })]],
  ])('are refused as a whole %s', async (_what, scans) => {
    const { director, eventId } = await scene.event();
    const door = await scene.open(director, eventId);
    await expect(door.sync({ scans: scans() as never })).rejects.toMatchObject({ code: Code.InvalidArgument });
  });

  test('are taken until 30 days after the event', async () => {
    const { director, eventId, ticket } = await scene.event();
    const { code } = await ticket();
    const door = await scene.open(director, eventId);
    festival.clock.advance(30 * DAY_MS);
    expect((await door.sync({ scans: [scene.scan(code)] })).keptIds).toHaveLength(1);
    festival.clock.advance(DAY_MS);
    await expect(door.sync()).rejects.toMatchObject({ reason: 'DOOR_OVER' });
  });
});

describe('a device that is lost', () => {
  test('is shut out by the team: it gets and gives nothing, and what it scanned stays [FES-11:lost]', async () => {
    const { director, eventId, festivalId, ticket } = await scene.event();
    const [a, b] = [await ticket(), await ticket()];
    const [lost, other] = [await scene.open(director, eventId), await scene.open(director, eventId, 'Side door')];
    await lost.sync({ scans: [scene.scan(a.code)] });
    const doorkeeper = await member(director, festivalId, TeamRole.DOOR);
    for (let i = 0; i < 2; i++) {
      const { door } = await doorkeeper.doors.shutOutDoor({ doorId: lost.doorId });
      expect(door).toMatchObject({ name: 'Main door', scans: 1, shutOutAt: expect.anything() });
    }
    const refused = { code: Code.PermissionDenied, reason: 'DOOR_SHUT_OUT' };
    await expect(lost.sync()).rejects.toMatchObject(refused);
    await expect(lost.sync({ scans: [scene.scan(b.code)] })).rejects.toMatchObject(refused);
    const known = await other.sync();
    expect(known).toMatchObject({ shutOutDoorIds: [lost.doorId], admitted: 1, scans: [{ doorId: lost.doorId }] });
  });

  test.each<[string, (director: Account, at: { festivalId: string; accountId: string }) => Promise<unknown>]>([
    ['who leaves the team', (by, at) => by.team.removeTeamMember({ requestId: newId(), ...at })],
    [
      'who makes the programme from now',
      (by, at) => by.team.setTeamRole({ requestId: newId(), ...at, role: TeamRole.PROGRAMMER }),
    ],
  ])('or is of somebody %s, is shut out too', async (_who, change) => {
    const { director, eventId, festivalId } = await scene.event();
    const doorkeeper = await member(director, festivalId, TeamRole.DOOR);
    const [own, others] = [await scene.open(doorkeeper, eventId), await scene.open(director, eventId)];
    await change(director, { festivalId, accountId: doorkeeper.viewer.accountId });
    await expect(own.sync()).rejects.toMatchObject({ reason: 'DOOR_SHUT_OUT' });
    await others.sync();
  });
});

test('who looks at the doors sees them move: a scan raises the version and is signalled [FES-11:attendance]', async () => {
  const { director, eventId, ticket } = await scene.event();
  const { code } = await ticket();
  const door = await scene.open(director, eventId);
  const before = (await director.doors.listDoors({ eventId })).version;
  const signalled: string[] = [];
  const stop = festival.platform.signals.subscribe(`doors:${eventId}`, ({ version }) => void signalled.push(version));
  await door.sync();
  await door.sync({ scans: [scene.scan(code)] });
  await eventually(() => signalled.length > 0);
  stop();
  const after = await director.doors.listDoors({ eventId });
  expect(signalled).toEqual([String(after.version)]);
  expect(after.version).toBeGreaterThan(before);
  expect(after.admitted).toBe(1);
});
