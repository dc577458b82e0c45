import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { jest } from '@jest/globals';
import { PREMIERE_LIMITS } from '@marquee/rules/premieres';
import type { Signal } from '../../realtime/signals.ts';
import { PremiereRoom } from './premiere-room.ts';
import { ServerClock } from './server-clock.ts';

const STARTS = Date.parse('2026-12-01T20:00:00Z');
const at = (ms: number) => timestampFromDate(new Date(ms));
const said = {
  ...{ version: 2n, startsAt: at(STARTS), preRollVideoUri: 'a.mp4', preRollDuration: 30, durationMs: 600_000 },
  ...{ stopped: false, filmReady: true, eventId: 'e1', needsTicket: true },
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());
/** A clock by which each question takes so long. */
const tripsOf = (ms: number) => {
  let asked = 0;
  return () => asked++ * ms;
};
const passing = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** A room, with what its server answers; a premiere of undefined is none, and `broken` answers nothing. */
function roomOf(options: Partial<ConstructorParameters<typeof PremiereRoom>[0]> = {}) {
  const server = {
    premiere: said as typeof said | undefined,
    attended: {
      access: { valid: true, reason: '', message: '' },
      version: 2n,
      startsAt: at(STARTS),
      stopped: false,
      here: 5,
      askAgainMs: 15_000,
    },
    broken: false,
  };
  const answer =
    <T>(of: () => T) =>
    async () => {
      if (server.broken) throw new Error('no');
      return of();
    };
  const calls = {
    getPremiere: jest.fn(answer(() => ({ premiere: server.premiere, here: 3, now: at(STARTS) }))),
    getServerTime: jest.fn(answer(() => ({ now: at(STARTS) }))),
    attendPremiere: jest.fn(answer(() => ({ ...server.attended, now: at(STARTS) }))),
  };
  const of = { filmId: 'f1', calls: calls as never, isSignedIn: true, known: undefined, random: () => 0.5 };
  return { room: new PremiereRoom({ ...of, ...options }), server, calls };
}
const signal = (version: string, data: Record<string, string> = {}) => ({ version, data }) as unknown as Signal;

test('a member learns what it is, who is there and what they may do, and asks that again as long as it is open', async () => {
  const { room, calls } = roomOf();
  void room.open();
  await passing(0);
  expect(room.store.get()).toEqual({
    premiere: {
      ...{ version: 2n, startsAt: STARTS, preRollUri: 'a.mp4', preRollMs: 30_000, durationMs: 600_000 },
      ...{ stopped: false, filmReady: true, eventId: 'e1', needsTicket: true },
    },
    ...{ here: 5, access: { valid: true, reason: '', message: '' }, failed: false },
  });
  expect(calls.attendPremiere).toHaveBeenCalledTimes(1);
  await passing(PREMIERE_LIMITS.attendEveryMs);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(2);
  room.close();
  await passing(10 * PREMIERE_LIMITS.attendEveryMs);
  expect([calls.attendPremiere.mock.calls.length, calls.getPremiere.mock.calls.length]).toEqual([2, 1]);
});

test.each([
  ['a quick answer', 98, 0],
  ['a slow one', 102, 4],
])('%s of the server says its time well enough, or it is asked again [WAT-13:clock]', async (_name, tripMs, asks) => {
  const { room, calls } = roomOf({ clock: new ServerClock(tripsOf(tripMs)) });
  void room.open();
  await passing(0);
  expect(calls.getServerTime).toHaveBeenCalledTimes(asks);
  room.close();
});

test('a member of a full lobby asks when they are due, and later and later where nothing answers', async () => {
  const { room, server, calls } = roomOf();
  server.attended.askAgainMs = 40_000;
  void room.open();
  await passing(39_999);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(1);
  server.broken = true;
  await passing(1);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(2);
  expect(room.store.get().failed).toBe(true);
  await passing(79_999);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(2);
  await passing(1);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(3);
  server.broken = false;
  // Two minutes at the most.
  await passing(120_000);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(4);
  server.attended.askAgainMs = 0;
  await passing(40_000);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(5);
  await passing(15_000);
  expect(calls.attendPremiere).toHaveBeenCalledTimes(6);
  room.close();
});

test('what was opened for a start is taken once, and not for another start', async () => {
  const { room, server } = roomOf();
  await room.refetch();
  const answer = Promise.resolve({ playbackSessionId: 'p1' } as never);
  room.keepOpened(STARTS, answer);
  expect([room.takeOpened(), room.takeOpened()]).toEqual([answer, undefined]);
  room.keepOpened(STARTS, answer);
  server.premiere = { ...said, version: 3n, startsAt: at(STARTS + 1) };
  await room.refetch();
  expect(room.takeOpened()).toBeUndefined();
  // One that was refused breaks nothing before it is asked for.
  room.keepOpened(STARTS + 1, Promise.reject(new Error('no')));
  await passing(0);
  await expect(room.takeOpened()).rejects.toThrow('no');
});

