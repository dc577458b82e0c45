import { greetingName, quotedTitle } from './people-text.ts';

test.each([
  ['Zoë', 'Zoë'],
  ["  Anne-Marie O'Hara ", "Anne-Marie O'Hara"],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), ''],
  ['win.example', ''],
  ['Buy now!', ''],
  ['-', ''],
])('a greeting of %s is by the name %s', (given, name) => {
  expect(greetingName(given)).toBe(name);
});

test.each([
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  [`${'x'.repeat(78)} yy`, `${'x'.repeat(78)}…`],
  [' Two\r\nlines ', 'Two lines'],
  ['See https://win.example', 'See https :// win . example'],
])('the title %j is quoted as %j', (title, quoted) => {
  expect(quotedTitle(title)).toBe(quoted);
});
