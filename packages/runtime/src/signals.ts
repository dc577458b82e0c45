export type Signal = {
  topic: string;
  /** Of the entity that the topic names; a reader refetches when its own is older. */
  version: string;
  data: Record<string, string>;
};

export type SignalListener = (signal: Signal) => void;

/** Hints between processes: fast, unordered, may be lost. */
export type Signals = {
  publish(topic: string, version: string | number | bigint, data?: Record<string, string>): void;
  /**
   * Listens to one topic, or to all that start with a prefix ending in `*`. Returns what ends it. A listener must not
   * throw; when it does, the others are still called.
   */
  subscribe(topic: string, listener: SignalListener): () => void;
};

/** Signals within one process. */
export function memorySignals(options: { onError?: (error: unknown) => void } = {}): Signals {
  const exact = new Map<string, Set<SignalListener>>();
  const prefixes = new Map<string, Set<SignalListener>>();

  const deliver = (listeners: Iterable<SignalListener>, signal: Signal) => {
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        options.onError?.(error);
      }
    }
  };

  return {
    publish(topic, version, data = {}) {
      const signal: Signal = { topic, version: String(version), data };
      // After the publisher's own work, so that a listener never runs inside of it.
      queueMicrotask(() => {
        deliver([...(exact.get(topic) ?? [])], signal);
        for (const [prefix, listeners] of prefixes) if (topic.startsWith(prefix)) deliver([...listeners], signal);
      });
    },
    subscribe(topic, listener) {
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
