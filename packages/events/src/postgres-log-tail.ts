import { createWake } from '@marquee/data/wake';
import type { Subscription } from './bus.ts';
import { passOver } from './pass-over.ts';
import { deliveryOf, type FollowOptions, POLL_MS, READ, READ_BATCH_MAX } from './postgres-log-group.ts';
import { restOfRound } from './rounds.ts';

type Message = { offset: string; id: string; key: string; type: string; body: Buffer };

/** Reads what is published from now on; its offset is only in memory. */
export async function followTail({ pool, listener, log, topic, handler }: FollowOptions): Promise<Subscription> {
  const { wake, sleep } = createWake();
  const closing = new AbortController();
  const taking = passOver(handler, log);
  const places = new Map(await ends());
  const forget = listener.onTopic(topic, wake);
  const running = run();
  return {
    close: async () => {
      closing.abort();
      wake();
      forget();
      await running;
    },
  };

  async function ends(): Promise<[number, bigint][]> {
    const { rows } = await pool.query<{ partition: number; next: string }>(
      'SELECT partition, next FROM partitions WHERE topic = $1',
      [topic],
    );
    return rows.map(({ partition, next }) => [partition, BigInt(next)]);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      try {
        for (const [partition, end] of await ends()) await readTo(partition, end);
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error, topic }, 'the bus could not be read');
      }
      if (!closing.signal.aborted) await sleep(POLL_MS);
      if (!closing.signal.aborted) await restOfRound(startedAt);
    }
  }

  async function readTo(partition: number, end: bigint): Promise<void> {
    let next = places.get(partition) ?? 0n;
    while (next < end && !closing.signal.aborted) {
      const { rows } = await pool.query<Message>({ name: 'bus.read', text: READ, values: [topic, partition, next] });
      for (const message of rows) {
        await taking(deliveryOf(topic, partition, message), closing.signal);
        next = BigInt(message.offset) + 1n;
        places.set(partition, next);
      }
      if (rows.length < READ_BATCH_MAX) break;
    }
  }
}
