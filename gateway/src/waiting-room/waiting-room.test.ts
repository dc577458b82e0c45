import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, createClient, createRouterTransport } from '@connectrpc/connect';
import { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { RoomState, WaitingRoomService } from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { BROWSER_CALLER } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { issueReceipt } from '@marquee/runtime/admission-token';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { memoryWaitingRooms } from '@marquee/runtime/memory-waiting-rooms';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { RESTORE_MS, RoomsUnavailableError, type WaitingRooms } from '@marquee/runtime/waiting-rooms';
import { atEnd } from '@marquee/testing/cleanup';
import { type ClientOptions, clientFor } from '@marquee/testing/client-for';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { serviceKey, verifierKeys } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { recordedValues } from '../testing/recorded-values.ts';
import { lotNumber } from './lot.ts';
import { waitingRoomRpc } from './waiting-room-rpc.ts';

const SEED = 'ab'.repeat(32);
const MINUTE_MS = 60_000;

/** Two gateways on one store, in front of a sale that opens in ten minutes. */
async function waitingRoom(sale: { free?: number; held?: number; rate?: number } = {}) {
  const clock = fixedClock(new Date().toISOString());
  const eventId = newId();
  const state = {
    ...{ free: 100, held: 0, rate: 1, ...sale },
    opensAt: new Date(clock.now().getTime() + 10 * MINUTE_MS) as Date | undefined,
    ordered: [] as string[],
    asked: 0,
  };
  const transport = createRouterTransport(({ service }) => {
    service(SaleRoomService, {
      reportSale: () => {
        state.asked += 1;
        const { free, held, rate, opensAt, ordered: orderedAccountIds } = state;
        return opensAt ? { opensAt: timestampFromDate(opensAt), seed: SEED, free, held, rate, orderedAccountIds } : {};
      },
    });
  });
  let rooms = memoryWaitingRooms();
  const shared: WaitingRooms = {
    enter: (...args) => rooms.enter(...args),
    leave: (...args) => rooms.leave(...args),
    admit: (...args) => rooms.admit(...args),
  };
  const verifier = createVerifier({ ...verifierKeys, clock });
  const rateLimits = memoryRateLimits();
  const gateways = await Promise.all(
    [1, 2].map(async () => {
      const server = await serve({
        // Sessions live by the machine's clock, the sale by that of the test.
        ...{ service: 'realtime', host: '127.0.0.1', port: 0, log: silentLog, verifier: createVerifier(verifierKeys) },
        implementations: [
          waitingRoomRpc({
            ...{ rooms: shared, clock, verifier, rateLimits, loopShare: () => 1, key: serviceKey(BROWSER_CALLER) },
            festival: createClient(SaleRoomService, transport),
          }),
        ],
      });
      atEnd(() => server.drain(100));
      return server;
    }),
  );
  const person = (viewer = viewers.movieLover(), options: ClientOptions = {}) => {
    const clients = gateways.map((gateway) => clientFor(gateway, WaitingRoomService, viewer, options));
    return {
      id: viewer.accountId,
      enter: (more: { receipt?: string; again?: boolean; eventId?: string } = {}, gateway = 0) =>
        clients[gateway]?.enterWaitingRoom({ eventId, ...more }) ?? Promise.reject(new Error('no gateway')),
      leave: (id = eventId) => clients[0]?.leaveWaitingRoom({ eventId: id }),
    };
  };
  return {
    ...{ state, clock, eventId, verifier, person },
    /** Ten seconds after the hour the sale has its whole rate. */
    open: () => clock.advance(10 * MINUTE_MS + 10_000),
    /** The gateways ask festival again and admit. */
    second: () => clock.advance(1_000),
    replace(next: WaitingRooms = memoryWaitingRooms()) {
      rooms = next;
    },
  };
}

test('who enters before the hour is ordered by the lot alone, on every gateway alike [TIC-06:lot]', async () => {
  const { person, open, eventId, state } = await waitingRoom({ rate: 0.1 });
  const people = Array.from({ length: 12 }, () => person());
  for (const one of people) {
    expect(await one.enter()).toMatchObject({ state: RoomState.REGISTERED, place: 0, admission: '' });
  }
  expect(await people[0]?.enter({}, 1)).toMatchObject({ state: RoomState.REGISTERED, waiting: 12 });
  open();
  const late = person();
  expect(await late.enter()).toMatchObject({ state: RoomState.WAITING, place: 13 });
  const drawn = people.toSorted((a, b) => lotNumber(SEED, eventId, a.id) - lotNumber(SEED, eventId, b.id));
  for (const [index, one] of drawn.entries()) {
    for (const gateway of [0, 1]) {
      expect(await one.enter({}, gateway)).toMatchObject({
        ...{ state: RoomState.WAITING, place: index + 1, number: BigInt(lotNumber(SEED, eventId, one.id)) },
      });
    }
  }
  // However many ask, each gateway asks festival once a second.
  expect(state.asked).toBeLessThanOrEqual(4);
});

test('an admission is of one account to one event for five minutes; without an order its place is free then', async () => {
  const { person, open, second, clock, eventId, verifier } = await waitingRoom({ free: 1 });
  const [first, next] = [person(), person()];
  await first.enter();
  open();
  const { admission, admittedUntil } = await untilAdmitted(first, second);
  const until = new Date(clock.now().getTime() + 5 * MINUTE_MS);
  expect(Math.abs((admittedUntil ? timestampDate(admittedUntil) : until).getTime() - until.getTime())).toBeLessThan(
    5_000,
  );
  expect(verifier.admission(admission)).toMatchObject({ accountId: first.id, eventId });
  // A reload and another tab have it too.
  expect(verifier.admission((await first.enter({}, 1)).admission)).toMatchObject({ accountId: first.id });
  expect(await next.enter()).toMatchObject({ state: RoomState.WAITING, place: 1 });
  second();
  expect(await next.enter()).toMatchObject({ state: RoomState.WAITING, place: 1 });
  clock.advance(5 * MINUTE_MS);
  expect(verifier.admission(admission)).toBeUndefined();
  await untilAdmitted(next, second);
  expect(await first.enter()).toMatchObject({ state: RoomState.GONE });
  expect(await first.enter({ again: true })).toMatchObject({ state: RoomState.WAITING, place: 1 });
});

test('who has ordered makes room for the next, and keeps the admission', async () => {
  const { person, open, second, state } = await waitingRoom({ free: 1 });
  const [first, next] = [person(), person()];
  await first.enter();
  open();
  await untilAdmitted(first, second);
  await next.enter();
  state.ordered = [first.id];
  await untilAdmitted(next, second);
  expect(await first.enter()).toMatchObject({ state: RoomState.ADMITTED });
});

test('what festival can take decides how fast it goes, and the estimate follows it [TIC-06:estimate]', async () => {
  const { person, open, second, state } = await waitingRoom({ rate: 2 });
  const people = Array.from({ length: 40 }, () => person());
  for (const one of people) await one.enter();
  open();
  const watcher = person();
  const before = await watcher.enter();
  expect(before.place).toBeGreaterThan(30);
  for (let n = 0; n < 5; n += 1) {
    second();
    await watcher.enter();
  }
  second();
  const { place, estimateSeconds, askAgainMs, receipt } = await watcher.enter();
  expect(before.place - place).toBe(12);
  expect(estimateSeconds).toBeGreaterThanOrEqual(place / 3);
  // Nobody asked in the first ten seconds, so that nobody was admitted.
  expect(estimateSeconds).toBeLessThanOrEqual(Math.ceil((place * 16) / 14));
  expect(askAgainMs).toBeGreaterThanOrEqual(3_000);
  state.rate = 0;
  second();
  const stopped = await watcher.enter({ receipt });
  second();
  expect(await watcher.enter({ receipt })).toMatchObject({ place: stopped.place });
});

test('everybody who waits learns that all is sold, or that all is held [TIC-06:sold-out]', async () => {
  const { person, open, second, state } = await waitingRoom({ free: 0, held: 3 });
  const one = person();
  await one.enter();
  open();
  expect(await one.enter()).toMatchObject({ state: RoomState.WAITING, allHeld: true, place: 1 });
  state.held = 0;
  second();
  expect(await one.enter()).toMatchObject({ state: RoomState.SOLD_OUT, admission: '' });
  state.free = 1;
  second();
  await untilAdmitted(one, second);
});

test('who waits, who is let in and refused, wrong estimates and a store that fails are measured [SYS-04:waiting-room]', async () => {
  const values = recordedValues();
  const { person, open, second, replace, state } = await waitingRoom({ rate: 2 });
  const people = Array.from({ length: 12 }, () => person());
  for (const one of people) await one.enter();
  open();
  const last = person();
  for (let n = 0; n < 3; n += 1) {
    await last.enter();
    second();
  }
  expect((await last.enter()).estimateSeconds).toBeGreaterThan(0);
  expect(await values.read('marquee_waiting_room_people', { state: 'waiting' })).toBeGreaterThan(3);
  expect(await values.read('marquee_waiting_room_admitted_last_minute', {})).toBeGreaterThan(2);
  state.rate = 10;
  await untilAdmitted(last, second);
  expect(values.recorded('marquee_waiting_room_estimate_error_seconds')).toHaveLength(1);
  expect(values.counted('marquee_waiting_room_answers_total', { state: 'ADMITTED' })).toBeGreaterThan(0);
  replace({ enter: fail, leave: fail, admit: fail });
  await expect(last.enter()).rejects.toMatchObject({ reason: 'WAITING_ROOM_UNAVAILABLE' });
  // The client has tried again meanwhile.
  expect(values.counted('marquee_waiting_room_store_failures_total', {})).toBeGreaterThan(0);
  expect(values.counted('marquee_waiting_room_refusals_total', {})).toBe(0);
});

test('a store that lost everything: receipts bring the places back, nobody is admitted meanwhile [TIC-06:lost-store]', async () => {
  const { person, open, second, clock, replace } = await waitingRoom({ rate: 0.01 });
  const [a, b] = [person(), person()];
  open();
  const [first, last] = [await a.enter(), await b.enter()];
  const broken = { enter: fail, leave: fail, admit: fail };
  replace(broken);
  await expect(a.enter({ receipt: first.receipt })).rejects.toMatchObject({
    ...{ code: Code.Unavailable, reason: 'WAITING_ROOM_UNAVAILABLE' },
  });
  replace();
  const stranger = person();
  expect(await b.enter({ receipt: last.receipt })).toMatchObject({ number: last.number, place: 1 });
  expect(await stranger.enter()).toMatchObject({ place: 2 });
  second();
  const back = await a.enter({ receipt: first.receipt });
  expect(back).toMatchObject({ number: first.number, place: 1 });
  expect(back.restoringUntil).toBeDefined();
  clock.advance(RESTORE_MS);
  expect((await stranger.enter()).restoringUntil).toBeUndefined();
  // Somebody else’s receipt moves nobody.
  expect(await stranger.enter({ receipt: first.receipt })).toMatchObject({ place: 3 });
});

test('a receipt of another sale gives no place in this one [TIC-06:lot]', async () => {
  const { person, open, clock } = await waitingRoom({ rate: 0.01 });
  const [first, late] = [person(), person()];
  open();
  await first.enter();
  const early = { accountId: late.id, eventId: newId(), number: 1 };
  const receipt = issueReceipt(serviceKey(BROWSER_CALLER), early, clock.now());
  expect(await late.enter({ receipt })).toMatchObject({ state: RoomState.WAITING, place: 2 });
});

test('new entries of one address are limited, who is in it already is not one [TIC-06:entries]', async () => {
  const values = recordedValues();
  const { person, open } = await waitingRoom({ rate: 0.01 });
  open();
  const info = { clientInfoBytes: encodeClientInfo({ ip: '198.51.100.7' }) };
  const somebody = () => person(viewers.movieLover(), info);
  const [first, second, third] = [somebody(), somebody(), somebody()];
  const { receipt } = await first.enter();
  // Who comes without a receipt is counted as new.
  for (let n = 1; n < 120; n += 1) await (n % 2 ? second : third).enter();
  await expect(somebody().enter()).rejects.toMatchObject({ code: Code.ResourceExhausted });
  expect(values.counted('marquee_waiting_room_refusals_total', {})).toBeGreaterThan(0);
  expect(await first.enter({ receipt })).toMatchObject({ place: 1, receipt });
  // Leaving and entering again is a new entry.
  await expect(first.enter({ receipt, again: true })).rejects.toMatchObject({ code: Code.ResourceExhausted });
  // Another address of the same network has entries of its own.
  const beside = { clientInfoBytes: encodeClientInfo({ ip: '198.51.100.8' }) };
  expect(await person(viewers.movieLover(), beside).enter()).toMatchObject({ place: 4 });
});

test('what is not the id of an event is refused before anybody is asked', async () => {
  const { person, state } = await waitingRoom();
  const one = person();
  await expect(one.enter({ eventId: 'e1' })).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(one.leave('e1')).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect(state.asked).toBe(0);
});

test('a sale without a waiting room says so, and who left comes back at the end', async () => {
  const { person, open, state, second } = await waitingRoom({ rate: 0.01 });
  const [a, b] = [person(), person()];
  open();
  const { receipt } = await a.enter();
  await b.enter();
  await a.leave();
  expect(await a.enter({ receipt })).toMatchObject({ state: RoomState.GONE });
  expect(await a.enter({ receipt, again: true })).toMatchObject({ state: RoomState.WAITING, place: 2 });
  state.opensAt = undefined;
  second();
  expect(await a.enter()).toMatchObject({ state: RoomState.NONE });
});

async function untilAdmitted(one: ReturnType<Awaited<ReturnType<typeof waitingRoom>>['person']>, second: () => void) {
  for (let n = 0; n < 10; n += 1) {
    const answer = await one.enter();
    if (answer.state === RoomState.ADMITTED) return answer;
    second();
  }
  throw new Error('not admitted within ten seconds');
}

async function fail(): Promise<never> {
  throw new RoomsUnavailableError('down');
}
