import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { RETENTION_DAYS } from './bus.ts';
import type { KafkaLink } from './kafka-link.ts';

export type KafkaTopics = {
  /** Creates the topic if it is missing, and resolves once all its partitions have a leader. */
  ensure(topic: string): Promise<void>;
  /** Checks the topic again next time, after an unexpected state. */
  forget(topic: string): void;
};

const MS_PER_DAY = 86_400_000;
const CREATE_TIMEOUT_MS = 3_000;
/** A busy broker takes seconds to hear of a topic; a publish waits for 20 in all. */
const LEADERS_TIMEOUT_MS = 10_000;
const LEADERS_PAUSE_MS = 50;
// A broker learns of a new topic a moment after the controller, and of its leaders later.
const NOT_YET = ['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE', 'KafkaJSNumberOfRetriesExceeded'];

/** Creates topics and never alters one, so that an operator's settings stay. */
export function kafkaTopics(link: KafkaLink, options: { partitions: number; replicationFactor: number }): KafkaTopics {
  const ensured = new Map<string, Promise<void>>();
  return {
    ensure: (topic) => {
      const known = ensured.get(topic);
      if (known) return known;
      const ensuring = ensure(link, topic, options);
      ensured.set(topic, ensuring);
      ensuring.catch(() => ensured.delete(topic));
      return ensuring;
    },
    forget: (topic) => ensured.delete(topic),
  };
}

async function ensure(
  link: KafkaLink,
  topic: string,
  { partitions, replicationFactor }: { partitions: number; replicationFactor: number },
): Promise<void> {
  await link.admin(async (admin) => {
    // Checked first, so that a client without the right to create topics can use existing ones.
    if ((await admin.listTopics()).includes(topic)) return;
    await admin.createTopics({
      timeout: CREATE_TIMEOUT_MS,
      // It would mistake a broker that has not learned of the topic for one without it.
      waitForLeaders: false,
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor,
          configEntries: [
            { name: 'retention.ms', value: String(RETENTION_DAYS * MS_PER_DAY) },
            { name: 'cleanup.policy', value: 'delete' },
            // The broker's clock, by which it deletes: an event of a process whose clock is off lives as long as others.
            { name: 'message.timestamp.type', value: 'LogAppendTime' },
            // Others may write in a compression that kafkajs cannot read: the broker recompresses.
            { name: 'compression.type', value: 'uncompressed' },
            // Acknowledged records are on two brokers, and one may be down without stopping publication.
            ...(replicationFactor >= 3 ? [{ name: 'min.insync.replicas', value: '2' }] : []),
          ],
        },
      ],
    });
    await untilLed(admin, topic);
  });
}

async function untilLed(admin: Admin, topic: string): Promise<void> {
  const giveUp = performance.now() + LEADERS_TIMEOUT_MS;
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics: [topic] });
      return;
    } catch (error) {
      if (!isNotYet(error) || performance.now() > giveUp) throw error;
      await delay(LEADERS_PAUSE_MS);
    }
  }
}

function isNotYet(error: unknown): boolean {
  const { type, name } = error as { type?: string; name?: string };
  return NOT_YET.includes(type ?? name ?? '');
}