test('a visitor attends nothing, and asks again every half a minute', async () => {
  const { room, calls } = roomOf({ isSignedIn: false });
  void room.open();
  await passing(0);
  expect(room.store.get()).toMatchObject({ here: 3, access: undefined });
  await passing(30_000);
  expect([calls.getPremiere.mock.calls.length, calls.attendPremiere.mock.calls.length]).toEqual([2, 0]);
  await passing(30_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(3);
  room.close();
});

test('what is not answered is said, and forgotten with the next answer', async () => {
  const { room, server } = roomOf();
  server.broken = true;
  void room.open();
  await passing(0);
  expect(room.store.get()).toMatchObject({ failed: true, premiere: undefined });
  server.broken = false;
  await room.refetch();
  expect(room.store.get().failed).toBe(false);
  server.broken = true;
  await room.attend();
  expect(room.store.get().failed).toBe(true);
  server.broken = false;
  await room.attend();
  expect(room.store.get().failed).toBe(false);
  room.close();
});

test('answers after it was closed change nothing', async () => {
  const { room, server } = roomOf();
  const answers = [room.refetch(), room.attend()];
  room.close();
  await Promise.all(answers);
  expect(room.store.get()).toMatchObject({ premiere: undefined, here: undefined });
  server.broken = true;
  await Promise.all([room.refetch(), room.attend()]);
  expect(room.store.get().failed).toBe(false);
});

test('an answer of an older version than is known changes nothing, nor does one without a premiere', async () => {
  const { room, server } = roomOf();
  await room.refetch();
  server.premiere = { ...said, version: 1n, stopped: true };
  await room.refetch();
  expect(room.store.get().premiere).toMatchObject({ version: 2n, stopped: false });
  server.premiere = undefined;
  await room.refetch();
  expect(room.store.get().premiere).toMatchObject({ version: 2n });
  server.premiere = { ...said, filmReady: false };
  await room.refetch();
  expect(room.store.get().premiere).toMatchObject({ filmReady: false });
});

test('a new time is shown at once when it is heard, and the rest is asked for after it was attended', async () => {
  const { room, server, calls } = roomOf();
  await room.refetch();
  const startsAt = new Date(STARTS + 600_000).toISOString();
  room.hear(signal('2', { startsAt, stopped: 'yes' }));
  expect(room.store.get().premiere).toMatchObject({ version: 2n, startsAt: STARTS, stopped: false });
  room.hear(signal('3', { startsAt }));
  expect(room.store.get().premiere).toMatchObject({ version: 3n, startsAt: STARTS + 600_000, stopped: false });
  room.hear(signal('4', { startsAt, stopped: 'yes' }));
  expect(room.store.get().premiere).toMatchObject({ version: 4n, stopped: true });
  expect(calls.getPremiere).toHaveBeenCalledTimes(1);
  server.attended = { ...server.attended, version: 4n, stopped: false };
  await room.attend();
  await passing(5_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(1);
  server.attended = { ...server.attended, version: 5n };
  await room.attend();
  expect(room.store.get().premiere).toMatchObject({ version: 5n, stopped: false, startsAt: STARTS });
  await passing(1_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(2);
});

test('who hears only that something changed asks within two seconds, unless it was heard meanwhile', async () => {
  const { room, calls } = roomOf();
  await room.refetch();
  for (const old of ['1', '2', 'x']) room.hear(signal(old));
  await passing(5_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(1);
  room.hear(signal('3'));
  await passing(999);
  expect(calls.getPremiere).toHaveBeenCalledTimes(1);
  await passing(1);
  expect(calls.getPremiere).toHaveBeenCalledTimes(2);
  room.hear(signal('4'));
  room.hear(signal('4', { startsAt: new Date(STARTS).toISOString() }));
  await passing(5_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(2);
  room.hear();
  await passing(1_000);
  expect(calls.getPremiere).toHaveBeenCalledTimes(3);
});

test('what others send is counted for who listens, with who is there', async () => {
  const { room } = roomOf();
  const heard: [string, number][] = [];
  const stop = room.onReactions((kind, count) => heard.push([kind, count]));
  room.hear(signal('0', { here: '9', LOVE: '3', WOW: '0' }));
  expect([heard, room.store.get().here]).toEqual([[['LOVE', 3]], 9]);
  stop();
  room.hear(signal('0', { here: '0', LOVE: '3' }));
  expect([heard.length, room.store.get().here]).toEqual([1, 0]);
});
