import { dateFormat, listFormat, usdFormat } from './intl-formats.ts';

const DAY = new Date('2026-11-05T12:00:00Z');

test('a format is made once, however often it is used', () => {
  const day = () => dateFormat('en', { timeZone: 'UTC', dateStyle: 'medium' });
  expect(day()).toBe(day());
  expect(usdFormat('es')).toBe(usdFormat('es'));
  expect(listFormat('en-GB', 'conjunction')).toBe(listFormat('en-GB', 'conjunction'));
});

test('formats that differ in anything are different ones', () => {
  const inEnglish = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('en', { timeZone: 'UTC', ...options }).format(DAY);
  expect(inEnglish({ weekday: 'long' })).toBe('Thursday');
  expect(inEnglish({ month: 'long' })).toBe('November');
  expect(inEnglish({ month: 'short' })).toBe('Nov');
  expect(dateFormat('es', { timeZone: 'UTC', month: 'long' }).format(DAY)).toBe('noviembre');
  expect(dateFormat('en', { timeZone: 'Asia/Tokyo', hour: 'numeric' }).format(DAY)).toMatch(/^9\sPM$/);
  expect([usdFormat('en-US'), usdFormat('fr')].map((format) => format.format(4.99))).toEqual([
    '$4.99',
    '4,99\u00a0$US',
  ]);
  const lists = (['conjunction', 'disjunction'] as const).map((type) => listFormat('en-GB', type).format(['A', 'B']));
  expect(lists).toEqual(['A and B', 'A or B']);
});
