import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import { openRedis, type Redis } from '@marquee/runtime/redis/open-redis';
import { atEnd } from './cleanup.ts';
import { eventually } from './eventually.ts';
import { silentLog } from './silent-log.ts';
import { type TestServer, testServer } from './test-server.ts';

/** A Redis that is empty again after `stop` and `start`. */
export type TestRedis = TestServer & { url: string };

/** A real redis-server that keeps nothing on the disk, for one test file. */
export async function testRedis(options: { password?: string } = {}): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-redis-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const port = await freePort();
  const settings = { bind: '127.0.0.1', port, dir, save: '', appendonly: 'no', requirepass: options.password ?? '' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const server = testServer({ command: ['redis-server', ...flags], isServing: () => answers(port) });
  await server.start();
  const credentials = options.password ? `:${encodeURIComponent(options.password)}@` : '';
  return { url: `redis://${credentials}127.0.0.1:${port}`, ...server };
}

/** A connected client of it, as a process has one. */
export async function connectedTo({ url }: Pick<TestRedis, 'url'>): Promise<Redis> {
  const redis = openRedis({ url, log: silentLog });
  atEnd(redis.close);
  await eventually(redis.isUp);
  return redis;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => tell(true));
    socket.once('error', () => tell(false));
  });
}
