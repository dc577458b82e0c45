import countries from 'i18n-iso-countries';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { COUNTRIES, countryOf, dialCodeOf } from './countries.ts';
import { isPhone, normalizePhone, withPlus } from './phone.ts';
import { DIRECTOR_TALENTS, hasDirectorTalent, TALENTS, talentsFor } from './talents.ts';

test.each([
  ['(202) 555-0142', undefined, '+12025550142'],
  ['202 555 0142', '1', '+12025550142'],
  [' +44 20 7946-0958 ', '1', '+442079460958'],
  ['20 7946 0958', '44', '+442079460958'],
  ['20 7946 0958', '+44', '+442079460958'],
  ['202‑555–0142', '1', '+12025550142'],
  ['', '1', ''],
])('the phone number "%s" with dial code %s is kept as %s [AUT-03]', (text, dialCode, kept) => {
  expect(normalizePhone(text, dialCode)).toBe(kept);
});

test('resending puts a + in front if it is missing [AUT-09:core]', () => {
  expect(withPlus('1 (202) 555-0142')).toBe('+12025550142');
  expect(withPlus('+1 202-555-0142')).toBe('+12025550142');
  expect(withPlus('')).toBe('');
});

test('a phone number has 7 to 15 digits after its +', () => {
  expect(['+12025550142', '+4912345'].every(isPhone)).toBe(true);
  expect(['', '12025550142', '+0123456789', '+1', '+1202555014x', `+${'1'.repeat(16)}`].some(isPhone)).toBe(false);
});

test('countries and their dial codes are those of ISO 3166 and of telephony [AUT-03]', () => {
  const known = getCountries().filter((code) => countries.isValid(code));
  expect(COUNTRIES.map(({ code }) => code).sort()).toEqual([...known].sort());
  for (const { code, dialCode, name } of COUNTRIES) {
    expect([code, dialCode]).toEqual([code, getCountryCallingCode(code as (typeof known)[number])]);
    expect(name).not.toBe('');
  }
  expect(countryOf('US')).toEqual({ code: 'US', name: 'United States', dialCode: '1' });
  expect(countryOf('XX')).toBeUndefined();
  expect([dialCodeOf('PT'), dialCodeOf('XX')]).toEqual(['351', '1']);
  expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(COUNTRIES.length);
});

test('talents have one name each; organizations have directors of both types', () => {
  expect(new Set(TALENTS.map(({ name }) => name)).size).toBe(TALENTS.length);
  expect(TALENTS.every(({ individual, company }) => individual || company)).toBe(true);
  for (const talent of DIRECTOR_TALENTS) {
    expect(talentsFor('INDIVIDUAL')).toContain(talent);
    expect(talentsFor('COMPANY')).toContain(talent);
  }
  expect(['Actor', 'Cinema'].filter((name) => talentsFor('INDIVIDUAL').includes(name))).toEqual(['Actor']);
  expect(['Actor', 'Cinema'].filter((name) => talentsFor('COMPANY').includes(name))).toEqual(['Cinema']);
  expect(talentsFor('COMPANY')).toEqual(talentsFor('COMPANY').toSorted());
  expect(hasDirectorTalent(['Actor'])).toBe(false);
  expect(hasDirectorTalent(['Actor', 'Pro Club Director'])).toBe(true);
});
