import { expect, test } from '@jest/globals';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { blurColours } from './thumbhash.ts';

/** A picture that goes from red above to blue below. */
function hash(): string {
  const rgba = new Uint8Array(30 * 45 * 4);
  for (let y = 0; y < 45; y++) {
    for (let x = 0; x < 30; x++) rgba.set([255 - y * 5, x * 4, y * 5, 255], (y * 30 + x) * 4);
  }
  return Buffer.from(rgbaToThumbHash(30, 45, rgba)).toString('base64');
}

test('the colours are those of the reference decoder, at the corners', () => {
  const text = hash();
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(text, 'base64'));
  const colours = blurColours(text) ?? {};
  for (const [name, x, y] of [
    ['--a', 0.15, 0.15],
    ['--b', 0.85, 0.15],
    ['--c', 0.15, 0.85],
    ['--d', 0.85, 0.85],
  ] as const) {
    const at = (Math.floor(y * h) * w + Math.floor(x * w)) * 4;
    const made = [1, 3, 5].map((index) => Number.parseInt(String(colours[name]).slice(index, index + 2), 16));
    for (const channel of [0, 1, 2])
      expect(Math.abs((made[channel] ?? 0) - (rgba[at + channel] ?? 0))).toBeLessThan(16);
  }
});

test('what is no thumbhash has no colours', () => {
  expect(blurColours(undefined)).toBeUndefined();
  expect(blurColours('')).toBeUndefined();
  expect(blurColours('%%%')).toBeUndefined();
  expect(blurColours('AA==')).toBeUndefined();
});
