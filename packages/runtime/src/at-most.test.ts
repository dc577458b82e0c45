import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';

test('the entry that was not used for longest goes when there are too many', () => {
  const cache = new LRUCache<string, number>({ ...atMost(2), ttl: 60_000 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2]);
});
