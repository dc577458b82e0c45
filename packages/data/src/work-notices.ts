import type { Logger } from '@marquee/runtime/log';
import type pg from 'pg';
import type { Database, Tx } from './database.ts';
import { existing } from './existing.ts';
import { loopLevel, translateSqlError } from './sqlstate.ts';
import { createWake } from './wake.ts';

const CHANNEL = 'work';
const RETRY_MS = 1_000;
const CHECK_MS = 30_000;

/**
 * Wakes the work loops of that name in every process, once the transaction commits. Returns the due time of work that is
 * due at once: the caller's `now`, but no later than the database's. Otherwise what a process writes while its clock is
 * ahead would wait, once the clock is right again, for as long as it was ahead.
 */
export async function announceWork(tx: Tx, name: string, now?: Date): Promise<Date> {
  const [row] = await tx.query<{ dueAt: Date }>({
    name: 'work.announce',
    text: `SELECT pg_notify('${CHANNEL}', $1), least(now(), $2::timestamptz) AS due_at`,
    values: [name, now ?? null],
  });
  return existing(row, 'an announcement').dueAt;
}

type Listener = { wakes: Map<string, Set<() => void>>; close(): Promise<void> };

const listeners = new WeakMap<pg.Pool, Listener>();

/**
 * Calls `wake` at each announcement of work of that name. All that listen on one pool share one connection of it. An
 * announcement may be lost with that connection: listeners also poll. Returns what ends the listening.
 */
export function onWork({ pool }: Pick<Database, 'pool'>, name: string, wake: () => void, log: Logger) {
  const listener = listeners.get(pool) ?? listen(pool, log);
  listeners.set(pool, listener);
  const wakes = listener.wakes.get(name) ?? new Set();
  listener.wakes.set(name, wakes.add(wake));
  return async (): Promise<void> => {
    wakes.delete(wake);
    if (wakes.size === 0) listener.wakes.delete(name);
    if (listener.wakes.size > 0) return;
    if (listeners.get(pool) === listener) listeners.delete(pool);
    await listener.close();
  };
}

function listen(pool: pg.Pool, log: Logger): Listener {
  const wakes: Listener['wakes'] = new Map();
  const { wake, sleep } = createWake();
  let closed = false;
  const running = run();
  return {
    wakes,
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!closed) {
      try {
        await hold(await pool.connect());
      } catch (err) {
        if (!closed) log[loopLevel(translateSqlError(err), 'warn')]({ err }, 'work is polled: listening failed');
      }
      if (!closed) await sleep(RETRY_MS);
    }
  }

  async function hold(client: pg.PoolClient): Promise<void> {
    let lost: Error | undefined;
    const onLost = (error?: Error) => {
      lost ??= error ?? new Error('The connection has ended.');
      wake();
    };
    const onNotice = ({ payload = '' }: pg.Notification) => {
      for (const wakeLoop of wakes.get(payload) ?? []) wakeLoop();
    };
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', onNotice);
    try {
      await client.query(`LISTEN ${CHANNEL}`);
      // What was announced before this connection listened.
      for (const all of wakes.values()) for (const wakeLoop of all) wakeLoop();
      while (!closed && !lost) {
        await sleep(CHECK_MS);
        if (!closed && !lost) await client.query('SELECT 1');
      }
    } catch (error) {
      onLost(error as Error);
      throw error;
    } finally {
      client.off('error', onLost);
      client.off('end', onLost);
      client.off('notification', onNotice);
      // Never back into the pool: it would keep listening.
      client.release(true);
    }
  }
}
