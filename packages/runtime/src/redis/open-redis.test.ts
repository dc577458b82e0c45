// @requires redis
// @inputs packages/runtime/src/redis
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testRedis } from '@marquee/testing/test-redis';
import { openRedis } from './open-redis.ts';

const PASSWORD = 'hidden/from@the:log';

function open(url: string, log = silentLog) {
  const redis = openRedis({ url, log });
  atEnd(() => redis.close());
  return redis;
}

test('a command fails at once while Redis is down, and works when it is back; each change logs one line [SYS-03:redis]', async () => {
  const server = await testRedis({ password: PASSWORD });
  await server.stop();
  const { lines, text, log } = recordingLog();
  const redis = open(server.url, log);
  await eventually(() => expect(lines()).toHaveLength(1));
  // Neither queued until a connection exists, nor failed by its timeout.
  await expect(redis.commands.get('a')).rejects.toThrow(
    "Stream isn't writeable and enableOfflineQueue options is false",
  );
  expect(redis.isUp()).toBe(false);

  await server.start();
  await eventually(() => redis.isUp());
  expect(await redis.commands.set('a', '1')).toBe('OK');
  await server.stop();
  let attempts = 0;
  redis.commands.on('reconnecting', () => {
    attempts += 1;
  });
  await eventually(() => attempts >= 4);
  expect(redis.isUp()).toBe(false);
  await expect(redis.commands.get('a')).rejects.toThrow();
  await server.start();
  await eventually(() => redis.isUp());
  expect(await redis.commands.get('a')).toBeNull();

  expect(lines().map(({ msg, level }) => `${level} ${msg}`)).toEqual([
    'warn Redis cannot be reached',
    'info Redis is connected',
    'warn Redis cannot be reached',
    'info Redis is connected',
  ]);
  expect(text()).not.toContain('hidden');
});

test('a Redis that does not answer counts as down after two pings, and is used again when it answers', async () => {
  const server = await testRedis();
  const redis = open(server.url);
  await eventually(() => redis.isUp());
  server.pause();
  await expect(redis.commands.get('a')).rejects.toThrow();
  await eventually(() => !redis.isUp(), 3_000);
  server.resume();
  await eventually(() => redis.isUp());
  expect(await redis.commands.get('a')).toBeNull();
});

test('a full Redis is up and not ready, and each change logs one line', async () => {
  const server = await testRedis();
  const { log, said } = recordingLog();
  const redis = open(server.url, log);
  await eventually(redis.isWell);
  await redis.commands.config('SET', 'maxmemory', '1');
  await eventually(() => !redis.isWell());
  expect(redis.isUp()).toBe(true);
  await redis.commands.config('SET', 'maxmemory', '0');
  await eventually(redis.isWell);
  expect(said()).toEqual([
    'Redis is connected',
    'Redis is full: what is shared over it is each process’s own',
    'Redis has room again',
  ]);
});

test('a wrong password counts as down and logs the reason', async () => {
  const server = await testRedis({ password: PASSWORD });
  const { lines, text, log } = recordingLog();
  const redis = open(server.url.replace(/:[^:@]+@/, ':wrong@'), log);
  await eventually(() => expect(lines()).toHaveLength(1));
  expect(text()).toContain('WRONGPASS');
  expect(redis.isUp()).toBe(false);
});

test('close works while Redis is up, down or silent', async () => {
  const server = await testRedis();
  const there = open(server.url);
  await eventually(() => there.isUp());
  await there.close();
  expect(there.isUp()).toBe(false);
  const silent = open(server.url);
  await eventually(() => silent.isUp());
  server.pause();
  await silent.close();
  server.resume();
  await server.stop();
  const unavailable = open(server.url);
  await unavailable.close();
});

test('refuses a malformed address without repeating it', () => {
  for (const url of ['secret', 'http://secret:1', 'redis:']) {
    expect(() => openRedis({ url, log: silentLog })).toThrow(/^The address of Redis must look like (?!.*secret)/);
  }
});

test('every wait for Redis has a bound, and pauses between attempts grow to two seconds', () => {
  const { options } = open('redis://127.0.0.1:1').commands;
  expect(options).toMatchObject({
    connectTimeout: 2_000,
    disconnectTimeout: 500,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
  });
  const pauses = (random: number) => {
    const fixed = jest.spyOn(Math, 'random').mockReturnValue(random);
    const found = [1, 2, 3, 5, 6, 99].map((attempt) => options.retryStrategy?.(attempt));
    fixed.mockRestore();
    return found;
  };
  expect(pauses(0)).toEqual([100, 200, 400, 1_600, 2_000, 2_000]);
  expect(pauses(1)).toEqual([200, 300, 500, 1_700, 2_100, 2_100]);
});
