import { CallsAtOnce } from './calls-at-once.ts';

const GET = 'film.v1.FilmService/GetFilm';
/** An address of the nth network. */
const from = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.1`;

test('a method has 512 calls at once, of which each that ends is a place for another', () => {
  const calls = new CallsAtOnce();
  const ends = Array.from({ length: 512 }, (_, n) => calls.take(GET, from(n)));
  expect(ends.every((end) => end !== undefined)).toBe(true);
  expect(calls.take(GET, from(600))).toBeUndefined();
  expect(calls.take('film.v1.FilmService/ListFilms', from(600))).toBeDefined();
  // Given back twice, it is still one place.
  ends[0]?.();
  ends[0]?.();
  expect(calls.take(GET, from(600))).toBeDefined();
  expect(calls.take(GET, from(601))).toBeUndefined();
});

test('a network has what is left of the first half, and 16 once that is taken', () => {
  const calls = new CallsAtOnce();
  const many = Array.from({ length: 300 }, (_, n) => calls.take(GET, `10.0.0.${n % 200}`));
  expect(many.filter((end) => end !== undefined)).toHaveLength(256);
  const others = Array.from({ length: 20 }, () => calls.take(GET, '10.0.1.1'));
  expect(others.filter((end) => end !== undefined)).toHaveLength(16);
  others[0]?.();
  expect([calls.take(GET, '10.0.1.2'), calls.take(GET, '10.0.1.2')]).toEqual([expect.any(Function), undefined]);
  for (const end of many) end?.();
  expect(calls.take(GET, '10.0.1.3')).toBeDefined();
});
