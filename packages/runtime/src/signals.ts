import { z } from 'zod';

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
   * Tells all listeners, those of this process right after its present work. A signal that is too large is told to
   * nobody, and reported.
   */
  publish(topic: string, version: string | number | bigint, data?: Record<string, string>): void;
  /**
   * Listens to one topic, or to all that start with a prefix ending in `*`. Returns what ends it. A listener must not
   * throw; when it does, the others are still called.
   */
  subscribe(topic: string, listener: SignalListener): () => void;
  /** Whether signals of other processes arrive. Who must not miss one asks, and looks for itself while they do not. */
  isLinked(): boolean;
  /**
   * Calls back when the link to other processes breaks, and when it stands again: then signals may have been missed.
   * Returns what ends it.
   */
  onLink(listener: (linked: boolean) => void): () => void;
};

/** Signals within one process, which is always linked to itself. */
export function memorySignals(options: { onError?: (error: unknown) => void } = {}): Signals {
  const listeners = signalListeners(options);
  return {
    publish: (topic, version, data) => void listeners.publish(topic, version, data),
    subscribe: listeners.subscribe,
    isLinked: () => true,
    onLink: () => () => undefined,
  };
}

/** The listeners of this process: what every adapter is made of. */
export function signalListeners(options: { onError?: (error: unknown) => void }) {
  const exact = new Map<string, Set<SignalListener>>();
  const prefixes = new Map<string, Set<SignalListener>>();

  const call = (listeners: Iterable<SignalListener>, signal: Signal) => {
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        options.onError?.(error);
      }
    }
  };
  const deliver = (signal: Signal) => {
    call([...(exact.get(signal.topic) ?? [])], signal);
    for (const [prefix, listeners] of prefixes) if (signal.topic.startsWith(prefix)) call([...listeners], signal);
  };

  return {
    deliver,
    /** Gives the signal as it was told to this process, or nothing when it is none. */
    publish(topic: string, version: string | number | bigint, data: Record<string, string> = {}): Signal | undefined {
      const checked = signalSchema.safeParse({ topic, version: String(version), data });
      if (!checked.success) {
        options.onError?.(new Error(`the signal ${topic.slice(0, TOPIC_CHARS_MAX)} cannot be sent`));
        return undefined;
      }
      // After the publisher's own work, so that a listener never runs inside of it.
      queueMicrotask(() => deliver(checked.data));
      return checked.data;
    },
    subscribe(topic: string, listener: SignalListener): () => void {
      const [table, key] = topic.endsWith('*') ? [prefixes, topic.slice(0, -1)] : [exact, topic];
      const listeners = table.get(key) ?? new Set();
      // Wrapped, so that the same function may be subscribed twice and ended once each.
      const own: SignalListener = (signal) => listener(signal);
      table.set(key, listeners.add(own));
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && table.get(key) === listeners) table.delete(key);
      };
    },
  };
}
