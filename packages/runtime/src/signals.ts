import { z } from 'zod';
import type { Logger } from './log.ts';

const TOPIC_CHARS_MAX = 200;
const VERSION_CHARS_MAX = 40;
const DATA_CHARS_MAX = 1_000;
const DATA_ENTRIES_MAX = 20;

/** What a signal may be: a hint, never a payload. */
export const signalSchema = z.object({
  topic: z.string().min(1).max(TOPIC_CHARS_MAX),
  /** Of the entity that the topic names; a reader refetches when its own is older. */
  version: z.string().max(VERSION_CHARS_MAX),
  data: z
    .record(z.string().max(DATA_CHARS_MAX), z.string().max(DATA_CHARS_MAX))
    .refine((data) => Object.keys(data).length <= DATA_ENTRIES_MAX),
});

export type Signal = z.output<typeof signalSchema>;

export type SignalListener = (signal: Signal) => void;

/** Hints between processes: fast, unordered, may be lost. Every adapter passes signals-contract.ts. */
export type Signals = {
  /**
   * Calls all listeners; those of this process in the next microtask. A signal that is too large is dropped and
   * reported.
   */
  publish(topic: string, version: string | number | bigint, data?: Record<string, string>): void;
  /**
   * Listens to one topic, or to all with a prefix given as `prefix*`. Returns an unsubscribe function. A listener must not
   * throw; when it does, the others are still called.
   */
  subscribe(topic: string, listener: SignalListener): () => void;
  /** Whether signals of other processes arrive. Code that must not miss one polls while they do not. */
  isLinked(): boolean;
  /**
   * Calls back when the link to other processes breaks and when it is restored; signals may have been missed in between.
   * Returns an unsubscribe function.
   */
  onLink(listener: (linked: boolean) => void): () => void;
};

/** Signals within one process, always linked. */
export function memorySignals(options: { log?: Logger } = {}): Signals {
  const listeners = signalListeners(options);
  return {
    publish: (topic, version, data) => void listeners.publish(topic, version, data),
    subscribe: listeners.subscribe,
    isLinked: () => true,
    onLink: () => () => undefined,
  };
}

/** The listeners of this process, used by every adapter. */
export function signalListeners({ log }: { log?: Logger }) {
  const exact = new Map<string, Set<SignalListener>>();
  const prefixes = new Map<string, Set<SignalListener>>();
  const fail = (err: unknown) => log?.error({ err }, 'a signal failed');

  const call = (listeners: Iterable<SignalListener>, signal: Signal) => {
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        fail(error);
      }
    }
  };
  const deliver = (signal: Signal) => {
    call([...(exact.get(signal.topic) ?? [])], signal);
    for (const [prefix, listeners] of prefixes) if (signal.topic.startsWith(prefix)) call([...listeners], signal);
  };

  return {
    deliver,
    /** Delivers a signal to the listeners. Returns it, or undefined when it is malformed. */
    publish(topic: string, version: string | number | bigint, data: Record<string, string> = {}): Signal | undefined {
      const checked = signalSchema.safeParse({ topic, version: String(version), data });
      if (!checked.success) {
        fail(new Error(`the signal ${topic.slice(0, TOPIC_CHARS_MAX)} cannot be sent`));
        return undefined;
      }
      // In a microtask, so that a listener never runs inside the publisher.
      queueMicrotask(() => deliver(checked.data));
      return checked.data;
    },
    subscribe(topic: string, listener: SignalListener): () => void {
      const [table, key] = topic.endsWith('*') ? [prefixes, topic.slice(0, -1)] : [exact, topic];
      const listeners = table.get(key) ?? new Set();
      // Wrapped, so that the same function can be subscribed twice and unsubscribed once each.
      const own: SignalListener = (signal) => listener(signal);
      table.set(key, listeners.add(own));
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && table.get(key) === listeners) table.delete(key);
      };
    },
  };
}
