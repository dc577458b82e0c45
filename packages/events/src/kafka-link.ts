import { setTimeout as delay } from 'node:timers/promises';
import { createWake } from '@marquee/data/wake';
import type { Logger } from '@marquee/runtime/log';
import type { Admin } from 'kafkajs';
import { type KafkaClient, type KafkaConnection, openKafkaClient } from './kafka-client.ts';

/** The state of the connection to the broker, for everything that needs it. */
export type KafkaLink = {
  isUp(): boolean;
  /** Resolves once the broker answers; rejects when the signal aborts first. */
  whenUp(signal: AbortSignal): Promise<void>;
  /** Rejects with KafkaUnavailableError while the broker does not answer, as soon as that is known. */
  assertUp(): Promise<void>;
  /** Checks the broker at once, after a failure that it may have caused. */
  doubt(): void;
  /** Runs work with an admin client (topics, offsets). */
  admin<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** No broker answers. */
export class KafkaUnavailableError extends Error {
  override name = 'KafkaUnavailableError';
}

const CHECK_MS = 5_000;
const PROBE_TIMEOUT_MS = 4_000;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 2_000;
const TIMES = { requestTimeoutMs: 4_000, retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 3 } };

/** Polls the broker: rarely while it answers, with growing pauses while it does not. */
export function openKafkaLink(connection: KafkaConnection & { log: Logger }): KafkaLink {
  const { brokers, log } = connection;
  const about = { brokers: brokers.join(',') };
  const { wake, sleep } = createWake();
  const waiting = new Set<() => void>();
  let up: boolean | undefined;
  let reason: unknown;
  let closed = false;
  let client: (KafkaClient & { admin: Admin }) | undefined;
  const running = run();

  async function run(): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (!closed) {
      const failure = await probe();
      if (closed) return;
      become(failure);
      if (up) {
        retryMs = RETRY_MS_MIN;
        await sleep(CHECK_MS);
        // Simultaneous checks share one request.
        await delay(RETRY_MS_MIN / 5);
      } else {
        await sleep(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
      }
    }
  }

  async function probe(): Promise<unknown> {
    try {
      await withTimeout(open().then((admin) => admin.describeCluster()));
      return undefined;
    } catch (error) {
      client?.destroy();
      client = undefined;
      return error;
    }
  }

  async function open(): Promise<Admin> {
    if (client) return client.admin;
    const opened = openKafkaClient(connection, TIMES, () => up && wake());
    client = { ...opened, admin: opened.kafka.admin() };
    await client.admin.connect();
    return client.admin;
  }

  function become(failure: unknown): void {
    const before = up;
    up = failure === undefined;
    reason = failure;
    if (up && !before)
      log.info(about, before === undefined ? 'Kafka is connected' : 'Kafka is connected again: events continue');
    if (!up && before !== false)
      log.warn({ ...about, err: failure }, 'Kafka cannot be reached: events wait until it is back');
    if (up || before === undefined) {
      for (const resolve of waiting) resolve();
      waiting.clear();
    }
  }

  function unavailable(): KafkaUnavailableError {
    const why = closed ? 'the bus was closed' : reason instanceof Error ? reason.message : String(reason);
    return new KafkaUnavailableError(`Kafka (${about.brokers}) cannot be reached: ${why}`, { cause: reason });
  }

  const changed = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      waiting.add(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });

  const assertUp = async () => {
    if (up === undefined && !closed) await changed();
    if (!up || closed) throw unavailable();
  };
  return {
    isUp: () => up === true && !closed,
    whenUp: async (signal) => {
      while (!up && !closed && !signal.aborted) await changed(signal);
      signal.throwIfAborted();
      if (closed) throw unavailable();
    },
    assertUp,
    doubt: () => {
      if (up) wake();
    },
    admin: async (work) => {
      await assertUp();
      return withTimeout(open().then(work));
    },
    close: async () => {
      closed = true;
      for (const resolve of waiting) resolve();
      wake();
      client?.destroy();
      await running;
      client?.destroy();
    },
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = delay(PROBE_TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no answer within ${PROBE_TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
    late.catch(() => {});
    work.catch(() => {});
  }
}
