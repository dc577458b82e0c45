import { filmAt, opensInMs, type PremiereFacts, spreadMs, stepAt } from './premiere-step.ts';

const STARTS = Date.parse('2026-12-01T20:00:00Z');
const facts: PremiereFacts = {
  ...{ version: 1n, startsAt: STARTS, preRollUri: 'https://lumen.example/a.mp4', preRollMs: 30_000 },
  ...{ durationMs: 600_000, stopped: false, filmReady: true, eventId: '', needsTicket: false },
};

test.each<[number, Partial<PremiereFacts>, string]>([
  [-1, {}, 'lobby'],
  [0, {}, 'pre-roll'],
  [29_999, {}, 'pre-roll'],
  [30_000, {}, 'film'],
  [629_999, {}, 'film'],
  [630_000, {}, 'over'],
  [0, { preRollMs: 0 }, 'film'],
  [-1, { stopped: true }, 'stopped'],
  [40_000, { stopped: true }, 'stopped'],
  [-1, { filmReady: false }, 'lobby'],
  [0, { filmReady: false }, 'not-ready'],
  [900_000, { durationMs: 0 }, 'film'],
])('%d ms after its start, %j: %s [WAT-04:start] [WAT-05:premiere]', (ms, part, step) => {
  expect(stepAt({ ...facts, ...part }, STARTS + ms)).toBe(step);
});

test('the film begins after its pre-roll', () => {
  expect(filmAt(facts)).toBe(STARTS + 30_000);
});

test('the more people there are, the longer they wait on average before they ask, up to three seconds', () => {
  expect([0, 100, 30_000, 1_000_000].map(spreadMs)).toEqual([0, 10, 3_000, 3_000]);
});

test('pages open a film before it starts, each at a time of its own and all of them in time [WAT-13:premiere]', () => {
  const [first, last] = [() => 0.999_999, () => 0];
  const opens = (leftMs: number, here: number) =>
    [first, last].map((random) => Math.round(opensInMs(leftMs, here, random) ?? -1));
  expect(opens(280_000, 2)).toEqual([269_800, 270_000]);
  expect(opens(280_000, 1_000)).toEqual([170_000, 270_000]);
  // As many as there are, no page opens it before the server lets it.
  expect(opens(280_000, 100_000)).toEqual([0, 270_000]);
  // Who comes late opens it in the time that is left, and then at the start.
  expect(opens(12_000, 1_000)).toEqual([0, 2_000]);
  expect(opens(10_000, 1_000)).toEqual([-1, -1]);
});
