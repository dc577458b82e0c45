import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@marquee/runtime/log';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Handler, Subscription } from './bus.ts';
import { type KafkaClient, type KafkaConnection, openKafkaClient } from './kafka-client.ts';
import { gatherCommits, type KafkaCommits } from './kafka-commits.ts';
import type { KafkaLink } from './kafka-link.ts';
import { fromKafka } from './kafka-messages.ts';
import type { KafkaTopics } from './kafka-topics.ts';

export type ReaderOptions = {
  connection: KafkaConnection;
  link: KafkaLink;
  topics: KafkaTopics;
  log: Logger;
  /** The topic's name on the bus, and on the broker. */
  topic: string;
  topicName: string;
  groupId: string;
  handler: Handler;
  sessionTimeoutMs: number;
  /** Partitions handled at the same time; within one, one message after the other. */
  concurrency: number;
  /** The next offsets, stored by the broker (a group) or in memory (a tail). */
  places: 'committed' | { of(partition: number): bigint; set(partition: number, next: bigint): void };
};

const COMMIT_EVERY_MS = 200;
/** How long a fetch waits for messages, which also bounds closing and resuming a partition. */
const FETCH_WAIT_MS = 500;
const REBALANCE_TIMEOUT_MS = 30_000;
const LEAVE_TIMEOUT_MS = 5_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 2_000;
/** A session counts as healthy after fetching for this long. */
const WELL_AFTER_MS = 3_000;
const TIMES = { requestTimeoutMs: 8_000, retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 } };

/**
 * Reads a topic in sessions: one lasts until its consumer fails, the next begins once the broker answers. The library's
 * own restart is off, so that waiting and logging are in one place.
 */
