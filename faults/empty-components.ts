import { pause } from '@marquee/data/retry-while';
import { openKafkaClient } from '@marquee/events/kafka-client';
import { createLogger } from '@marquee/runtime/log';
import { openRedis } from '@marquee/runtime/redis/open-redis';
import { eventually } from '@marquee/testing/eventually';
import pg from 'pg';

const log = createLogger({ service: 'faults', level: 'fatal' });
const TIMES = { requestTimeoutMs: 10_000, retry: { retries: 3 } };

/** Deletes every topic, and with them what nobody has read yet. */
export async function deleteTopics(brokers: string[]): Promise<void> {
  const client = openKafkaClient({ brokers, clientId: 'faults', log }, TIMES);
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
    await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect().catch(() => {});
    client.destroy();
  }
}

/** Deletes all that the cache has. */
export async function flushCache(url: string): Promise<void> {
  const redis = openRedis({ url, log });
  try {
    await eventually(redis.isUp);
    await redis.commands.flushall();
  } finally {
    await redis.close();
  }
}

const AGAIN_MS = 100;
/** Pools make new connections all the time, as after a restart of everything. */
const END_OTHERS_EVERY_MS = 1_000;

/** Takes every connection that a database server has, and each that is given back, until the end. */
export function hogConnections(url: string): { begin(): Promise<void>; end(): Promise<void> } {
  const taken = new Set<pg.Client>();
  const stopping = new AbortController();
  let taking: Promise<unknown> | undefined;

  async function takeAll(): Promise<void> {
    for (;;) {
      const client = new pg.Client({ connectionString: url, application_name: 'hog' });
      client.on('error', () => taken.delete(client));
      try {
        await client.connect();
        taken.add(client);
      } catch {
        return;
      }
    }
  }

  async function keepTaking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await takeAll();
      await pause(AGAIN_MS, stopping.signal);
    }
  }

  async function endOthers(by: pg.Client): Promise<void> {
    while (!stopping.signal.aborted) {
      await by.query(END_OTHERS);
      await pause(END_OTHERS_EVERY_MS, stopping.signal);
    }
  }

  return {
    begin: async () => {
      await takeAll();
      const [one] = taken;
      taking = Promise.all([keepTaking(), one && endOthers(one)]);
    },
    end: async () => {
      stopping.abort();
      await taking;
      await Promise.all([...taken].map((client) => client.end()));
    },
  };
}

const END_OTHERS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name <> 'hog' AND backend_type = 'client backend'`;
