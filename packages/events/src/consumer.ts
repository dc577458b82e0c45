import { setTimeout as delay } from 'node:timers/promises';
import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Envelope } from '@marquee/contracts/events/v1/envelope_pb';
import type { Database, Tx } from '@marquee/data/database';
import { createWake } from '@marquee/data/wake';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import { newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import { eventDelaySeconds, eventFailures } from '@marquee/runtime/telemetry/instruments';
import { startSpan } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';
import type { Bus, BusMessage, Delivery } from './bus.ts';
import { INBOX_RETENTION_DAYS } from './bus.ts';
import * as deadLetters from './dead-letters.ts';
import { isEventType, NotAnEventError, openEnvelope, openPayload } from './foreign-messages.ts';
import { once, takeTurn } from './inbox.ts';
import { messagingAttributes } from './outbox.ts';
import { topicOf } from './topics.ts';

/** Runs after the commit of the effect; for signals, never for work that must happen. */
export type AfterCommit = () => void | Promise<void>;

/** An effect that waits to be committed. */
type Applied = { topic: string; envelope: Envelope; follow: AfterCommit | undefined };

export type Effect = Promise<AfterCommit | undefined> | Promise<void>;

/** Applies one event in one transaction. May run several times until it commits. */
export type EventHandler<S extends DescMessage> = (tx: Tx, message: MessageShape<S>, envelope: Envelope) => Effect;

export type Subscribed = {
  schema: DescMessage;
  handle: (tx: Tx, message: Message, envelope: Envelope) => Effect;
};

/** Handles one type of event: `on(FilmPublishedSchema, async (tx, event, envelope) => …)`. */
export function on<S extends DescMessage>(schema: S, handle: EventHandler<S>): Subscribed {
  return { schema, handle: (tx, message, envelope) => handle(tx, message as MessageShape<S>, envelope) };
}

export type ConsumerOptions = {
  db: Database;
  bus: Bus;
  /** The name under which offsets, inbox rows and dead letters are stored. Never rename it. */
  group: string;
  handlers: readonly Subscribed[];
  log: Logger;
  clock?: Clock;
};

export type Consumer = {
  /** Retries dead letters (of one key, or all) now, in order; resolves when those that succeed have run. */
  replay(options?: { key?: string }): Promise<{ replayed: number; parked: number }>;
  close(): Promise<void>;
};

/** Pauses between immediate tries, before the event becomes a dead letter; short, because the partition waits. */
export const RETRY_NOW_MS: readonly number[] = [50, 250, 1_000];
const POLL_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_ROWS_MAX = 1_000;

/**
 * Consumes events, each with effect once: inbox row, effect and dead letter share a transaction. An event that keeps
 * failing becomes a dead letter, with later ones of its key, and is retried in order.
 */
export async function consume(options: ConsumerOptions): Promise<Consumer> {
  const { db, bus, group, log } = options;
  const clock = options.clock ?? systemClock;
  const byType = new Map(options.handlers.map((handler) => [handler.schema.typeName, handler]));
  const topics = new Set(options.handlers.map(({ schema }) => topicOf(schema)));
  const { wake, sleep } = createWake();
  const closing = new AbortController();

  const take = async (message: Delivery): Promise<void> => {
    if (!isEventType(message.type)) return setAside(message, new NotAnEventError(message));
    if (!byType.has(message.type)) return;
    let failure: unknown;
    for (const pauseMs of [0, ...RETRY_NOW_MS]) {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: closing.signal });
      try {
        return await takeOnce(message);
      } catch (error) {
        failure = error;
        if (error instanceof NotAnEventError) break;
      }
    }
    await setAside(message, failure);
  };

  /** Throws while the database is down, so that the bus delivers again. */
  const setAside = async (message: Delivery, failure: unknown): Promise<void> => {
    // An unreadable message cannot be retried: it waits for an operator.
    const now = failure instanceof NotAnEventError ? undefined : clock.now();
    const isNew = await db.transaction(async (tx) => {
      await deadLetters.lockKey(tx, group, message.key);
      if (!(await once(tx, group, message.id))) return false;
      await deadLetters.park(tx, group, message, { attempts: 1, error: failure, now });
      return true;
    });
    // Delivered again: already logged the first time.
    if (!isNew) return;
    const { id, type, key, topic, position } = message;
    eventFailures.add(1, { topic, group });
    log.error({ err: failure, event: id, type, key, topic, position }, 'an event failed and became a dead letter');
    wake();
  };

  const takeOnce = async (message: BusMessage): Promise<void> => {
    const applied = await db.transaction(async (tx) => {
      const turn = await takeTurn(tx, group, message);
      if (turn === 'NEXT') return apply(tx, message);
      if (turn === 'BEHIND') await deadLetters.park(tx, group, message, { attempts: 0 });
      return undefined;
    });
    await finish(applied);
  };

  const apply = async (tx: Tx, message: BusMessage) => {
    if (!isEventType(message.type)) throw new NotAnEventError(message);
    const handler = byType.get(message.type);
    if (!handler) return undefined;
    const envelope = openEnvelope(message);
    const payload = openPayload(handler.schema, message, envelope);
    const result = await runTraced(message, envelope, () => handler.handle(tx, payload, envelope));
    return { topic: message.topic, envelope, follow: typeof result === 'function' ? result : undefined };
  };

  /** A span in the producer's trace, if recorded, with a link to its cause. */
  const runTraced = async ({ topic, type }: BusMessage, { id, traceparent: said }: Envelope, effect: () => Effect) => {
    const producer = isTraceparent(said) ? said : undefined;
    const attributes = { ...messagingAttributes(topic, type), 'messaging.consumer.group.name': group };
    const about = { kind: 'consumer', link: producer, attributes } as const;
    const span = producer ? startSpan(`process ${topic}`, { ...about, parent: producer }) : undefined;
    const call = newCall({ requestId: id, traceparent: span?.traceparent ?? producer });
    try {
      const result = await runInCall(call, effect);
      span?.end();
      return result;
    } catch (error) {
      span?.end(error instanceof Error ? error.name : 'Error');
      throw error;
    }
  };

  /** Runs after the effect has committed. */
  const finish = async (applied: Applied | undefined) => {
    if (!applied) return;
    const { topic, envelope, follow } = applied;
    if (envelope.occurredAt) {
      const delayMs = clock.now().getTime() - timestampMs(envelope.occurredAt);
      eventDelaySeconds.record(delayMs / 1_000, { topic, group });
    }
    try {
      await follow?.();
    } catch (error) {
      log.warn({ err: error }, 'the event took effect, but its follow-up failed');
    }
  };

  /** Retries the first event of a key; true when it succeeded and the next one may follow. */
  const retryFirst = async (key: string): Promise<boolean> => {
    let failed: deadLetters.DeadLetter | undefined;
    try {
      let ran = false;
      const applied = await db.transaction(async (tx) => {
        ran = false;
        await deadLetters.lockKey(tx, group, key);
        const first = await deadLetters.first(tx, group, key);
        if (!first?.dueAt || first.dueAt > clock.now()) return undefined;
        failed = first;
        const result = await apply(tx, { ...first, id: first.eventId });
        await deadLetters.remove(tx, group, first, clock.now());
        ran = true;
        return result;
      });
      await finish(applied);
      return ran;
    } catch (error) {
      if (!failed) throw error;
      eventFailures.add(1, { topic: failed.topic, group });
      const due = await deadLetters.failAgain(db, failed, error, clock.now());
      const about = { err: error, event: failed.eventId, type: failed.type, key, attempts: failed.attempts + 1, due };
      log.error(about, due ? 'an event failed again' : 'an event keeps failing and waits for a manual replay');
      return false;
    }
  };

  const retryDue = async (): Promise<number> => {
    let ran = 0;
    for (const key of await deadLetters.dueKeys(db, group, clock.now())) {
      while (!closing.signal.aborted && (await retryFirst(key))) ran++;
    }
    return ran;
  };

  const subscriptions = await Promise.all(
    [...topics].map((topic) => bus.subscribe({ topic, group, handler: (delivery) => take(delivery) })),
  );
  const retrying = (async () => {
    let pruneAt = Date.now() + PRUNE_EVERY_MS;
    while (!closing.signal.aborted) {
      try {
        await retryDue();
        if (Date.now() >= pruneAt) {
          await pruneInbox(db);
          pruneAt = Date.now() + PRUNE_EVERY_MS;
        }
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error, group }, 'dead letters could not be retried');
      }
      if (!closing.signal.aborted) await sleep(POLL_MS);
    }
  })();

  return {
    replay: async ({ key } = {}) => {
      await deadLetters.requeue(db, { consumer: group, key, now: clock.now() });
      const replayed = await retryDue();
      return { replayed, parked: await deadLetters.count(db, group, key) };
    },
    close: async () => {
      closing.abort();
      wake();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
      await retrying;
    },
  };
}

async function pruneInbox(db: Database): Promise<void> {
  let pruned: number;
  do {
    pruned = (await db.query(PRUNE)).length;
  } while (pruned === PRUNE_ROWS_MAX);
}

const PRUNE = `
  DELETE FROM inbox WHERE (consumer, event_id) IN (
    SELECT consumer, event_id FROM inbox WHERE received_at < now() - interval '${INBOX_RETENTION_DAYS} days'
    LIMIT ${PRUNE_ROWS_MAX})
  RETURNING 1`;