export function readTopic(options: ReaderOptions): Subscription {
  const { connection, link, topics, log, topic, topicName, groupId, handler, places } = options;
  const about = { topic, group: groupId };
  const closing = new AbortController();
  const held = new Map<number, { retryMs: number; timer: NodeJS.Timeout }>();
  const running = new Map<number, Promise<boolean>>();
  const batches = new Set<Promise<void>>();
  let joins = 0;
  const reading = run();
  return {
    close: async () => {
      closing.abort();
      await reading;
    },
  };

  async function run(): Promise<void> {
    let failures = 0;
    let said = false;
    const isWell = () => {
      if (said) log.info(about, 'events are received again');
      failures = 0;
      said = false;
    };
    while (!closing.signal.aborted) {
      try {
        await link.whenUp(closing.signal);
        await topics.ensure(topicName);
        await session(isWell);
      } catch (error) {
        if (closing.signal.aborted) return;
        link.doubt();
        topics.forget(topicName);
        await delay(backoff(++failures), undefined, { signal: closing.signal }).catch(() => {});
        // The link logs that the broker is down; a first failure is most often its start.
        if (said || failures < 2 || !link.isUp()) continue;
        log.warn({ ...about, err: error }, 'events cannot be received; retrying');
        said = true;
      }
    }
  }

  /** Resolves when it was closed, rejects when it failed. */
  async function session(isWell: () => void): Promise<void> {
    let joinedAt = 0;
    const client = openKafkaClient(connection, TIMES, () => link.doubt());
    const consumer = openConsumer(client);
    const commits = gatherCommits(
      (offsets) => consumer.commitOffsets(offsets.map((offset) => ({ topic: topicName, ...offset }))),
      COMMIT_EVERY_MS,
    );
    const broken = new Promise<Error>((resolve) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    });
    // A vanished broker has lost the connection.
    consumer.on(consumer.events.REQUEST_TIMEOUT, client.cut);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      joins++;
      joinedAt = performance.now();
      commits.forget();
      if (places === 'committed') return;
      for (const partition of payload.memberAssignment[topicName] ?? []) {
        consumer.seek({ topic: topicName, partition, offset: String(places.of(partition)) });
      }
    });
    consumer.on(consumer.events.FETCH, () => {
      if (performance.now() - joinedAt > WELL_AFTER_MS) isWell();
    });
    try {
      await consumer.connect();
      await consumer.subscribe({ topic: topicName, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: options.concurrency,
        eachBatch: (batch) => noted(takeBatch(batch, commits)),
      });
      const error = await Promise.race([broken, aborted(closing.signal)]);
      if (error) throw error;
    } finally {
      await leave(client, consumer, commits);
    }
  }

  function openConsumer({ kafka }: KafkaClient): Consumer {
    return kafka.consumer({
      groupId,
      sessionTimeout: options.sessionTimeoutMs,
      heartbeatInterval: options.sessionTimeoutMs / 4,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      allowAutoTopicCreation: false,
      retry: { ...TIMES.retry, restartOnFailure: async () => false },
    });
  }

  /** Waits for running handlers and commits, unless the broker is down. */
  async function leave(client: KafkaClient, consumer: Consumer, commits: KafkaCommits): Promise<void> {
    for (const { timer } of held.values()) clearTimeout(timer);
    await Promise.allSettled(batches);
    if (!link.isUp()) client.destroy();
    const late = new AbortController();
    const left = (link.isUp() ? commits.flush() : Promise.resolve())
      .then(() => consumer.disconnect())
      // The broker removes a member that is silent.
      .catch(() => {});
    await Promise.race([left, delay(LEAVE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
    commits.forget();
    client.destroy();
  }

  async function noted(batch: Promise<void>): Promise<void> {
    batches.add(batch);
    try {
      await batch;
    } finally {
      batches.delete(batch);
    }
  }

  async function takeBatch(batch: EachBatchPayload, commits: KafkaCommits): Promise<void> {
    const { partition } = batch.batch;
    const joinedAs = joins;
    // A handler may take longer than the session timeout.
    const beating = setInterval(() => batch.heartbeat().catch(() => {}), options.sessionTimeoutMs / 4);
    try {
      for (const record of batch.batch.messages) {
        const goesOn = !closing.signal.aborted && joinedAs === joins && batch.isRunning() && !batch.isStale();
        if (!goesOn) return;
        if (!(await takeNext(partition, record))) return hold(partition, batch.pause());
        batch.resolveOffset(record.offset);
        const next = BigInt(record.offset) + 1n;
        if (places !== 'committed') places.set(partition, next);
        // After a rejoin the partition may belong to another member, which has come further.
        else if (joinedAs === joins) commits.taken(partition, next);
        await batch.heartbeat();
      }
    } catch (error) {
      // The group is rebalancing.
      await commits.flush();
      throw error;
    } finally {
      clearInterval(beating);
    }
  }

  /** Waits for a message that was being handled when the group was rejoined. */
  async function takeNext(partition: number, record: KafkaMessage): Promise<boolean> {
    await running.get(partition);
    const taking = take(partition, record);
    running.set(partition, taking);
    const taken = await taking;
    if (running.get(partition) === taking) running.delete(partition);
    return taken;
  }

  async function take(partition: number, record: KafkaMessage): Promise<boolean> {
    try {
      await handler(fromKafka(topic, partition, record), closing.signal);
      held.delete(partition);
      return true;
    } catch (error) {
      const retryMs = held.get(partition)?.retryMs ?? RETRY_MS_MIN;
      if (!closing.signal.aborted) {
        log.warn({ ...about, err: error, partition, retryMs }, 'an event was not handled and is delivered again');
      }
      return false;
    }
  }

  /** Pauses the partition; the failed message is fetched again afterwards. */
  function hold(partition: number, resume: () => void): void {
    const retryMs = held.get(partition)?.retryMs ?? RETRY_MS_MIN;
    const timer = setTimeout(resume, retryMs);
    held.set(partition, { retryMs: Math.min(retryMs * 2, RETRY_MS_MAX), timer });
  }
}

function backoff(failures: number): number {
  return Math.min(RETRY_MS_MIN * 2 ** Math.min(failures, 10), RETRY_MS_MAX);
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
