import { systemClock } from './clock.ts';
import { memorySharedCaches } from './shared-caches.ts';
import { any, inMs, sharedCachesContract, ticketSchema } from './testing/shared-caches-contract.ts';

sharedCachesContract('shared caches in memory', async () => {
  let caches: ReturnType<typeof memorySharedCaches> | undefined;
  return {
    connect: async (clock) => {
      caches ??= memorySharedCaches({ clock });
      return caches;
    },
    close: async () => {},
  };
});

test('evicts the least recently used value', async () => {
  const cache = memorySharedCaches({ clock: systemClock }).open('few', { maxEntries: 2, schema: ticketSchema });
  for (const seat of ['a', 'b', 'c']) cache.set(seat, { seat, day: new Date(0) }, inMs(60_000));
  expect(await cache.find('a', any)).toBeUndefined();
  expect(await cache.find('c', any)).toMatchObject({ seat: 'c' });
});
