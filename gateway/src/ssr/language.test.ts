import { expect, test } from '@jest/globals';
import { pickLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.5', 'pt'],
  ['de', 'en'],
  ['pt-BR', 'pt'],
  ['pt;q=much', 'en'],
  ['en;q=0.2, pt;q=0.8', 'pt'],
  ['pt;q=0', 'en'],
  ['x'.repeat(5_000), 'en'],
])('%s reads %s', (header, language) => {
  expect(pickLanguage(header, ['en', 'pt'])).toBe(language);
});
