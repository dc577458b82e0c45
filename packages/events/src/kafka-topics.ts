import { RETENTION_DAYS } from './bus.ts';
import type { KafkaLink } from './kafka-link.ts';

export type KafkaTopics = {
  /** Makes the topic if there is none, and resolves once all its partitions have a leader. */
  ensure(topic: string): Promise<void>;
  /** Looks again next time: something about the topic was not as expected. */
  forget(topic: string): void;
};

const MS_PER_DAY = 86_400_000;
const CREATE_TIMEOUT_MS = 3_000;

/** Makes topics by name, never alters one: what an operator has set stays. */
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
    // Asked first, so that who may not make topics can use those that are there.
    if ((await admin.listTopics()).includes(topic)) return;
    await admin.createTopics({
      timeout: CREATE_TIMEOUT_MS,
      waitForLeaders: true,
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor,
          configEntries: [
            { name: 'retention.ms', value: String(RETENTION_DAYS * MS_PER_DAY) },
            { name: 'cleanup.policy', value: 'delete' },
            // A stranger may write in a compression that the library here cannot read: the broker undoes it.
            { name: 'compression.type', value: 'uncompressed' },
            // What is acknowledged is on two brokers, and one may be away without stopping publication.
            ...(replicationFactor >= 3 ? [{ name: 'min.insync.replicas', value: '2' }] : []),
          ],
        },
      ],
    });
  });
}
