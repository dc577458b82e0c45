import { localTime, nextTime } from './local-time.ts';

const NINE = 9 * 60;

test.each([
  ['2026-11-23T12:34:56Z', 'UTC', { day: '2026-11-23', minute: 754 }],
  ['2026-11-23T23:30:00Z', 'Europe/Paris', { day: '2026-11-24', minute: 30 }],
  ['2026-11-23T03:00:00Z', 'America/New_York', { day: '2026-11-22', minute: 1_320 }],
  // A zone that is not known counts as UTC.
  ['2026-11-23T12:00:00Z', 'Mars/Olympus', { day: '2026-11-23', minute: 720 }],
])('the clock at %s in %s', (at, timeZone, expected) => {
  expect(localTime(new Date(at), timeZone)).toEqual(expected);
});

test.each([
  ['later on the day', '2026-11-23T08:59:59Z', 'UTC', NINE, '2026-11-23T09:00:00.000Z'],
  ['the next day, where it is that minute now', '2026-11-23T09:00:30Z', 'UTC', NINE, '2026-11-24T09:00:00.000Z'],
  ['in another zone', '2026-11-23T12:00:00Z', 'America/New_York', NINE, '2026-11-23T14:00:00.000Z'],
  [
    'over the night in which clocks are set back',
    '2026-10-24T12:00:00Z',
    'Europe/Paris',
    NINE,
    '2026-10-25T08:00:00.000Z',
  ],
  [
    'over the night in which clocks are set ahead',
    '2026-03-28T12:00:00Z',
    'Europe/Paris',
    NINE,
    '2026-03-29T07:00:00.000Z',
  ],
  ['a minute that a change of clocks skips', '2026-03-28T12:00:00Z', 'Europe/Paris', 150, '2026-03-29T00:30:00.000Z'],
])('a minute of the day comes next: %s', (_name, after, timeZone, minute, expected) => {
  expect(nextTime(new Date(after), timeZone, minute).toISOString()).toBe(expected);
});
