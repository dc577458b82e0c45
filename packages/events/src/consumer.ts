import { setTimeout as delay } from 'node:timers/promises';
import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Envelope } from '@marquee/contracts/events/v1/envelope_pb';
import type { Database, Transact, Tx } from '@marquee/data/database';
import { databaseNow } from '@marquee/data/database-now';
import { every } from '@marquee/data/every';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import { newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import { startSpan } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';
import type { Bus, BusMessage, Delivery } from './bus.ts';
import * as deadLetters from './dead-letters.ts';
import { isEventType, NotAnEventError, openEnvelope, openPayload } from './foreign-messages.ts';
import { once, takeTurn } from './inbox.ts';
import { eventDelaySeconds, eventFailures } from './instruments.ts';
import { messagingAttributes } from './outbox.ts';
import { topicOf } from './topics.ts';

/** An effect that has been committed. */
type Applied = { topic: string; envelope: Envelope };

/** Applies one event in one transaction. May run several times until it commits. */
export type EventHandler<W, S extends DescMessage> = (
  write: W,
  message: MessageShape<S>,
  envelope: Envelope,
) => Promise<unknown>;

/** The handler of one type of event. */
export type Subscribed<W> = {
  schema: DescMessage;
  handle: (write: W, message: Message, envelope: Envelope) => Promise<unknown>;
};

/** Handles one type of event: `on(FilmPublishedSchema, async ({ tx, emit, touch }: MediaWrite, event, envelope) => …)`. */
export function on<W, S extends DescMessage>(schema: S, handle: EventHandler<W, S>): Subscribed<W> {
  return { schema, handle: (write, message, envelope) => handle(write, message as MessageShape<S>, envelope) };
}

export type ConsumerOptions<W extends { tx: Tx }> = {
  db: Database;
  /** Opens the transaction of an effect, on `db`. */
  transact: Transact<W>;
  bus: Bus;
  /** The name under which offsets, inbox rows and dead letters are stored. Never rename it. */
  group: string;
  handlers: readonly Subscribed<W>[];
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

/**
 * Consumes events, each with effect once: inbox row, effect and dead letter share a transaction. An event that keeps
 * failing becomes a dead letter, with later ones of its key, and is retried in order.
 */
export async function consume<W extends { tx: Tx }>(options: ConsumerOptions<W>): Promise<Consumer> {
  const { db, transact, bus, group, log } = options;
  const clock = options.clock ?? systemClock;
  const byType = new Map(options.handlers.map((handler) => [handler.schema.typeName, handler]));
  const topics = new Set(options.handlers.map(({ schema }) => topicOf(schema)));
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
    const isNew = await db.transaction(async (tx) => {
      await deadLetters.lockKey(tx, group, message.key);
      if (!(await once(tx, group, message.id))) return false;
      // An unreadable message cannot be retried: it waits for an operator.
      const now = failure instanceof NotAnEventError ? undefined : await databaseNow(tx, clock);
      await deadLetters.park(tx, group, message, { attempts: 1, error: failure, now });
      return true;
    });
    // Delivered again: already logged the first time.
    if (!isNew) return;
    const { id, type, key, topic, position } = message;
    eventFailures.add(1, { topic, group });
    log.error({ err: failure, event: id, type, key, topic, position }, 'an event failed and became a dead letter');
    retrying.wake();
  };

  const takeOnce = async (message: BusMessage): Promise<void> => {
    const applied = await transact(async (write) => {
      const turn = await takeTurn(write.tx, group, message);
      if (turn === 'NEXT') return apply(write, message);
      if (turn === 'BEHIND') await deadLetters.park(write.tx, group, message, { attempts: 0 });
      return undefined;
    });
    measure(applied);
  };

  const apply = async (write: W, message: BusMessage): Promise<Applied | undefined> => {
    if (!isEventType(message.type)) throw new NotAnEventError(message);
    const handler = byType.get(message.type);
    if (!handler) return undefined;
    const envelope = openEnvelope(message);
    const payload = openPayload(handler.schema, message, envelope);
    await runTraced(message, envelope, () => handler.handle(write, payload, envelope));
    return { topic: message.topic, envelope };
  };

  /** A span in the producer's trace, if recorded, with a link to its cause. */
  const runTraced = async (
    { topic, type }: BusMessage,
    { id, traceparent: said }: Envelope,
    effect: () => Promise<unknown>,
  ) => {
    const producer = isTraceparent(said) ? said : undefined;
    const attributes = { ...messagingAttributes(topic, type), 'messaging.consumer.group.name': group };
    const about = { kind: 'consumer', link: producer, attributes } as const;
    const span = producer ? startSpan(`process ${topic}`, { ...about, parent: producer }) : undefined;
    const call = newCall({ requestId: id, traceparent: span?.traceparent ?? producer });
    try {
      await runInCall(call, effect);
      span?.end();
    } catch (error) {
      span?.end(error instanceof Error ? error.name : 'Error');
      throw error;
    }
  };

  /** Notes how long after its cause an effect was committed. */
  const measure = (applied: Applied | undefined): void => {
    if (!applied?.envelope.occurredAt) return;
    const delayMs = clock.now().getTime() - timestampMs(applied.envelope.occurredAt);
    eventDelaySeconds.record(delayMs / 1_000, { topic: applied.topic, group });
  };

  /** Retries the first event of a key; true when it succeeded and the next one may follow. */
  const retryFirst = async (key: string): Promise<boolean> => {
    let failed: deadLetters.DeadLetter | undefined;
    try {
      let ran = false;
      const applied = await transact(async (write) => {
        const { tx } = write;
        ran = false;
        await deadLetters.lockKey(tx, group, key);
        const first = await deadLetters.first(tx, group, key);
        if (!first?.dueAt || first.dueAt > (await databaseNow(tx, clock))) return undefined;
        failed = first;
        const result = await apply(write, { ...first, id: first.eventId });
        await deadLetters.remove(tx, group, first, await databaseNow(tx, clock));
        ran = true;
        return result;
      });
      measure(applied);
      return ran;
    } catch (error) {
      if (!failed) throw error;
      eventFailures.add(1, { topic: failed.topic, group });
      const due = await deadLetters.failAgain(db, failed, error, await databaseNow(db, clock));
      const about = { err: error, event: failed.eventId, type: failed.type, key, attempts: failed.attempts + 1, due };
      log.error(about, due ? 'an event failed again' : 'an event keeps failing and waits for a manual replay');
      return false;
    }
  };

  /** Retries what is due, in order; gives how many succeeded. */
  const retryDue = async (): Promise<number> => {
    let ran = 0;
    for (const key of await deadLetters.dueKeys(db, group, await databaseNow(db, clock))) {
      while (!closing.signal.aborted && (await retryFirst(key))) ran++;
    }
    return ran;
  };

  const retrying = every(POLL_MS, async () => void (await retryDue()), { name: `dead letters of ${group}`, log });
  const subscriptions = await Promise.all(
    [...topics].map((topic) => bus.subscribe({ topic, group, handler: (delivery) => take(delivery) })),
  ).catch(async (error: unknown) => {
    await retrying.close();
    throw error;
  });

  return {
    replay: async ({ key } = {}) => {
      await deadLetters.requeue(db, { consumer: group, key, now: await databaseNow(db, clock) });
      const replayed = await retryDue();
      return { replayed, parked: await deadLetters.count(db, group, key) };
    },
    close: async () => {
      closing.abort();
      await Promise.all([retrying.close(), ...subscriptions.map((subscription) => subscription.close())]);
    },
  };
}
