import { offsetOf, type Sample, ServerClock } from './server-clock.ts';

/** A round trip that begins at `sentAt`, to a server that is 5,000 ms ahead. */
const trip = (sentAt: number, thereMs: number, backMs: number, aheadMs = 5_000): Sample => ({
  sentAt,
  receivedAt: sentAt + thereMs + backMs,
  serverAt: sentAt + thereMs + aheadMs,
});

test.each<[string, Sample[], number | undefined]>([
  ['nothing is known before the first answer', [], undefined],
  ['an answer in the middle of its round trip is exact', [trip(0, 40, 40)], 5_000],
  ['a slow way there makes it wrong by half of the difference', [trip(0, 100, 20)], 5_040],
  ['the shortest of several round trips counts', [trip(0, 300, 20), trip(1_000, 12, 8), trip(2_000, 20, 220)], 5_002],
  ['the shortest counts when it came first, too', [trip(0, 12, 8), trip(1_000, 300, 20), trip(2_000, 20, 220)], 5_002],
  ['of two that took as long the later counts', [trip(0, 12, 8), trip(1_000, 8, 12)], 4_998],
  [
    'a clock that was set makes what was known before worthless',
    [trip(0, 5, 5), trip(60_000, 200, 180, 65_000)],
    65_010,
  ],
  [
    'a clock that was set back, too',
    [trip(0, 5, 5), trip(60_000, 20, 20, -1_000), trip(61_000, 30, 30, -1_000)],
    -1_000,
  ],
  ['what is long ago counts less than it did: clocks drift', [trip(0, 5, 6), trip(3_600_000, 30, 30, 5_150)], 5_150],
  [
    'only the last twelve are compared',
    [trip(0, 5, 5, 4_990), ...Array.from({ length: 12 }, (_, n) => trip(1_000 * (n + 1), 50, 50))],
    5_000,
  ],
])('%s [WAT-13:clock]', (_name, samples, offset) => {
  expect(offsetOf(samples)).toBe(offset);
});

test('the clock of the server continues from its last answer, and without one it is that of the browser', async () => {
  let steady = 1_000;
  const clock = new ServerClock(() => steady);
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  expect(clock.errorMs()).toBe(Number.POSITIVE_INFINITY);
  const answer = await clock.ask(
    async () => {
      steady += 20;
      return { now: 901_010 };
    },
    ({ now }) => now,
  );
  expect(answer).toEqual({ now: 901_010 });
  expect(clock.now()).toBe(901_020);
  expect(clock.errorMs()).toBe(10);
  steady += 500;
  expect(clock.now()).toBe(901_520);

  const failing = clock.ask(
    () => Promise.reject(new Error('no network')),
    () => 0,
  );
  await expect(failing).rejects.toThrow('no network');
  expect(clock.now()).toBe(901_520);
});
