import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@marquee/runtime/log';
import type { Bus, Handler, Lag, Subscription } from './bus.ts';
import type { KafkaConnection } from './kafka-client.ts';
import { type KafkaLink, openKafkaLink } from './kafka-link.ts';
import { openKafkaPublisher } from './kafka-publisher.ts';
import { readTopic } from './kafka-reader.ts';
import { type KafkaTopics, kafkaTopics } from './kafka-topics.ts';
import { passOver } from './pass-over.ts';

export type KafkaBusOptions = KafkaConnection & {
  /** The partitions of topics that this bus creates. Existing topics are not altered. */
  partitions?: number;
  /** Of topics that this bus creates; the brokers' default.replication.factor by default. */
  replicationFactor?: number;
  /** A prefix of each topic and group, where several installations share a cluster. */
  prefix?: string;
  /** A member that is silent for this long loses its partitions. */
  sessionTimeoutMs?: number;
  /** Partitions of one subscription that are handled at the same time. */
  concurrency?: number;
};

const PARTITIONS = 12;
const BROKERS_DEFAULT = -1;
const SESSION_TIMEOUT_MS = 10_000;
const CONCURRENCY = 6;
const TAIL_RETRY_MS = 500;

/**
 * The bus on Kafka. A group reads each topic as its own Kafka group, `<group>.<topic>`, and commits an offset after its
 * handler. While no broker answers, one line is logged, `publish` rejects (the outbox keeps the events), subscriptions join
 * later and `isReady` is false.
 */
export function kafkaBus(options: KafkaBusOptions): Bus {
  const { log, prefix = '', partitions = PARTITIONS, replicationFactor = BROKERS_DEFAULT } = options;
  const { sessionTimeoutMs = SESSION_TIMEOUT_MS, concurrency = CONCURRENCY } = options;
  const nameOf = (topic: string) => `${prefix}${topic}`;
  const link = openKafkaLink(options);
  const topics = kafkaTopics(link, { partitions, replicationFactor });
  const publisher = openKafkaPublisher({ ...options, link, topics, nameOf });
  const closing = new AbortController();
  const open = new Set<Subscription>();
  const groups = new Map<Subscription, { topic: string; group: string }>();
  const reader = { connection: options, link, topics, log, sessionTimeoutMs };

  function track(subscription: Subscription): Subscription {
    const tracked: Subscription = {
      close: async () => {
        await subscription.close();
        open.delete(tracked);
        groups.delete(tracked);
      },
    };
    open.add(tracked);
    return tracked;
  }

  async function tail(topic: string, handler: Handler): Promise<Subscription> {
    const topicName = nameOf(topic);
    const ends = await endsOf(topicName, { link, topics, closing: closing.signal, log });
    const groupId = `${prefix}tail.${options.clientId}.${randomUUID()}`;
    const places = {
      // A new partition is read from its beginning.
      of: (partition: number) => ends.get(partition) ?? 0n,
      set: (partition: number, next: bigint) => void ends.set(partition, next),
    };
    const taking = passOver(handler, log);
    const subscription = readTopic({ ...reader, topic, topicName, groupId, handler: taking, concurrency: 1, places });
    return track({
      close: async () => {
        await subscription.close();
        await link.admin((admin) => admin.deleteGroups([groupId])).catch(() => {});
      },
    });
  }

  return {
    publish: (messages) => publisher.publish(messages),
    subscribe: async ({ topic, group, handler }) => {
      const groupId = groupIdOf(prefix, group, topic);
      const place = { topic, topicName: nameOf(topic), groupId, places: 'committed' } as const;
      const tracked = track(readTopic({ ...reader, ...place, handler, concurrency }));
      groups.set(tracked, { topic, group });
      return tracked;
    },
    tail: ({ topic, handler }) => tail(topic, handler),
    isReady: () => link.isUp(),
    lag: () => {
      const distinct = new Map(
        [...groups.values()].map((place) => [groupIdOf(prefix, place.group, place.topic), place]),
      );
      return Promise.all(
        [...distinct].map(async ([groupId, { topic, group }]) => {
          await topics.ensure(nameOf(topic));
          return { topic, group, messages: await lagOf(link, nameOf(topic), groupId) } satisfies Lag;
        }),
      );
    },
    close: async () => {
      closing.abort();
      await Promise.all([...open].map((subscription) => subscription.close()));
      await publisher.close();
      await link.close();
    },
  };
}

function groupIdOf(prefix: string, group: string, topic: string): string {
  return `${prefix}${group}.${topic}`;
}

/**
 * The current end of each partition. A tail stores no offsets: its group has a random name and commits nothing, so that
 * the broker drops it once it is empty, also after a kill.
 */
async function endsOf(
  topicName: string,
  { link, topics, closing, log }: { link: KafkaLink; topics: KafkaTopics; closing: AbortSignal; log: Logger },
): Promise<Map<number, bigint>> {
  for (let failures = 1; ; failures++) {
    await link.whenUp(closing);
    try {
      await topics.ensure(topicName);
      const ends = await link.admin((admin) => admin.fetchTopicOffsets(topicName));
      return new Map(ends.map(({ partition, high }) => [partition, BigInt(high)]));
    } catch (error) {
      link.doubt();
      if (failures === 2) log.warn({ err: error, topic: topicName }, 'a tail could not be opened and is retried');
      await delay(TAIL_RETRY_MS, undefined, { signal: closing });
    }
  }
}

async function lagOf(link: KafkaLink, topicName: string, groupId: string): Promise<number> {
  return link.admin(async (admin) => {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topicName] });
    const next = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    const lags = (await admin.fetchTopicOffsets(topicName)).map(({ partition, low, high }) => {
      const place = next.get(partition) ?? 0n;
      // Expired messages do not count.
      return BigInt(high) - (place > BigInt(low) ? place : BigInt(low));
    });
    return Number(lags.reduce((sum, messages) => sum + messages, 0n));
  });
}
