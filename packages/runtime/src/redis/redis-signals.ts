import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import { NAMESPACE } from '../namespace.ts';
import { type Signals, signalListeners, signalSchema } from '../signals.ts';
import type { Redis } from './open-redis.ts';

/** One channel for all topics: each process receives everything and filters. */
export const SIGNAL_CHANNEL = `${NAMESPACE}:signals:1`;
const MESSAGE_CHARS_MAX = 64 * 1024;
/** Unanswered signals at most; further ones are delivered in this process only. */
const PENDING_MAX = 1_000;
const COMPLAIN_EVERY_MS = 60_000;

const messageSchema = signalSchema.extend({ from: z.string().max(100) });

/**
 * Signals to all processes on one Redis. Signals of this process do not depend on Redis: they are delivered directly, and
 * skipped when Redis sends them back. Ends with the given `redis`.
 */
export function redisSignals(redis: Redis, { log }: { log: Logger }): Signals {
  const self = randomUUID();
  const listeners = signalListeners({ log });
  const linkListeners = new Set<(linked: boolean) => void>();
  const complain = atMostEvery(COMPLAIN_EVERY_MS, (why: string) => log.warn({ why }, 'a signal was dropped'));
  let linked = false;
  let pending = 0;

  const setLinked = (now: boolean) => {
    if (linked === now) return;
    linked = now;
    for (const listener of [...linkListeners]) listener(now);
  };
  const connection = redis.connect('signals', (up) => {
    if (!up) return setLinked(false);
    // Linked once Redis has confirmed the subscription. A connection that cannot subscribe is replaced.
    connection.client.subscribe(SIGNAL_CHANNEL).then(
      () => setLinked(connection.isUp()),
      () => connection.client.disconnect(true),
    );
  });
  connection.client.on('message', (_channel, text: string) => {
    const message = parseMessage(text);
    if (!message) return complain('it cannot be read');
    const { from, ...signal } = message;
    if (from !== self) listeners.deliver(signal);
  });

  const send = async (text: string) => {
    pending += 1;
    try {
      await redis.commands.publish(SIGNAL_CHANNEL, text);
    } catch {
      complain('Redis did not take it');
    } finally {
      pending -= 1;
    }
  };

  return {
    publish(topic, version, data) {
      const signal = listeners.publish(topic, version, data);
      if (!signal || !redis.isUp()) return;
      if (pending >= PENDING_MAX) complain('too many are on their way');
      else void send(JSON.stringify({ ...signal, from: self }));
    },
    subscribe: listeners.subscribe,
    isLinked: () => linked && connection.isUp(),
    onLink(listener) {
      const own = (now: boolean) => listener(now);
      linkListeners.add(own);
      return () => linkListeners.delete(own);
    },
  };
}

function parseMessage(text: string): z.output<typeof messageSchema> | undefined {
  if (text.length > MESSAGE_CHARS_MAX) return undefined;
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function atMostEvery(periodMs: number, run: (why: string) => void): (why: string) => void {
  let next = 0;
  return (why) => {
    const now = performance.now();
    if (now < next) return;
    next = now + periodMs;
    run(why);
  };
}
