import { expect, test } from '@jest/globals';
import { compilePlain, isPlain } from './plain-message.ts';

test.each([
  ['Save', true],
  ['Hello {name}', true],
  ["We can't", true],
  ['{count, plural, one {# film} other {# films}}', false],
  ["'{'literal'}'", false],
  ['{at, date, long}', false],
])('%s needs no parser: %s', (message, plain) => {
  expect(isPlain(message)).toBe(plain);
});

test('values of a plain message stand apart', () => {
  expect(compilePlain('Save')).toBe('Save');
  expect(compilePlain('{name} of {count}')).toEqual(['', ['name'], ' of ', ['count'], '']);
});
