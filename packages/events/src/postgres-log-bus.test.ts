// @inputs packages/events
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { testDatabase } from '@marquee/testing/test-database';
import pg from 'pg';
import type { BusMessage } from './bus.ts';
import { postgresLogBus } from './postgres-log-bus.ts';
import { ROUND_MS } from './rounds.ts';
import { busContract } from './testing/bus-contract.ts';

busContract('the Postgres log', async () => {
  const db = await testDatabase('bus');
  return {
    connect: async () => postgresLogBus({ url: db.url, log: silentLog }),
    crash: async () => {
      await db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    },
  };
});

const messages = (count: number, key: string): BusMessage[] =>
  Array.from({ length: count }, () => ({ topic: 'film', key, id: newId(), type: 'T', body: new Uint8Array() }));

test('offsets are dense and become visible in order while several publish', async () => {
  const db = await testDatabase('bus');
  const buses = [1, 2, 3].map(() => postgresLogBus({ url: db.url, log: silentLog, partitions: 1 }));
  const holes: string[] = [];
  let watching = true;
  const watch = (async () => {
    while (watching) {
      const [row] = await db.query<{ count: string; last: string }>(
        'SELECT count(*)::text AS count, (coalesce(max("offset"), -1) + 1)::text AS last FROM messages',
      );
      if (row && row.count !== row.last) holes.push(`${row.count} of ${row.last}`);
    }
  })();
  await Promise.all(
    buses.flatMap((bus) => Array.from({ length: 20 }, (_, index) => bus.publish(messages(3, `key-${index}`)))),
  );
  watching = false;
  await watch;
  expect(holes).toEqual([]);
  const [total] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM messages');
  expect(total?.count).toBe(180);
  await Promise.all(buses.map((bus) => bus.close()));
});

test('a group continues after expired events', async () => {
  const db = await testDatabase('bus');
  const bus = postgresLogBus({ url: db.url, log: silentLog, partitions: 1 });
  await bus.publish(messages(5, 'old'));
  await db.query('DELETE FROM messages');
  const taken = new Promise<string>((resolve) => {
    void bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => resolve(key) });
  });
  await bus.publish(messages(1, 'new'));
  await expect(taken).resolves.toBe('new');
  await bus.close();
});

test('events that follow closely are read together, however fast they come one by one', async () => {
  const db = await testDatabase('bus');
  const bus = postgresLogBus({ url: db.url, log: silentLog, partitions: 1 });
  const handled: { group: string[]; tail: string[] } = { group: [], tail: [] };
  await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ id }) => void handled.group.push(id) });
  await bus.tail({ topic: 'film', handler: async ({ id }) => void handled.tail.push(id) });
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const startedAt = performance.now();
  const published = messages(40, 'one');
  for (const message of published) await bus.publish([message]);
  const ids = published.map(({ id }) => id);
  await eventually(() => expect(handled).toEqual({ group: ids, tail: ids }));
  const roundsMax = Math.ceil((performance.now() - startedAt) / ROUND_MS) + 1;
  const statements = query.mock.calls.map(([statement]) => (statement as unknown as { name?: string }).name);
  query.mockRestore();
  expect(statements.filter((name) => name === 'bus.claim').length).toBeLessThanOrEqual(roundsMax);
  expect(statements.filter((name) => name === 'bus.read').length).toBeLessThanOrEqual(2 * roundsMax);
  await bus.close();
});

test('an event that is not handled is logged with its pause, one that a tail skips with its place', async () => {
  const db = await testDatabase('bus');
  const { log, lines } = recordingLog();
  const bus = postgresLogBus({ url: db.url, log, partitions: 1 });
  let refusals = 0;
  const refuse = async () => {
    refusals += 1;
    throw new Error('not now');
  };
  const tail = await bus.tail({ topic: 'film', handler: refuse });
  await bus.publish(messages(1, 'heat'));
  await eventually(() => expect(lines().at(-1)?.msg).toBe('a tail skipped an event that kept failing'));
  expect(lines().at(-1)).toMatchObject({ level: 'error', topic: 'film', position: '0/0', type: 'T' });
  expect(refusals).toBe(3);
  await tail.close();

  refusals = 0;
  const group = await bus.subscribe({ topic: 'film', group: 'g', handler: refuse });
  await eventually(() => expect(refusals).toBe(3));
  await group.close();
  const again = lines().filter(({ msg }) => msg === 'an event was not handled and is delivered again');
  expect(again.map(({ retryMs }) => retryMs)).toEqual([100, 200, 400]);
  expect(again[0]).toMatchObject({ level: 'warn', topic: 'film', group: 'g', partition: 0 });
  await bus.close();
});

test('while its database is unavailable the bus is not ready and says why, and events arrive once it is back', async () => {
  const db = await testDatabase('bus');
  const url = new URL(db.url);
  const link = await tcpProxy({ path: join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  const { log, said } = recordingLog();
  const bus = postgresLogBus({ url: `postgresql://${url.username}@127.0.0.1:${link.port}${url.pathname}`, log });
  const seen: string[] = [];
  await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void seen.push(key) });
  await bus.tail({ topic: 'film', handler: async ({ key }) => void seen.push(`tail ${key}`) });
  await eventually(() => bus.isReady());
  await link.refuse();
  await eventually(() => expect(bus.isReady()).toBe(false));
  await eventually(() => {
    expect(said()).toContain('listening failed; the bus is polled');
    expect(said().filter((line) => line === 'the bus could not be read').length).toBeGreaterThanOrEqual(2);
  });
  await expect(bus.publish(messages(1, 'heat'))).rejects.toThrow();
  await link.mend();
  await eventually(() => bus.isReady());
  await bus.publish(messages(1, 'alien'));
  await eventually(() => expect(seen.sort()).toEqual(['alien', 'tail alien']));
  await bus.close();
  await link.close();
});

test('an idle connection that is lost is logged, and the next events have another', async () => {
  const db = await testDatabase('bus');
  const { log, lines } = recordingLog();
  const bus = postgresLogBus({ url: db.url, log });
  await bus.publish(messages(1, 'heat'));
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle' AND query LIKE '%INSERT INTO partitions%'`,
  );
  await eventually(() =>
    expect(lines()).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'an idle connection to the bus was lost', err: expect.anything() }),
    ),
  );
  await bus.publish(messages(1, 'alien'));
  await bus.close();
});

test('the log is kept for 14 days', async () => {
  const db = await testDatabase('bus');
  const first = postgresLogBus({ url: db.url, log: silentLog, partitions: 1 });
  await first.publish(messages(2, 'heat'));
  await db.query(
    `UPDATE messages SET published_at = now() - CASE "offset" WHEN 0 THEN interval '337 hours' ELSE interval '335 hours' END`,
  );
  await first.close();
  const second = postgresLogBus({ url: db.url, log: silentLog, partitions: 1 });
  await eventually(async () => {
    expect(await db.query('SELECT "offset" FROM messages')).toEqual([{ offset: 1n }]);
  });
  await second.close();
});
