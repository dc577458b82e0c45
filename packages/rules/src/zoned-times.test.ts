import { localTime, localYear, momentAt } from './zoned-times.ts';

test.each([
  ['2026-11-23T19:30', 'Europe/Lisbon', '2026-11-23T19:30:00.000Z'],
  ['2026-07-01T00:15', 'Europe/Lisbon', '2026-06-30T23:15:00.000Z'],
  ['2026-07-01T19:30', 'Asia/Kathmandu', '2026-07-01T13:45:00.000Z'],
  ['2026-12-31T23:30', 'America/Los_Angeles', '2027-01-01T07:30:00.000Z'],
  // The night that clocks go back: 01:30 is shown twice.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-10-25T23:30', 'Europe/Paris', '2026-10-25T22:30:00.000Z'],
  // Just after clocks go forward.
  ['2026-03-29T03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
])('clocks that show %s in %s are at one moment [FES-11:zones]', (local, zone, moment) => {
  expect(momentAt(local, zone)?.toISOString()).toBe(moment);
  expect(localTime(new Date(moment), zone)).toBe(local);
});

test('a time that clocks skip, and what is no time, is at no moment [FES-11:zones]', () => {
  expect(momentAt('2026-03-29T02:30', 'Europe/Paris')).toBeUndefined();
  for (const text of ['', '2026-02-30T10:00', '2026-11-23', 'tomorrow']) {
    expect(momentAt(text, 'Europe/Paris')).toBeUndefined();
  }
});

test('the year is of the calendar where the event is', () => {
  expect(localYear(new Date('2027-01-01T07:30:00Z'), 'America/Los_Angeles')).toBe(2026);
});
