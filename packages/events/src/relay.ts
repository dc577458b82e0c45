import { createWake } from '@marquee/data/wake';
import type { Logger } from '@marquee/runtime/log';
import type pg from 'pg';
import type { Bus } from './bus.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';
import { restOfRound } from './rounds.ts';
import { openSession, type Session } from './session.ts';

export type Relay = {
  /** Whether it is this process that publishes the database's events, so that `wake` is enough where one is added. */
  isWorking(): boolean;
  wake(): void;
  close(): Promise<void>;
};

export const RELAY_BATCH_MAX = 200;
export const RELAY_POLL_MS = 1_000;
const LOCK_ID = 6_277_102;

type Row = { seq: string; id: string; topic: string; key: string; type: string; body: Buffer };

/**
 * Publishes the outbox of one database, in order, at least once. Any number may be started: a session lock lets one work,
 * and another takes over when its connection ends. It reads pending rows rather than rows past a cursor, because a row's
 * number is assigned at insert but becomes visible at commit.
 */
export function startRelay({ url, bus, log }: { url: string; bus: Bus; log: Logger }): Relay {
  const { wake, sleep } = createWake();
  let closed = false;
  let working = false;
  const running = run();
  return {
    isWorking: () => working,
    wake,
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };

  async function run(): Promise<void> {
    let failing = false;
    while (!closed) {
      try {
        const session = await openSession(url, 'relay');
        try {
          await work(session, () => {
            if (failing) log.info('events are published again');
            failing = false;
          });
        } finally {
          working = false;
          await session.end();
        }
      } catch (error) {
        if (closed) return;
        if (!failing) log.warn({ err: error }, 'publishing failed; events wait in the outbox and are retried');
        failing = true;
        await sleep(RELAY_POLL_MS);
      }
    }
  }

  async function work({ client, lost }: Session, worked: () => void): Promise<void> {
    lost.addEventListener('abort', wake, { once: true });
    client.on('notification', wake);
    while (!closed && !(await tryLock(client))) {
      await sleep(RELAY_POLL_MS);
      lost.throwIfAborted();
    }
    await client.query(`${ALONG_THE_INDEX}; LISTEN ${OUTBOX_CHANNEL}`);
    working = true;
    while (!closed) {
      const startedAt = performance.now();
      while (!closed && (await publishBatch(client, bus)) === RELAY_BATCH_MAX);
      worked();
      if (!closed) await sleep(RELAY_POLL_MS);
      if (!closed) await restOfRound(startedAt);
      lost.throwIfAborted();
    }
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LOCK_ID]);
  return rows[0]?.locked === true;
}

async function publishBatch(client: pg.Client, bus: Bus): Promise<number> {
  const { rows } = await client.query<Row>({ name: 'relay.pending', text: PENDING });
  if (rows.length === 0) return 0;
  await bus.publish(rows);
  await client.query({ name: 'relay.mark', text: MARK, values: [rows.map(({ seq }) => seq)] });
  return rows.length;
}

// The index of what waits also has entries of what was published since the last vacuum. A scan along it leaves each of them
// behind once; a bitmap, which a plan made for an almost empty table prefers, reads all of them in every round.
const ALONG_THE_INDEX = 'SET enable_bitmapscan = off; SET enable_seqscan = off; SET enable_sort = off';
const PENDING = `
  SELECT seq, id, topic, key, type, body FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT ${RELAY_BATCH_MAX}`;
const MARK = 'UPDATE outbox SET published_at = now() WHERE seq = ANY($1::bigint[])';
