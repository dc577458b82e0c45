import { fixedClock } from '@marquee/testing/fixed-clock';
import { createSoldOut } from './sold-out.ts';

test('that a ticket type has nothing left is remembered for a second, or until something is given back', () => {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const soldOut = createSoldOut({ clock });
  for (const type of ['one', 'other']) soldOut.remember(type);
  soldOut.forget('other');
  clock.advance(999);
  expect(['one', 'other', 'never'].map((type) => soldOut.has(type))).toEqual([true, false, false]);
  clock.advance(1);
  expect(soldOut.has('one')).toBe(false);
});

test('more than 10,000 types are not remembered', () => {
  const soldOut = createSoldOut({ clock: fixedClock('2026-11-20T12:00:00.000Z') });
  for (let type = 0; type < 10_000; type += 1) soldOut.remember(`${type}`);
  expect(soldOut.has('0')).toBe(true);
  soldOut.remember('10000');
  expect([soldOut.has('0'), soldOut.has('10000')]).toEqual([false, true]);
});
