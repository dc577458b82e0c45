import { createWake } from '@marquee/data/wake';
import type { Logger } from '@marquee/runtime/log';
import type pg from 'pg';
import type { Delivery, Handler, Subscription } from './bus.ts';
import type { LogListener } from './postgres-log-listener.ts';
import { restOfRound } from './rounds.ts';

export const POLL_MS = 2_000;
export const READ_BATCH_MAX = 50;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;
/** The longest pause between two statements of a batch, so that its connection does not count as silent. */
const SIGN_OF_LIFE_MS = 1_000;

export type FollowOptions = {
  pool: pg.Pool;
  listener: LogListener;
  log: Logger;
  topic: string;
  handler: Handler;
};

type Message = { offset: string; id: string; key: string; type: string; body: Buffer };

/** Joins a group: one member at a time reads a partition, holding the lock of the group's row. */
export function followGroup(options: FollowOptions & { group: string }): Subscription {
  const { pool, listener, log, topic, group, handler } = options;
  const { wake, sleep } = createWake();
  const closing = new AbortController();
  const forget = listener.onTopic(topic, wake);
  const joined = new Set<number>();
  const failing = new Map<number, { retryMs: number; at: number }>();
  const running = run();
  return {
    close: async () => {
      closing.abort();
      wake();
      forget();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      while (!closing.signal.aborted && (await takeAll()));
      if (!closing.signal.aborted) await sleep(nextPoll());
      if (!closing.signal.aborted) await restOfRound(startedAt);
    }
  }

  function nextPoll(): number {
    const soonest = Math.min(...[...failing.values()].map(({ at }) => at - performance.now()));
    return Math.max(RETRY_MS_MIN / 2, Math.min(POLL_MS, soonest));
  }

  /** True when there may be more to take. */
  async function takeAll(): Promise<boolean> {
    try {
      const { rows } = await pool.query<{ partition: number }>({
        name: 'bus.pending',
        text: PENDING,
        values: [topic, group],
      });
      const due = rows.filter(({ partition }) => (failing.get(partition)?.at ?? 0) <= performance.now());
      const taken = await Promise.all(due.map(({ partition }) => takePartition(partition)));
      return taken.some(Boolean);
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error, topic, group }, 'the bus could not be read');
      return false;
    }
  }

  /** True when it took as much as it may at once. */
  async function takePartition(partition: number): Promise<boolean> {
    try {
      const taken = await takeBatch(partition);
      failing.delete(partition);
      return taken;
    } catch (error) {
      const retryMs = Math.min((failing.get(partition)?.retryMs ?? RETRY_MS_MIN / 2) * 2, RETRY_MS_MAX);
      failing.set(partition, { retryMs, at: performance.now() + retryMs });
      log.warn({ err: error, topic, group, partition, retryMs }, 'an event was not handled and is delivered again');
      return false;
    }
  }

  async function takeBatch(partition: number): Promise<boolean> {
    if (!joined.has(partition)) {
      await pool.query({ name: 'bus.join', text: JOIN, values: [topic, partition, group] });
      joined.add(partition);
    }
    const client = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const taken = await handleBatch(client, partition);
      await client.query('COMMIT');
      if (taken.failure) throw taken.failure.error;
      return taken.count === READ_BATCH_MAX;
    } catch (error) {
      await client.query('ROLLBACK').catch((cause: Error) => {
        broken ??= cause;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** Messages handled before a failure count as handled: the caller commits them. */
  async function handleBatch(
    client: pg.PoolClient,
    partition: number,
  ): Promise<{ count: number; failure?: { error: unknown } }> {
    const place = [topic, partition, group];
    const claimed = await client.query<{ next: string }>({ name: 'bus.claim', text: CLAIM, values: place });
    const next = claimed.rows[0]?.next;
    if (next === undefined) {
      // Locked by another member, unless the row is gone.
      joined.delete(partition);
      return { count: 0 };
    }
    const values = [topic, partition, next];
    const { rows } = await client.query<Message>({ name: 'bus.read', text: READ, values });
    if (rows.length === 0) return skipRemoved(client, place, values);
    return handleEach(client, partition, rows);
  }

  /** Skips messages that expired before this group read them. */
  async function skipRemoved(client: pg.PoolClient, place: unknown[], values: unknown[]): Promise<{ count: number }> {
    const end = await client.query<{ next: string }>({ name: 'bus.end', text: END, values: values.slice(0, 2) });
    // Messages published after the first look have not expired.
    const { rows } = await client.query<Message>({ name: 'bus.read', text: READ, values });
    if (rows.length === 0)
      await client.query({ name: 'bus.advance', text: ADVANCE, values: [...place, end.rows[0]?.next] });
    return { count: 0 };
  }

  async function handleEach(
    client: pg.PoolClient,
    partition: number,
    rows: readonly Message[],
  ): Promise<{ count: number; failure?: { error: unknown } }> {
    let count = 0;
    let saidAt = performance.now();
    let failure: { error: unknown } | undefined;
    const advance = async () => {
      const last = rows[count - 1];
      if (!last) return;
      const values = [topic, partition, group, BigInt(last.offset) + 1n];
      await client.query({ name: 'bus.advance', text: ADVANCE, values });
      saidAt = performance.now();
    };
    for (const message of rows) {
      if (closing.signal.aborted) break;
      try {
        await handler(deliveryOf(topic, partition, message), closing.signal);
      } catch (error) {
        failure = { error };
        break;
      }
      count++;
      // So that a long batch does not count as a silent member.
      if (performance.now() - saidAt > SIGN_OF_LIFE_MS) await advance();
    }
    await advance();
    return { count, ...(failure && { failure }) };
  }
}

/** A row of the log as the bus delivers it. */
export function deliveryOf(topic: string, partition: number, { offset, id, key, type, body }: Message): Delivery {
  return { topic, id, key, type, body, position: `${partition}/${offset}` };
}

const PENDING = `
  SELECT p.partition FROM partitions p
  LEFT JOIN group_offsets g ON g."group" = $2 AND g.topic = p.topic AND g.partition = p.partition
  WHERE p.topic = $1 AND p.next > coalesce(g.next, 0)`;
const JOIN = 'INSERT INTO group_offsets (topic, partition, "group") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
const CLAIM = `
  SELECT next FROM group_offsets WHERE topic = $1 AND partition = $2 AND "group" = $3 FOR UPDATE SKIP LOCKED`;
const END = 'SELECT next FROM partitions WHERE topic = $1 AND partition = $2';
/** From the next offset of one partition, in order. */
export const READ = `
  SELECT "offset", id, key, type, body FROM messages
  WHERE topic = $1 AND partition = $2 AND "offset" >= $3 ORDER BY "offset" LIMIT ${READ_BATCH_MAX}`;
const ADVANCE = 'UPDATE group_offsets SET next = $4 WHERE topic = $1 AND partition = $2 AND "group" = $3';
