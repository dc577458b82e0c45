import { ANYWHERE, beginningsOf, NAMED, typedWords } from './typed-words.ts';

test.each([
  ['salt', "'salt':ABC*"],
  ['the salt of salt', "'salt':ABC*"],
  ['of the', "'of':ABC* & 'the':ABC*"],
  ['s', "'s':ABC | '^s'"],
  ['the s', "'s':ABC | '^s'"],
  ['plan b', "'plan':ABC*"],
  ['x ray', "'x':ABC & 'ray':ABC*"],
  ['one two three four five six', "'one':ABC & 'two':ABC & 'three':ABC* & 'four':ABC* & 'five':ABC* & 'six':ABC*"],
])('%p asks for the words that decide, the last four as beginnings', (query, terms) => {
  expect(beginningsOf(typedWords(query), NAMED)).toBe(terms);
});

test('a search is cut after 200 characters and 12 words', () => {
  expect(typedWords('ab '.repeat(5_000))).toHaveLength(12);
  expect(typedWords('a'.repeat(5_000))).toEqual([{ text: 'a'.repeat(40), isLittle: false, isDeciding: true }]);
  expect(typedWords(`${'-'.repeat(200)}salt`)).toEqual([]);
  expect(beginningsOf([], ANYWHERE)).toBe('');
});

test('words that a service calls little decide only where there are no others', () => {
  const little = new Set(['film']);
  expect(beginningsOf(typedWords('salt film', little), ANYWHERE)).toBe("'salt':*");
  expect(beginningsOf(typedWords('film', little), ANYWHERE)).toBe("'film':*");
});
