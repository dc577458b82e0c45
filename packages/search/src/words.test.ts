import { deletionsOf, placedWordsOf, slipsBetween, titleKey, wordsOf } from './words.ts';

test.each([
  ['Über den Dächern', ['uber', 'den', 'dachern']],
  ['Síle Ní Dhomhnaill', ['sile', 'ni', 'dhomhnaill']],
  ['Stanković · Łódź & Straße', ['stankovic', 'lodz', 'strasse']],
  ['Half-Past 7:30', ['half', 'past', '7', '30']],
  ["L'Avventura, don’t", ['lavventura', 'dont']],
  ['שלום עולם', ['שלום', 'עולם']],
  ['🎬🎬 ‮!!! --- ...', []],
])('%p is searched by its words without accents', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('what is joined by an apostrophe, a dot or a hyphen is found whole and by its parts, at one place', () => {
  expect(placedWordsOf("The keeper's L'Avventura in Self-Portrait")).toEqual([
    ['the'],
    ['keeper', 'keepers'],
    ['l', 'avventura', 'lavventura'],
    ['in'],
    ['self', 'portrait', 'selfportrait'],
  ]);
});

test('a title is compared without its article, unless it has nothing else', () => {
  expect(['The Salt Road', 'A', 'An Hour', 'Salt'].map(titleKey)).toEqual(['salt road', 'a', 'hour', 'salt']);
});

test.each([
  ['salt', 'salt', 0],
  ['slat', 'salt', 1],
  ['sallt', 'salt', 1],
  ['sal', 'salt', 1],
  ['silt', 'salt', 1],
  ['asalt', 'salt', 1],
  ['alts', 'salt', 2],
  ['lighthuose', 'lighthouse', 1],
] as const)('%s and %s share a deletion and are %d slips apart', (one, other, slips) => {
  expect(deletionsOf(one).some((deletion) => deletionsOf(other).includes(deletion))).toBe(true);
  expect(slipsBetween(one, other)).toBe(slips);
  expect(slipsBetween(other, one)).toBe(slips);
});
