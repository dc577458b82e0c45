import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { type Filled, MicroCache, type Wanted } from './micro-cache.ts';

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
  const nobodyLeaves = new AbortController().signal;
  const load = (key: string, tags: string[], make: Wanted<string>['fill'], more: Partial<Wanted<string>> = {}) =>
    cache.load(key, { tags, fill: make, gone: nobodyLeaves, ...more });
  return { cache, load, fill, fills: () => fills, now: () => now, later: (ms: number) => (now += ms) };
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
  const { cache, load, fill, fills, later } = setUp();
  const slow = held('first');
  const asked = load('/a', ['t'], slow.fill);
  later(3_000);
  slow.finish();
  expect(await asked).toBe('first');
  later(1_999);
  expect(await load('/a', ['t'], fill('second'))).toBe('first');
  later(1);
  expect(cache.get('/a')).toBeUndefined();
  expect(await load('/a', ['t'], fill('second'))).toBe('second');
  expect(fills()).toBe(1);
});

test('simultaneous requests share one rendering', async () => {
  const { load } = setUp();
  const slow = held('one');
  const asked = Promise.all([1, 2, 3].map(() => load('/a', [], slow.fill)));
  slow.finish();
  expect(await asked).toEqual(['one', 'one', 'one']);
  expect(slow.calls()).toBe(1);
});

test('who got a page is no longer followed', async () => {
  const { load, fill } = setUp();
  const { signal } = new AbortController();
  await load('/a', [], fill('one'), { gone: signal });
  await expect(load('/b', [], () => Promise.reject(new Error('no')), { gone: signal })).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a rendering that sets a cookie is neither shared nor cached', async () => {
  const { cache, load, fill } = setUp();
  const slow = held('for the first', { storable: false, shareable: false });
  const first = load('/a', [], slow.fill);
  const second = load('/a', [], fill('for the second', { storable: false, shareable: false }));
  slow.finish();
  expect(await first).toBe('for the first');
  expect(await second).toBe('for the second');
  expect(cache.get('/a')).toBeUndefined();
});

test('a failed rendering is not cached, and the next request tries again', async () => {
  const { load, fill } = setUp();
  const slow = held('x');
  const asked = load('/a', [], slow.fill);
  slow.fail(new Error('no'));
  await expect(asked).rejects.toThrow('no');
  expect(await load('/a', [], fill('good'))).toBe('good');
});

test('dropping a tag drops its pages and no others', async () => {
  const { cache, load, fill } = setUp();
  await load('/a', ['film:1', 'feed'], fill('a'));
  await load('/b', ['film:2'], fill('b'));
  cache.drop(['film:1']);
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/b')).toBe('b');
});

test('a rendering whose tag was dropped meanwhile is not cached, and later callers do not join it', async () => {
  const { cache, load, fill } = setUp();
  const slow = held('old');
  const before = load('/a', ['film:1'], slow.fill);
  cache.drop(['film:1']);
  expect(await load('/a', ['film:1'], fill('new'))).toBe('new');
  slow.finish();
  expect(await before).toBe('old');
  expect(cache.get('/a')).toBe('new');
});

test('who wrote gets a page that began to be rendered after the write, and shares it', async () => {
  const { cache, load, fill, later, now } = setUp();
  await load('/a', [], fill('before'));
  later(10);
  const wroteAt = now();
  expect(await load('/a', [], fill('at the same instant'), { after: wroteAt })).toBe('at the same instant');
  later(1);
  expect(await load('/a', [], fill('after'), { after: wroteAt })).toBe('after');
  expect(await load('/a', [], fill('again'), { after: wroteAt })).toBe('after');
  expect(cache.get('/a')).toBe('after');
  expect(cache.get('/a', wroteAt + 1)).toBeUndefined();
});

test('a rendering that began before the write is not joined and not cached', async () => {
  const { cache, load, fill, later, now } = setUp();
  const slow = held('began before the write');
  const before = load('/b', [], slow.fill);
  later(10);
  const rendered = held('after the write');
  const writers = [1, 2].map(() => load('/b', [], rendered.fill, { after: now() - 1 }));
  rendered.finish();
  expect(await Promise.all(writers)).toEqual(['after the write', 'after the write']);
  expect(rendered.calls()).toBe(1);
  slow.finish();
  expect(await before).toBe('began before the write');
  expect(await load('/b', [], fill('other'))).toBe('after the write');
  expect(cache.get('/b')).toBe('after the write');
});

test('a rendering ends when the last who waits for it is gone, and not before', async () => {
  const { cache, load, fill } = setUp();
  const [first, second] = [new AbortController(), new AbortController()];
  let unwanted: AbortSignal | undefined;
  const slow = held('unwanted');
  const make = (signal: AbortSignal) => {
    unwanted = signal;
    return slow.fill();
  };
  const waits = [first, second].map(({ signal }) => load('/a', [], make, { gone: signal }));
  first.abort(new Error('closed'));
  await expect(waits[0]).rejects.toThrow('closed');
  expect(unwanted?.aborted).toBe(false);
  second.abort(new Error('closed too'));
  await expect(waits[1]).rejects.toThrow('closed too');
  expect(unwanted?.aborted).toBe(true);
  expect(await load('/a', [], fill('for the next'))).toBe('for the next');
  slow.finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect(cache.get('/a')).toBe('for the next');
  await expect(load('/c', [], fill('never'), { gone: first.signal })).rejects.toThrow('closed');
});

test('the cache is bounded: the oldest pages are evicted, and one that is too large is not cached', async () => {
  const { cache, load, fill } = setUp({ bytesMax: 250 });
  await load('/a', ['t'], fill('a'));
  await load('/b', ['t'], fill('b'));
  await load('/c', ['t'], fill('c'));
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/c')).toBe('c');
  expect(cache.bytes).toBeLessThanOrEqual(250);
  expect(await load('/huge', ['t'], fill('huge', { bytes: 501 }))).toBe('huge');
  expect(cache.get('/huge')).toBeUndefined();
  cache.drop(['t']);
  expect(cache.bytes).toBe(0);
});
