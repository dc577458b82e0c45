import { createHash } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { LOT_END, lateNumbers, lotNumber } from './lot.ts';

const seed = createHash('sha256').update('a seed of a test').digest('hex');

test('the lot is computed from the published rule alone, and each time the same [TIC-06:lot]', () => {
  const [event, account] = ['0196c2b0-0000-7000-8000-000000000001', '0196c2b0-0000-7000-8000-000000000002'];
  const text = ['lot', seed, event, account].join('\n');
  const byHand = BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 13)}`);
  expect(BigInt(lotNumber(seed, event, account))).toBe(byHand);
  expect(lotNumber(seed, event, account)).toBe(lotNumber(seed, event, account));
  expect(lotNumber(seed, newId(), account)).not.toBe(lotNumber(seed, event, account));
});

test('every place of the lot is as likely for who came first as for who came last [TIC-06:fair]', () => {
  const [people, rounds] = [20, 4_000];
  const ids = Array.from({ length: people }, (_item, index) => `account ${index}`);
  const sums = new Array<number>(people).fill(0);
  const first = new Array<number>(people).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const drawn = ids
      .map((id, index) => ({ index, number: lotNumber(seed, `event ${round}`, id) }))
      .sort((a, b) => a.number - b.number);
    for (const [place, { index }] of drawn.entries()) sums[index] = (sums[index] ?? 0) + place;
    const winner = drawn[0]?.index ?? 0;
    first[winner] = (first[winner] ?? 0) + 1;
  }
  // Chi-square of who is first, with 19 degrees of freedom: 43.8 is passed by one fair lot in a thousand. The seed is fixed.
  const expected = rounds / people;
  expect(first.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)).toBeLessThan(43.8);
  const mean = (people - 1) / 2;
  for (const sum of sums) expect(Math.abs(sum / rounds - mean)).toBeLessThan(0.4);
});

test('who comes after the hour stands behind the lot, in the order of coming', () => {
  const number = lateNumbers();
  const now = new Date('2026-11-28T12:00:00Z');
  const numbers = [number(now), number(now), number(new Date(now.getTime() + 1)), number(new Date(now.getTime() - 5))];
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBe(4);
  for (const one of numbers) expect(one > LOT_END && Number.isSafeInteger(one)).toBe(true);
});
