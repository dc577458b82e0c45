import { addedDateIn, momentIn, timeZoneIn, writtenIn } from './format-in.ts';
import { placeIn } from './places.ts';
import { worded } from './worded.ts';

test('a message with a place is in English, and says what it is made of [SET-07:messages]', () => {
  const at = new Date('2026-11-05T19:30:00Z');
  expect(worded('You can ask again from {day}.', { day: at })).toEqual({
    message: 'You can ask again from Nov 05, 2026.',
    wording: { text: 'You can ask again from {day}.', values: { day: '2026-11-05T19:30:00.000Z' } },
  });
  expect(worded('You can ask again from {moment}.', { moment: at })).toEqual({
    message: 'You can ask again from Nov 05, 2026 at 07:30\u00a0PM\u00a0UTC.',
    wording: { text: 'You can ask again from {moment}.', values: { moment: '2026-11-05T19:30:00.000Z' } },
  });
});

const NIGHT = new Date('2026-11-05T23:30:00Z');

test.each([
  ['en', 'Nov 06, 2026', 'Nov 06, 2026 at 12:30\u00a0AM\u00a0GMT+1'],
  ['es', '6 nov 2026', '6 nov 2026, 0:30\u00a0CET'],
  ['fr', '6 nov. 2026', '6 nov. 2026, 00:30\u00a0UTC+1'],
])('days and moments are those of the zone, in the language %s [FLM-10:languages]', (language, day, moment) => {
  expect(addedDateIn(language, NIGHT, 'Europe/Paris')).toBe(day);
  expect(momentIn(language, NIGHT, 'Europe/Paris')).toBe(moment);
  expect(moment.endsWith(`\u00a0${timeZoneIn(language, NIGHT, 'Europe/Paris')}`)).toBe(true);
  const [at, asIsHere] = [new Date(2026, 10, 5, 12), momentIn(language, new Date(2026, 10, 5, 12))];
  expect([addedDateIn(language, at).includes('05') || addedDateIn(language, at).startsWith('5'), asIsHere]).toEqual([
    true,
    expect.stringMatching(/12:00(\u00a0PM)?$/),
  ]);
});

test('the same moment is written in two zones and two lengths', () => {
  const short = (zone: string) => writtenIn('es', NIGHT, zone, { dateStyle: 'short' });
  expect([short('UTC'), short('Europe/Paris'), short('UTC')]).toEqual(['5/11/26', '6/11/26', '5/11/26']);
  expect(writtenIn('es', NIGHT, 'UTC', { dateStyle: 'medium' })).toBe('5 nov 2026');
});

test.each([
  ['Lisbon, Portugal', 'en', 'Lisbon, Portugal'],
  ['Munich, Germany', 'es', 'Munich, Alemania'],
  ['Spain', 'fr', 'Espagne'],
  ['Porto, Norte, Portugal', 'fr', 'Porto, Norte, Portugal'],
  ['Lyon, Rhône, France', 'es', 'Lyon, Rhône, Francia'],
  ['Somewhere, Nowhere', 'es', 'Somewhere, Nowhere'],
  ['', 'es', ''],
])('the place %j has its country in the language %s: %j', (place, language, written) => {
  expect(placeIn(place, language)).toBe(written);
});
