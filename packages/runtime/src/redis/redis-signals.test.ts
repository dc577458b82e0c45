// @requires redis
// @inputs packages/runtime/src/redis
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestRedis, testRedis } from '@marquee/testing/test-redis';
import type { Logger } from '../log.ts';
import type { Signals } from '../signals.ts';
import { signalsContract } from '../testing/signals-contract.ts';
import { openRedis, type Redis } from './open-redis.ts';
import { redisSignals, SIGNAL_CHANNEL } from './redis-signals.ts';

let server: TestRedis;

beforeAll(async () => {
  server = await testRedis();
});

function connect(log: Logger = silentLog): { redis: Redis; signals: Signals } {
  const redis = openRedis({ url: server.url, log: silentLog });
  atEnd(() => redis.close());
  return { redis, signals: redisSignals(redis, { log }) };
}

async function linked(log?: Logger) {
  const made = connect(log);
  await eventually(() => made.redis.isUp() && made.signals.isLinked());
  return made;
}

function listen(signals: Signals, topic: string): string[] {
  const seen: string[] = [];
  signals.subscribe(topic, ({ version }) => seen.push(version));
  return seen;
}

signalsContract('signals over Redis', async () => {
  const opened: Redis[] = [];
  return {
    async connect(log) {
      const { redis, signals } = await linked(log);
      opened.push(redis);
      return signals;
    },
    close: async () => void (await Promise.all(opened.map((redis) => redis.close()))),
  };
});

test('without Redis a process receives its own signals at once and once, and those of others again afterwards [SYS-03:redis]', async () => {
  const [here, there] = [await linked(), await linked()];
  const changes: boolean[] = [];
  here.signals.onLink((now) => changes.push(now));
  const own = listen(here.signals, 'film:*');
  const other = listen(there.signals, 'film:*');

  await server.stop();
  await eventually(() => !here.signals.isLinked() && !there.signals.isLinked());
  here.signals.publish('film:1', 1);
  await Promise.resolve();
  expect(own).toEqual(['1']);

  await server.start();
  await eventually(() => here.signals.isLinked() && there.signals.isLinked() && here.redis.isUp());
  here.signals.publish('film:1', 2);
  await eventually(() => expect(other).toEqual(['2']));
  expect(own).toEqual(['1', '2']);
  expect(changes).toEqual([false, true]);
});

test('a process that starts without Redis is linked when Redis starts', async () => {
  await server.stop();
  const { signals } = connect();
  const seen = listen(signals, 'film:1');
  signals.publish('film:1', 1);
  await eventually(() => expect(seen).toEqual(['1']));
  expect(signals.isLinked()).toBe(false);
  await server.start();
  await eventually(() => signals.isLinked());
});

test('a silent Redis is not linked', async () => {
  const { signals } = await linked();
  server.pause();
  try {
    await eventually(() => !signals.isLinked(), 3_000);
  } finally {
    server.resume();
  }
  await eventually(() => signals.isLinked());
});

test('malformed signals are dropped with one log line a minute, and the next one is delivered', async () => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (_: object, line: string) => lines.push(line) } as unknown as Logger;
  const { signals } = await linked(log);
  const { redis } = await linked();
  const seen = listen(signals, '*');
  const good = { from: 'x', topic: 'film:1', version: '5', data: {} };
  const bad = ['', 'null', '{', '[]', '{"from":"x"}', 'x'.repeat(70_000)].concat(
    [
      { ...good, topic: 'x'.repeat(201) },
      { ...good, data: { a: 1 } },
      { ...good, version: 5 },
    ].map((one) => JSON.stringify(one)),
  );
  for (const text of [...bad, JSON.stringify(good)]) await redis.commands.publish(SIGNAL_CHANNEL, text);
  await eventually(() => expect(seen).toEqual(['5']));
  expect(lines).toEqual(['a signal was dropped']);
});
