import { clockOf, minuteOf, ownTimeZone, timeZones } from './time-zones.ts';

test.each([
  [0, '00:00'],
  [65, '01:05'],
  [1_320, '22:00'],
  [1_439, '23:59'],
])('minute %d of the day is %s, and back', (minute, clock) => {
  expect([clockOf(minute), minuteOf(clock)]).toEqual([minute === 0 ? '00:00' : clock, minute]);
});

test('what is no time has no minute', () => {
  expect([minuteOf(''), minuteOf('noon')]).toEqual([Number.NaN, Number.NaN]);
});

test('the zones are those of the browser in order, with one’s own and the one that is chosen, once each', () => {
  const zones = timeZones('Mars/Olympus');
  expect(zones).toEqual([...new Set(zones)].sort());
  expect(zones).toEqual(expect.arrayContaining(['UTC', ownTimeZone(), 'Mars/Olympus', 'Europe/Lisbon']));
  expect(timeZones('')).not.toContain('');
});
