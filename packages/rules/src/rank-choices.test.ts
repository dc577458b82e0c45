import { COUNTRIES } from './countries.ts';
import { rankChoices } from './rank-choices.ts';

const ranked = (choices: string[], typed: string, keepAll = false) =>
  rankChoices(choices, typed, { textOf: (text) => text, keepAll });

test('the same text comes first, then beginnings, then beginnings of words, then the rest', () => {
  const talents = ['Assistant Director', 'Codirector', 'Director of Photography', 'Director', 'Actor'];
  expect(ranked(talents, 'director')).toEqual([
    'Director',
    'Director of Photography',
    'Assistant Director',
    'Codirector',
  ]);
});

test.each([
  ['cote', "Côte d'Ivoire"],
  ['CÔTE D', "Côte d'Ivoire"],
  ['dario', 'Dário Ćosić'],
  ['lodz', 'Łódź'],
  ['  oresund ', 'Øresund'],
])('accents, case and blanks do not matter: %s finds %s', (typed, found) => {
  expect(ranked(['Actor', found], typed)).toEqual([found]);
});

test('several words may begin words of the choice in any order', () => {
  expect(ranked(['Camila Reyes', 'Reyes Camino', 'Ana Cam'], 'rey cam')).toEqual(['Camila Reyes', 'Reyes Camino']);
});

test('words that begin with what was typed come before words that hold it, in any order', () => {
  expect(ranked(['Ana Reyescam', 'Olga Rey, Camila'], 'cam rey')).toEqual(['Olga Rey, Camila', 'Ana Reyescam']);
  expect(ranked(['Filmmaker', 'Actor'], 'maker film')).toEqual(['Filmmaker']);
});

test('among equals the given order stays, and nothing typed keeps all', () => {
  expect(ranked(['Zed', 'Zoe', 'Ann'], 'z')).toEqual(['Zed', 'Zoe']);
  for (const nothing of ['', ' ']) expect(ranked(['Zed', 'Ann'], nothing)).toEqual(['Zed', 'Ann']);
  expect(ranked(['Zed', 'Ann'], '%')).toEqual([]);
});

test('what a server has found by its own rule stays, behind what matches', () => {
  expect(ranked(['Jon Smith', 'John Adams'], 'john', true)).toEqual(['John Adams', 'Jon Smith']);
});

test.each([
  ['united', 'United Arab Emirates'],
  ['states', 'United States'],
  ['nig', 'Niger'],
  ['oman', 'Oman'],
])('of the countries, %s offers %s first', (typed, first) => {
  expect(rankChoices(COUNTRIES, typed, { textOf: ({ name }) => name })[0]?.name).toMatch(first);
});
