import { filmAt, type PremiereFacts, spreadMs, stepAt } from './premiere-step.ts';

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
