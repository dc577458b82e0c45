import { jest } from '@jest/globals';
import { addedDateIn } from './format-in.ts';

afterEach(() => jest.restoreAllMocks());

test('of the formats of time zones that people type, those used last are kept, and no more', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const day = (timeZone: string) => addedDateIn('es', new Date('2026-11-05T12:00:00Z'), timeZone);
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 201);
  const [first = '', second = ''] = zones;
  for (const zone of zones.slice(0, 200)) day(zone);
  expect(day(first)).toBe('5 nov 2026');
  expect(made).toHaveBeenCalledTimes(200);
  // One more than are kept takes the place of the one that was used longest ago.
  day(zones[200] ?? '');
  day(first);
  expect(made).toHaveBeenCalledTimes(201);
  day(second);
  expect(made).toHaveBeenCalledTimes(202);
});
