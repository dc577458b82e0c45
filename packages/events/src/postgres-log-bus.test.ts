import { newId } from '@marquee/data/ids';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import type { BusMessage } from './bus.ts';
import { busContract } from './bus-contract.ts';
import { postgresLogBus } from './postgres-log-bus.ts';

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
