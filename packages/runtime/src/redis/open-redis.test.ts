// @requires redis
// @inputs packages/runtime/src/redis
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testRedis } from '@marquee/testing/test-redis';
import { openRedis } from './open-redis.ts';

const PASSWORD = 'not/for@the:log';

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
    'warn Redis is away',
    'info Redis is there',
    'warn Redis is away',
    'info Redis is there',
  ]);
  expect(text()).not.toContain('not');
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
    'Redis is there',
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
  const away = open(server.url);
  await away.close();
});

test('refuses a malformed address without repeating it', () => {
  for (const url of ['secret', 'http://secret:1', 'redis:']) {
    expect(() => openRedis({ url, log: silentLog })).toThrow(/^The address of Redis must look like (?!.*secret)/);
  }
});
