import { expect, test } from '@jest/globals';
import { type Filled, MicroCache } from './micro-cache.ts';

function setUp(options: { lifeMs?: number; bytesMax?: number; entryBytesMax?: number } = {}) {
  let now = 1_000;
  const cache = new MicroCache<string>({
    lifeMs: 5_000,
    bytesMax: 1_000,
    entryBytesMax: 500,
    now: () => now,
    ...options,
  });
  let fills = 0;
  const fill =
    (value: string, more: Partial<Filled<string>> = {}) =>
    async () => {
      fills += 1;
      return { value, bytes: 100, storable: true, shareable: true, ...more };
    };
  return { cache, fill, fills: () => fills, later: (ms: number) => (now += ms) };
}

/** A fill that the test completes. */
function held(value: string, more: Partial<Filled<string>> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Filled<string>>();
  let calls = 0;
  return {
    fill: () => {
      calls += 1;
      return promise;
    },
    calls: () => calls,
    finish: () => resolve({ value, bytes: 100, storable: true, shareable: true, ...more }),
    fail: (error: Error) => reject(error),
  };
}

test('a page is rendered once and served for 5 s, counted from the start of its rendering', async () => {
  const { cache, fill, fills, later } = setUp();
  const slow = held('first');
  const asked = cache.load('/a', ['t'], slow.fill);
  later(3_000);
  slow.finish();
  expect(await asked).toBe('first');
  later(1_999);
  expect(await cache.load('/a', ['t'], fill('second'))).toBe('first');
  later(1);
  expect(cache.get('/a')).toBeUndefined();
  expect(await cache.load('/a', ['t'], fill('second'))).toBe('second');
  expect(fills()).toBe(1);
});

test('simultaneous requests share one rendering', async () => {
  const { cache } = setUp();
  const slow = held('one');
  const asked = Promise.all([1, 2, 3].map(() => cache.load('/a', [], slow.fill)));
  slow.finish();
  expect(await asked).toEqual(['one', 'one', 'one']);
  expect(slow.calls()).toBe(1);
});

test('a rendering that sets a cookie is neither shared nor cached', async () => {
  const { cache, fill } = setUp();
  const slow = held('for the first', { storable: false, shareable: false });
  const first = cache.load('/a', [], slow.fill);
  const second = cache.load('/a', [], fill('for the second', { storable: false, shareable: false }));
  slow.finish();
  expect(await first).toBe('for the first');
  expect(await second).toBe('for the second');
  expect(cache.get('/a')).toBeUndefined();
});

test('a failed rendering is not cached, and the next request tries again', async () => {
  const { cache, fill } = setUp();
  const slow = held('x');
  const asked = cache.load('/a', [], slow.fill);
  slow.fail(new Error('no'));
  await expect(asked).rejects.toThrow('no');
  expect(await cache.load('/a', [], fill('good'))).toBe('good');
});

test('dropping a tag drops its pages and no others', async () => {
  const { cache, fill } = setUp();
  await cache.load('/a', ['film:1', 'feed'], fill('a'));
  await cache.load('/b', ['film:2'], fill('b'));
  cache.drop(['film:1']);
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/b')).toBe('b');
});

test('a rendering whose tag was dropped meanwhile is not cached, and later callers do not join it', async () => {
  const { cache, fill } = setUp();
  const slow = held('old');
  const before = cache.load('/a', ['film:1'], slow.fill);
  cache.drop(['film:1']);
  expect(await cache.load('/a', ['film:1'], fill('new'))).toBe('new');
  slow.finish();
  expect(await before).toBe('old');
  expect(cache.get('/a')).toBe('new');
});

test('refresh ignores the entry and a rendering that began earlier', async () => {
  const { cache, fill } = setUp();
  await cache.load('/a', [], fill('kept'));
  expect(await cache.refresh('/a', [], fill('mine'))).toBe('mine');
  expect(cache.get('/a')).toBe('mine');

  const slow = held('began before the write');
  cache.drop([]);
  const before = cache.load('/b', [], slow.fill);
  expect(await cache.refresh('/b', [], fill('after the write'))).toBe('after the write');
  slow.finish();
  await before;
  expect(cache.get('/b')).toBe('after the write');
});

test('the cache is bounded: the oldest pages are evicted, and one that is too large is not cached', async () => {
  const { cache, fill } = setUp({ bytesMax: 250 });
  await cache.load('/a', ['t'], fill('a'));
  await cache.load('/b', ['t'], fill('b'));
  await cache.load('/c', ['t'], fill('c'));
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/c')).toBe('c');
  expect(cache.bytes).toBeLessThanOrEqual(250);
  expect(await cache.load('/huge', ['t'], fill('huge', { bytes: 501 }))).toBe('huge');
  expect(cache.get('/huge')).toBeUndefined();
});
