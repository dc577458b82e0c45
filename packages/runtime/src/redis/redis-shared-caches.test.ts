// @requires redis
// @inputs packages/runtime/src/redis
import { eventually } from '@marquee/testing/eventually';
import { connectedTo, type TestRedis, testRedis } from '@marquee/testing/test-redis';
import { systemClock } from '../clock.ts';
import { any, inMs, sharedCachesContract, ticketSchema } from '../testing/shared-caches-contract.ts';
import type { Redis } from './open-redis.ts';
import { redisSharedCaches } from './redis-shared-caches.ts';

const ticket = { seat: 'A7', day: new Date('2026-01-31T20:15:00Z') };

let server: TestRedis;

beforeAll(async () => {
  server = await testRedis();
});

const connect = () => connectedTo(server);

const open = (redis: Redis) =>
  redisSharedCaches(redis, { clock: systemClock }).open('tickets', { maxEntries: 10, schema: ticketSchema });

sharedCachesContract('shared caches over Redis', async () => {
  const opened: Redis[] = [];
  return {
    connect: async (clock) => {
      const redis = await connect();
      if (opened.push(redis) === 1) await redis.commands.flushall();
      return redisSharedCaches(redis, { clock });
    },
    close: async () => void (await Promise.all(opened.map((redis) => redis.close()))),
  };
});

test('a value of another release in another format is ignored', async () => {
  const redis = await connect();
  await redis.commands.flushall();
  const cache = open(redis);
  for (const text of ['{', '{"value":{"seat":7},"until":1}', '{"value":{"seat":"A7","day":"2026-01-31"}}']) {
    await redis.commands.set('marquee:cache:tickets:a', text);
    expect(await cache.find('a', any)).toBeUndefined();
  }
  await redis.commands.lpush('marquee:cache:tickets:list', 'x');
  expect(await cache.find('list', any)).toBeUndefined();
});

test('while Redis is down, hangs or is full, each process uses its own cache, and Redis again afterwards [SYS-03:redis]', async () => {
  const [here, there] = [await connect(), await connect()];
  await here.commands.flushall();
  const [mine, others] = [open(here), open(there)];

  await here.commands.config('SET', 'maxmemory', '1');
  mine.set('full', ticket, inMs(60_000));
  expect(await mine.find('full', any)).toEqual(ticket);
  expect(await others.find('full', any)).toBeUndefined();
  await here.commands.config('SET', 'maxmemory', '0');

  server.pause();
  mine.set('hangs', ticket, inMs(60_000));
  expect(await mine.find('hangs', any)).toEqual(ticket);
  expect(await others.find('hangs', any)).toBeUndefined();
  server.resume();

  await server.stop();
  mine.set('outage', ticket, inMs(60_000));
  expect(await mine.find('outage', any)).toEqual(ticket);
  expect(await others.find('outage', any)).toBeUndefined();
  await server.start();
  await eventually(() => here.isUp() && there.isUp());
  mine.set('back', ticket, inMs(60_000));
  await eventually(async () => expect(await others.find('back', any)).toEqual(ticket));
});

test('values expire in Redis with their validity', async () => {
  const redis = await connect();
  await redis.commands.flushall();
  open(redis).set('a', ticket, inMs(60_000));
  await eventually(async () => expect(await redis.commands.pttl('marquee:cache:tickets:a')).toBeGreaterThan(0));
  expect(await redis.commands.pttl('marquee:cache:tickets:a')).toBeLessThanOrEqual(60_000);
});
