import { setTimeout as delay } from 'node:timers/promises';
import { Partitioners, type Producer, type TopicMessages } from 'kafkajs';
import type { BusMessage } from './bus.ts';
import { type KafkaClient, type KafkaConnection, openKafkaClient } from './kafka-client.ts';
import type { KafkaLink } from './kafka-link.ts';
import { toKafka } from './kafka-messages.ts';
import type { KafkaTopics } from './kafka-topics.ts';

export type KafkaPublisher = {
  publish(messages: readonly BusMessage[]): Promise<void>;
  close(): Promise<void>;
};

type Options = KafkaConnection & { link: KafkaLink; topics: KafkaTopics; nameOf(topic: string): string };

/** Well under a broker's limit of one batch (1 MB), which includes headers. */
const BATCH_BYTES_MAX = 500_000;
const PUBLISH_TIMEOUT_MS = 20_000;
const ACK_TIMEOUT_MS = 8_000;
const ALL_REPLICAS = -1;
const TIMES = { requestTimeoutMs: 9_000, retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } };

/**
 * Publishes one batch at a time through an idempotent producer. A failed producer is replaced: it would reuse sequence
 * numbers of a batch that the broker did append, and the broker would drop the new batch as a duplicate. Batches of the
 * failed producer can at most appear twice.
 */
export function openKafkaPublisher(options: Options): KafkaPublisher {
  const { link, topics, nameOf } = options;
  let open: Promise<{ client: KafkaClient; producer: Producer }> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function producing() {
    open ??= openProducer(options);
    return open;
  }

  async function send(messages: readonly BusMessage[], ended: AbortSignal): Promise<void> {
    await link.assertUp();
    const used = [...new Set(messages.map(({ topic }) => nameOf(topic)))];
    try {
      await Promise.all(used.map((topic) => topics.ensure(topic)));
      ended.throwIfAborted();
      const { producer } = await producing();
      for (const topicMessages of batches(messages, nameOf)) {
        ended.throwIfAborted();
        await producer.sendBatch({ acks: ALL_REPLICAS, timeout: ACK_TIMEOUT_MS, topicMessages });
      }
    } catch (error) {
      for (const topic of used) topics.forget(topic);
      throw error;
    }
  }

  async function giveUp(): Promise<void> {
    const given = open;
    open = undefined;
    const opened = await given?.catch(() => undefined);
    opened?.client.destroy();
    await opened?.producer.disconnect().catch(() => {});
  }

  async function publish(messages: readonly BusMessage[]): Promise<void> {
    const ended = new AbortController();
    try {
      await Promise.race([send(messages, ended.signal), timeout(ended.signal)]);
    } catch (error) {
      void giveUp();
      link.doubt();
      throw new Error(`${messages.length} events were not published to Kafka: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      ended.abort();
    }
  }

  return {
    publish: async (messages) => {
      if (messages.length === 0) return;
      const published = queue.then(() => publish(messages));
      queue = published.catch(() => {});
      await published;
    },
    close: async () => {
      await queue;
      await giveUp();
    },
  };
}

async function openProducer(options: KafkaConnection & { link: KafkaLink }) {
  const client = openKafkaClient(options, TIMES, () => options.link.doubt());
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  // A vanished broker has lost the connection.
  producer.on(producer.events.REQUEST_TIMEOUT, client.cut);
  try {
    await producer.connect();
  } catch (error) {
    client.destroy();
    throw error;
  }
  return { client, producer };
}

/** Batches in order, each small enough for one request. */
function* batches(messages: readonly BusMessage[], nameOf: (topic: string) => string): Generator<TopicMessages[]> {
  let start = 0;
  while (start < messages.length) {
    let end = start;
    let bytes = 0;
    do bytes += messages[end++]?.body.byteLength ?? 0;
    while (end < messages.length && bytes + (messages[end]?.body.byteLength ?? 0) <= BATCH_BYTES_MAX);
    const byTopic = Map.groupBy(messages.slice(start, end), ({ topic }) => nameOf(topic));
    yield [...byTopic].map(([topic, batch]) => ({ topic, messages: batch.map(toKafka) }));
    start = end;
  }
}

async function timeout(signal: AbortSignal): Promise<never> {
  await delay(PUBLISH_TIMEOUT_MS, undefined, { signal });
  throw new Error(`no acknowledgement within ${PUBLISH_TIMEOUT_MS} ms`);
}
