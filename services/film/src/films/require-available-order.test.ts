import { requireAvailableOrder } from './require-available-order.ts';

const [first, later] = [new Date('2026-11-20'), new Date('2026-11-21')];

test('a film stops being available after it starts', () => {
  for (const [availableFrom, availableUntil] of [
    [first, later],
    [null, first],
    [first, null],
    [null, null],
  ] as const) {
    expect(() => requireAvailableOrder({ availableFrom, availableUntil })).not.toThrow();
  }
  for (const availableUntil of [first, new Date(first.getTime() - 1)]) {
    expect(() => requireAvailableOrder({ availableFrom: first, availableUntil })).toThrow();
  }
});
