import { fixedClock } from '@marquee/testing/fixed-clock';
import { createCache } from './cache.ts';

test('loads once for callers that meet, keeps the value for its life, and no failure', async () => {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const cache = createCache<number>({ maxEntries: 10, ttlMs: 1000, clock });
  let loads = 0;
  const load = async () => {
    loads += 1;
    return loads;
  };
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  clock.advance(999);
  expect(await cache.get('a', load)).toBe(1);
  clock.advance(2);
  expect(await cache.get('a', load)).toBe(2);
  await expect(cache.get('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('b', load)).toBe(3);
});

test('what was deleted while it loaded is not kept', async () => {
  const cache = createCache<string>({ maxEntries: 10, ttlMs: 1000 });
  let finish: (value: string) => void = () => undefined;
  const loading = cache.get(
    'a',
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await Promise.resolve();
  cache.delete('a');
  finish('old');
  expect(await loading).toBe('old');
  expect(cache.peek('a')).toBeUndefined();
  expect(await cache.get('a', async () => 'new')).toBe('new');
});

test('holds no more than its limit', async () => {
  const cache = createCache<number>({ maxEntries: 2, ttlMs: 1000 });
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  expect(['a', 'b', 'c'].filter((key) => cache.peek(key) !== undefined)).toEqual(['b', 'c']);
});

test('what was set or cleared while it loaded stays so, and a later load is not shared with the old one', async () => {
  const cache = createCache<string>({ maxEntries: 10, ttlMs: 60_000 });
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const loads = [cache.get('a', () => first.promise), cache.get('b', () => first.promise)];
  cache.set('a', 'set');
  cache.clear();
  expect(cache.peek('a')).toBeUndefined();
  const later = cache.get('b', () => second.promise);
  first.resolve('old');
  expect(await Promise.all(loads)).toEqual(['old', 'old']);
  expect(cache.peek('b')).toBeUndefined();
  // A caller that comes now joins the load that still runs.
  const met = cache.get('b', async () => 'a third');
  second.resolve('new');
  expect(await Promise.all([later, met])).toEqual(['new', 'new']);
  cache.set('b', 'set');
  expect(cache.peek('b')).toBe('set');
  cache.clear();
  expect(cache.peek('b')).toBeUndefined();
});

test('what is set while it loads replaces the load, and what is deleted is loaded again', async () => {
  const cache = createCache<string>({ maxEntries: 10, ttlMs: 60_000 });
  const load = Promise.withResolvers<string>();
  const loading = cache.get('a', () => load.promise);
  cache.set('a', 'set');
  load.resolve('old');
  expect(await loading).toBe('old');
  expect(cache.peek('a')).toBe('set');
  cache.delete('a');
  expect(cache.peek('a')).toBeUndefined();
  expect(await cache.get('a', async () => 'new')).toBe('new');
});
