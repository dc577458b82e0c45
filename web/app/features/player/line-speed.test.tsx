import { expect, test } from '@jest/globals';
import { firstBandwidth, keepLineSpeed, SPEED_KEY } from './line-speed.ts';

test('a film begins small, and with a fifth of what the line carried last time', () => {
  localStorage.clear();
  expect(firstBandwidth(localStorage, SPEED_KEY)).toBe(1_000_000);
  keepLineSpeed(localStorage, 2_000_000);
  expect(firstBandwidth(localStorage, SPEED_KEY)).toBe(1_000_000);
  keepLineSpeed(localStorage, 40_000_000);
  expect(firstBandwidth(localStorage, SPEED_KEY)).toBe(8_000_000);
  keepLineSpeed(localStorage, Number.NaN);
  expect(firstBandwidth(localStorage, SPEED_KEY)).toBe(8_000_000);
});

test('what cannot be read or kept changes nothing', () => {
  const broken = {
    getItem: () => 'fast',
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(firstBandwidth(broken, SPEED_KEY)).toBe(1_000_000);
  expect(() => keepLineSpeed(broken, 5_000_000)).not.toThrow();
});
