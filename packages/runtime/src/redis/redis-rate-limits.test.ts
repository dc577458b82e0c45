// @requires redis
// @inputs packages/runtime/src/redis
import { eventually } from '@marquee/testing/eventually';
import { connectedTo, type TestRedis, testRedis } from '@marquee/testing/test-redis';
import { rateLimitsContract } from '../testing/rate-limits-contract.ts';
import type { Redis } from './open-redis.ts';
import { redisRateLimits } from './redis-rate-limits.ts';

const REFUSED = { kind: 'EXHAUSTED', reason: 'RATE_LIMITED', metadata: { retryAfterS: expect.any(String) } };
const limit = { points: 2, durationS: 60 };

let server: TestRedis;

beforeAll(async () => {
  server = await testRedis();
});

const connect = () => connectedTo(server);

rateLimitsContract('rate limits over Redis', async () => {
  const opened: Redis[] = [];
  return {
    async connect() {
      const redis = await connect();
      if (opened.push(redis) === 1) await redis.commands.flushall();
      return redisRateLimits(redis);
    },
    close: async () => void (await Promise.all(opened.map((redis) => redis.close()))),
  };
});

test('without Redis each process counts for itself with the same limit, and shares counts again afterwards [SYS-03:redis]', async () => {
  const [here, there] = [await connect(), await connect()];
  const [one, two] = [redisRateLimits(here), redisRateLimits(there)];
  await server.stop();
  for (const limits of [one, two]) {
    await limits.consume('outage', 'a', limit);
    await limits.consume('outage', 'a', limit);
    await expect(limits.consume('outage', 'a', limit)).rejects.toMatchObject(REFUSED);
  }
  await server.start();
  await eventually(() => here.isUp() && there.isUp());
  await one.consume('back', 'a', limit);
  await two.consume('back', 'a', limit);
  await expect(one.consume('back', 'a', limit)).rejects.toMatchObject(REFUSED);
  expect(await here.commands.keys('marquee:rate:*')).toEqual(['marquee:rate:back:a']);
});

test('a Redis that does not answer delays a call by at most its time limit, then the process counts for itself', async () => {
  const limits = redisRateLimits(await connect());
  server.pause();
  try {
    await limits.consume('silent', 'a', limit);
    await limits.consume('silent', 'a', limit);
    await expect(limits.consume('silent', 'a', limit)).rejects.toMatchObject(REFUSED);
  } finally {
    server.resume();
  }
});

test('with a full Redis each process counts for itself', async () => {
  const redis = await connect();
  const limits = redisRateLimits(redis);
  await redis.commands.config('SET', 'maxmemory', '1');
  try {
    await limits.consume('full', 'a', limit);
    await limits.consume('full', 'a', limit);
    await expect(limits.consume('full', 'a', limit)).rejects.toMatchObject(REFUSED);
    expect(await redis.commands.keys('marquee:rate:full:*')).toEqual([]);
  } finally {
    await redis.commands.config('SET', 'maxmemory', '0');
  }
});

test('a refused key is refused without asking Redis again', async () => {
  const redis = await connect();
  const limits = redisRateLimits(redis);
  await limits.consume('blocked', 'a', limit);
  await limits.consume('blocked', 'a', limit);
  const asked = await commandsOf(redis);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(limits.consume('blocked', 'a', limit)).rejects.toMatchObject(REFUSED);
  }
  expect(await commandsOf(redis)).toBe(asked);
});

/** How many counter commands the server has executed. */
async function commandsOf(redis: Redis): Promise<string | undefined> {
  return /cmdstat_incrby:calls=(\d+)/.exec(await redis.commands.info('commandstats'))?.[1];
}
