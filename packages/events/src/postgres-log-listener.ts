import { createWake } from '@marquee/data/wake';
import type { Logger } from '@marquee/runtime/log';
import { openSession, type Session } from './session.ts';

export type LogListener = {
  /** Calls back when messages of the topic may have arrived. */
  onTopic(topic: string, wake: () => void): () => void;
  isConnected(): boolean;
  close(): Promise<void>;
};

const RETRY_MS = 1_000;
const CHECK_MS = 30_000;

/** One LISTEN connection for all subscriptions of a process. While it is down, they poll. */
export function openLogListener(url: string, log: Logger): LogListener {
  const listeners = new Map<string, Set<() => void>>();
  const { wake, sleep } = createWake();
  let closed = false;
  let connected = false;
  const running = run();

  async function run(): Promise<void> {
    while (!closed) {
      let session: Session | undefined;
      try {
        session = await openSession(url, 'bus listen');
        const lost = () => {
          connected = false;
          wake();
        };
        session.lost.addEventListener('abort', lost, { once: true });
        session.client.on('notification', ({ payload }) => {
          for (const listener of listeners.get(payload ?? '') ?? []) listener();
        });
        await session.client.query('LISTEN bus');
        connected = !session.lost.aborted;
        while (!closed && !session.lost.aborted) await sleep(CHECK_MS);
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'listening failed; the bus is polled');
      }
      connected = false;
      await session?.end();
      if (!closed) await sleep(RETRY_MS);
    }
  }

  return {
    onTopic: (topic, listener) => {
      const listening = listeners.get(topic) ?? new Set();
      listeners.set(topic, listening.add(listener));
      return () => listening.delete(listener);
    },
    isConnected: () => connected,
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };
}
