import 'fake-indexeddb/auto';
import {
  becomeDoor,
  conflictsOf,
  countWaiting,
  decide,
  forgetDoor,
  type Heard,
  type KeptDoor,
  type KeptScan,
  keepAnswer,
  openDoorStore,
  readDoor,
  waitingScans,
} from './door-store.ts';

const door: KeptDoor = {
  ...{ id: 'd1', name: 'Main entrance', credential: 'secret', eventId: 'e1', eventName: 'Opening night' },
  ...{ startTime: '2026-11-28T20:00:00.000Z', timeZone: 'Europe/Lisbon', publicKey: 'k', scansAfter: 0n },
  ...{ changesState: 0n, offsetMs: 500, admitted: 0, tickets: 9, syncedAt: 0, shutOutDoorIds: [], refusal: '' },
};
const elsewhere = (userTicketId: string, at: number, part: Partial<KeptScan> = {}): KeptScan => ({
  ...{ id: `${userTicketId} ${at}`, userTicketId, generation: 1, at, doorId: 'd2', doorName: 'Side entrance' },
  ...part,
});
const NOTHING: Heard = { keptIds: [], refusedIds: [], scans: [], changes: undefined, door: {} };
const code = (userTicketId: string) => ({
  ...{ code: `code of ${userTicketId}`, statement: { userTicketId, eventId: 'e1', generation: 1 }, isGenuine: true },
});

const opened = openDoorStore();
beforeEach(async () => becomeDoor(await opened, door));

test('who is let in is kept with the clock of the server, and waits until the server has it', async () => {
  const store = await opened;
  expect(await decide(store, code('t1'), 1_000)).toEqual({ verdict: 'ADMITTED' });
  await decide(store, code('t2'), 2_000);
  expect(await decide(store, { ...code('t3'), isGenuine: false }, 3_000)).toEqual({ verdict: 'FORGED' });
  expect((await readDoor(store))?.admitted).toBe(2);
  expect(await countWaiting(store)).toBe(2);
  expect(await waitingScans(store, 1)).toHaveLength(1);
  const [first, second] = (await waitingScans(store, 9)).toSorted((a, b) => a.at - b.at);
  expect(first).toMatchObject({ userTicketId: 't1', at: 1_500, doorId: 'd1', waiting: { doorTime: 1_000 } });

  await keepAnswer(store, { ...NOTHING, keptIds: [first?.id ?? '', 'unknown'], refusedIds: [second?.id ?? ''] });
  expect(await countWaiting(store)).toBe(0);
  expect(await decide(store, code('t1'), 4_000)).toMatchObject({ verdict: 'ALREADY_IN', first: { at: 1_500 } });
  expect(await decide(store, code('t2'), 5_000)).toEqual({ verdict: 'ADMITTED' });
});

test('a ticket that another door has let in is named with the first entry, and whether that door was shut out', async () => {
  const store = await opened;
  const scans = [elsewhere('t1', 20), elsewhere('t1', 10, { doorId: 'd3' })];
  await keepAnswer(store, { ...NOTHING, scans, door: { shutOutDoorIds: ['d3'] } });
  expect(await decide(store, code('t1'), 1_000)).toMatchObject({
    ...{ verdict: 'ALREADY_IN', first: { at: 10, doorId: 'd3' }, firstWasShutOut: true },
  });
  await keepAnswer(store, { ...NOTHING, door: { shutOutDoorIds: ['d2'] } });
  expect(await decide(store, code('t1'), 1_000)).toMatchObject({ firstWasShutOut: false });
});

test('changes of tickets replace those before; without any they stay', async () => {
  const store = await opened;
  const change = { userTicketId: 't1', generation: 1, valid: false };
  await keepAnswer(store, { ...NOTHING, changes: [change] });
  await keepAnswer(store, NOTHING);
  expect((await decide(store, code('t1'), 1_000)).verdict).toBe('REFUNDED');
  await keepAnswer(store, { ...NOTHING, changes: [] });
  expect((await decide(store, code('t1'), 1_000)).verdict).toBe('ADMITTED');
});

test('an answer for the door that the device was before changes nothing', async () => {
  const store = await opened;
  await keepAnswer(store, { ...NOTHING, scans: [elsewhere('t1', 10)], door: { id: 'd0', admitted: 7 } });
  expect(await readDoor(store)).toEqual(door);
  expect((await decide(store, code('t1'), 1_000)).verdict).toBe('ADMITTED');
  await forgetDoor(store);
  await keepAnswer(store, { ...NOTHING, door: { id: 'd1', admitted: 7 } });
  expect(await readDoor(store)).toBeUndefined();
});

test('another door begins without anything of the one before, and no door decides nothing', async () => {
  const store = await opened;
  await decide(store, code('t1'), 1_000);
  await keepAnswer(store, { ...NOTHING, changes: [{ userTicketId: 't2', generation: 1, valid: false }] });
  await becomeDoor(store, { ...door, id: 'd9' });
  expect([await countWaiting(store), (await readDoor(store))?.id]).toEqual([0, 'd9']);
  expect((await decide(store, code('t2'), 1_000)).verdict).toBe('ADMITTED');
  await forgetDoor(store);
  expect(await countWaiting(store)).toBe(0);
  await expect(decide(store, code('t1'), 1_000)).rejects.toThrow('this device is no door any more');
});

test('what was let in twice is named if this door was one of them, the latest first', async () => {
  const store = await opened;
  const here = { doorId: 'd1' };
  const scans = [
    ...[elsewhere('t1', 30), elsewhere('t1', 10, here)],
    ...[elsewhere('t2', 5, here), elsewhere('t2', 40)],
    ...[elsewhere('t3', 50), elsewhere('t3', 60, { doorId: 'd3' })],
    ...[elsewhere('t4', 70, here)],
    ...[elsewhere('t5', 1, { ...here, id: 'b' }), elsewhere('t5', 1, { id: 'a' })],
  ];
  await keepAnswer(store, { ...NOTHING, scans });
  const conflicts = await conflictsOf(store, 'd1');
  expect(conflicts.map(({ userTicketId }) => userTicketId)).toEqual(['t2', 't1', 't5']);
  expect(conflicts.map((conflict) => conflict.scans.map(({ at }) => at))).toEqual([
    [5, 40],
    [10, 30],
    [1, 1],
  ]);
  expect(conflicts[2]?.scans.map(({ id }) => id)).toEqual(['a', 'b']);
});
