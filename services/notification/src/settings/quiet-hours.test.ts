import { quietUntil } from './quiet-hours.ts';

const ended = (at: string, from: number, until: number, changes = {}) => {
  const settings = { quiet: true, quietFromMinute: from, quietUntilMinute: until, timeZone: 'UTC', ...changes };
  return quietUntil(settings, new Date(`2026-11-20T${at}Z`))?.toISOString();
};
const [TEN, SEVEN, NOON, ONE] = [22 * 60, 7 * 60, 12 * 60, 13 * 60] as const;

test.each([
  ['21:59:59', undefined],
  ['22:00:00', '2026-11-21T07:00:00.000Z'],
  ['23:30:00', '2026-11-21T07:00:00.000Z'],
  ['06:59:59', '2026-11-20T07:00:00.000Z'],
  ['07:00:00', undefined],
])('from 22:00 to 07:00 it is quiet over midnight: at %s until %s', (at, until) => {
  expect(ended(at, TEN, SEVEN)).toBe(until);
});

test.each([
  ['11:59:59', undefined],
  ['12:00:00', '2026-11-20T13:00:00.000Z'],
  ['12:59:59', '2026-11-20T13:00:00.000Z'],
  ['13:00:00', undefined],
])('from 12:00 to 13:00 it is quiet on the same day: at %s until %s', (at, until) => {
  expect(ended(at, NOON, ONE)).toBe(until);
});

test('it is quiet by the clock of the person, and never for who has not asked for it', () => {
  expect(ended('11:30:00', NOON, ONE, { timeZone: 'Europe/Paris' })).toBe('2026-11-20T12:00:00.000Z');
  expect(ended('12:30:00', NOON, ONE, { quiet: false })).toBeUndefined();
  expect(quietUntil(undefined, new Date())).toBeUndefined();
});
