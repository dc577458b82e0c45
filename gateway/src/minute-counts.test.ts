import { MinuteCounts } from './minute-counts.ts';

test('a key is counted within a minute that begins with the first time', () => {
  let now = 0;
  const counts = new MinuteCounts(() => now);
  counts.add('a');
  now = 59_999;
  counts.add('a');
  expect([counts.of('a'), counts.of('b')]).toEqual([2, 0]);
  now = 60_000;
  expect(counts.of('a')).toBe(0);
  counts.add('a');
  expect(counts.of('a')).toBe(1);
});

test('20,000 keys are counted, and of more the one that happened longest ago is forgotten', () => {
  const counts = new MinuteCounts(() => 0);
  for (let key = 0; key < 20_000; key += 1) counts.add(`${key}`);
  counts.add('0');
  counts.add('one more');
  expect(['0', '1', '2', 'one more'].map((key) => counts.of(key))).toEqual([2, 0, 1, 1]);
});
