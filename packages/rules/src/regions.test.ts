import { isCountry } from './countries.ts';
import { filmLocationsSchema, isAvailableAt } from './regions.ts';

test('a country is one of the world, with a telephone or without', () => {
  expect(['PT', 'AQ', 'ZZ', 'XQ', 'pt', 'Portugal', ''].map(isCountry)).toEqual([
    ...[true, true],
    ...[false, false, false, false, false],
  ]);
});

const at = (country: string, region = '', city = '') => ({ country, region, city });
const PORTUGAL = { country: 'PT' };
const LISBON = { country: 'PT', region: 'Lisboa', city: 'Lisbon' };

test.each([
  ['without lists everywhere', [], [], undefined, true],
  ['in an allowed country', [at('ES'), at('PT')], [], PORTUGAL, true],
  ['in another country', [at('ES')], [], PORTUGAL, false],
  ['at no known place, with an allowed list', [at('PT')], [], undefined, false],
  ['in a blocked country', [], [at('PT')], PORTUGAL, false],
  ['in a country that is not blocked', [], [at('ES')], PORTUGAL, true],
  ['at no known place, with a blocked list', [], [at('ES')], undefined, false],
  ['in a country that is allowed and blocked', [at('PT')], [at('PT')], PORTUGAL, false],
  ['in an allowed region, whatever its accents', [at('PT', 'LISBÔA')], [], LISBON, true],
  ['in another region', [at('PT', 'Porto')], [], LISBON, false],
  ['in an allowed city', [at('PT', '', 'lisbon')], [], LISBON, true],
  ['in a city of that name in another region', [at('PT', 'Porto', 'Lisbon')], [], LISBON, false],
  ['where only the country is known, with an allowed region', [at('PT', 'Lisboa')], [], PORTUGAL, false],
  ['where only the country is known, with a blocked city of it', [], [at('PT', '', 'Lisbon')], PORTUGAL, false],
  ['in another city than the blocked one', [], [at('PT', '', 'Porto')], LISBON, true],
  [
    'in another region than that of a blocked city',
    [],
    [at('PT', 'Norte', 'Lisbon')],
    { country: 'PT', region: 'Lisboa' },
    true,
  ],
])('%s a film may be watched, or not [WAT-03]', (_, allowedLocations, blockedLocations, place, expected) => {
  expect(isAvailableAt({ allowedLocations, blockedLocations }, place)).toBe(expected);
});

test.each([
  [[{ country: 'XX' }], 'Please choose a country.'],
  [[{ country: '' }], 'Please choose a country.'],
  [[{ country: 'PT', city: 'x'.repeat(61) }], 'Please enter at most 60 characters.'],
  [[at('PT', 'Lisboa'), at('PT', ' lisbôa ')], 'This place is in the list already.'],
  [Array.from({ length: 101 }, (__, index) => at('PT', '', `City ${index}`)), 'A list has at most 100 places.'],
])('the list %# is refused', (locations, message) => {
  expect(filmLocationsSchema.safeParse(locations).error?.issues[0]?.message).toBe(message);
});
