// @requires redis
// @inputs packages/runtime/src/redis
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { connectedTo, type TestRedis, testRedis } from '@marquee/testing/test-redis';
import { LocksUnavailableError } from '../locks.ts';
import { memorySignals } from '../signals.ts';
import { locksContract } from '../testing/locks-contract.ts';
import type { Redis } from './open-redis.ts';
import { redisLocks } from './redis-locks.ts';
import { redisSignals } from './redis-signals.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await testRedis();
});

async function process(leaseMs?: number, log = silentLog) {
  const redis = await connectedTo(server);
  const signals = redisSignals(redis, { log });
  await eventually(signals.isLinked);
  return { locks: redisLocks({ redis, signals, log, leaseMs }), redis };
}

locksContract(
  {
    name: 'redis',
    async open() {
      await (await process()).redis.commands.flushall();
      return { here: (await process()).locks, there: (await process()).locks };
    },
  },
  test,
);

const nobody = { onWanted: () => {}, waitMs: 10_000 };

test('a lock outlives its lease while its holder renews it, and expires after the holder died', async () => {
  const [here, there] = [await process(400), await process(400)];
  const held = await here.locks.acquire('f', nobody);
  expect(held).toBeDefined();
  expect(await there.locks.acquire('f', { ...nobody, waitMs: 1_500 })).toBeUndefined();
  // Like a killed process: no renewal, no release.
  await here.redis.close();
  const taken = await there.locks.acquire('f', nobody);
  expect(taken).toBeDefined();
  await taken?.release();
});

test('while Redis is down no lock is given and holders lose theirs, and locks work again afterwards', async () => {
  const { log, said } = recordingLog();
  const { locks, redis } = await process(600, log);
  const lost = Promise.withResolvers<void>();
  const held = await locks.acquire('g', { ...nobody, onLost: lost.resolve });
  await server.stop();
  await expect(locks.acquire('h', nobody)).rejects.toBeInstanceOf(LocksUnavailableError);
  await lost.promise;
  await held?.release();
  expect(said()).toEqual(['a lock was lost']);
  await server.start();
  await eventually(() => redis.isUp());
  const again = await locks.acquire('g', nobody);
  expect(again).toBeDefined();
  await again?.release();
});

test('a lock that Redis stored after the request had failed is removed before its lease ends', async () => {
  const { locks, redis } = await process();
  const there = await process();
  server.pause();
  await expect(locks.acquire('i', nobody)).rejects.toBeInstanceOf(LocksUnavailableError);
  server.resume();
  await eventually(() => redis.isUp() && there.redis.isUp());
  // Its lease is 15 s.
  const taken = await there.locks.acquire('i', { ...nobody, waitMs: 6_000 });
  expect(taken).toBeDefined();
  await taken?.release();
});

test('a lock whose request failed is removed once Redis answers, which its waiters learn', async () => {
  const evals = [() => Promise.reject(new Error('the connection is lost')), async () => 1];
  const answered: unknown[] = [];
  const commands = {
    set: () => Promise.reject(new Error('the connection is lost')),
    eval: () => {
      answered.push(undefined);
      return evals[answered.length - 1]?.();
    },
  };
  const signals = memorySignals();
  const released: string[] = [];
  signals.subscribe('lock-released:n', ({ topic }) => released.push(topic));
  const locks = redisLocks({ redis: { isUp: () => true, commands } as unknown as Redis, signals, log: silentLog });
  await expect(locks.acquire('n', nobody)).rejects.toBeInstanceOf(LocksUnavailableError);
  await eventually(() => expect(released).toHaveLength(1));
  expect(answered).toHaveLength(2);
});

test('a full Redis gives no new lock and keeps the existing ones', async () => {
  const { locks, redis } = await process(400);
  const held = await locks.acquire('k', nobody);
  await redis.commands.config('SET', 'maxmemory', '1');
  try {
    await expect(locks.acquire('l', nobody)).rejects.toBeInstanceOf(LocksUnavailableError);
    // It is renewed: what is left of its lease grows again.
    const left = () => redis.commands.pttl('marquee:lock:k');
    let before = await left();
    await eventually(async () => {
      const now = await left();
      const hasGrown = now > before;
      before = now;
      return hasGrown;
    });
  } finally {
    await redis.commands.config('SET', 'maxmemory', '0');
  }
  await held?.release();
});

test('a lock that cannot be released is logged, and ends with its lease of fifteen seconds', async () => {
  const { log, lines } = recordingLog();
  const { locks, redis } = await process(undefined, log);
  const there = await process();
  const held = await locks.acquire('m', nobody);
  await redis.close();
  await held?.release();
  expect(lines()).toMatchObject([{ level: 'warn', lock: 'm', msg: 'a lock could not be released; its lease ends it' }]);
  const left = await there.redis.commands.pttl('marquee:lock:m');
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(15_000);
  await there.redis.commands.del('marquee:lock:m');
});
