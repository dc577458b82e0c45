import { dayOf, rangeText } from './event-times.tsx';
import { conflictsOf } from './schedule-conflicts.ts';
import { anEvent } from './testing/an-event.ts';

test('events that overlap are each other’s conflicts; one after the other and what is cancelled are none [FES-11:my-schedule]', () => {
  const at = (id: string, from: string, until: string, more: object = {}) =>
    anEvent({ ...{ id, name: id, startTime: `2026-12-01T${from}:00Z`, endTime: `2026-12-01T${until}:00Z` }, ...more });
  const conflicts = conflictsOf([
    at('early', '18:00', '20:00'),
    at('late', '19:30', '21:00'),
    at('after', '21:00', '22:00'),
    at('cancelled', '18:00', '22:00', { status: 'CANCELLED' }),
  ]);
  expect([...conflicts]).toEqual([
    ['early', ['late']],
    ['late', ['early']],
  ]);
});

test('an event over midnight ends on the clock of its zone; one of several days says on which [FES-11:zones]', () => {
  const times = { startTime: '2026-07-01T22:30:00.000Z', endTime: '2026-07-02T01:00:00.000Z' };
  expect(dayOf({ ...times, timeZone: 'Europe/Lisbon' })).toBe('2026-07-01');
  expect(dayOf({ ...times, timeZone: 'Europe/Paris' })).toBe('2026-07-02');
  expect(rangeText({ ...times, timeZone: 'Europe/Lisbon' }, 'Europe/Lisbon')).toMatch(
    /^11:30\sPM – 02:00\sAM\sGMT\+1$/,
  );
  const days = { ...times, endTime: '2026-07-03T01:00:00.000Z', timeZone: 'Europe/Lisbon' };
  expect(rangeText(days, 'Europe/Lisbon')).toMatch(/^11:30\sPM – Friday, July 3, 2026, 02:00\sAM\sGMT\+1$/);
  const nearly = { ...times, endTime: '2026-07-02T22:29:00.000Z', timeZone: 'Europe/Lisbon' };
  expect(rangeText(nearly, 'Europe/Lisbon')).toMatch(/^11:30\sPM – 11:29\sPM\sGMT\+1$/);
  const whole = { ...nearly, endTime: '2026-07-02T22:30:00.000Z' };
  expect(rangeText(whole, 'Europe/Lisbon')).toMatch(/– Thursday, July 2, 2026, 11:30/);
  const winter = { startTime: '2026-12-01T20:00:00.000Z', endTime: '2026-12-01T22:00:00.000Z', timeZone: 'UTC' };
  expect(rangeText(winter, 'Europe/Lisbon')).toMatch(/^08:00\sPM – 10:00\sPM\sGMT$/);
  expect(rangeText({ ...times, timeZone: 'Europe/Paris' }, 'Europe/Paris')).toMatch(/^12:30\sAM – 03:00\sAM\sGMT\+2$/);
});
