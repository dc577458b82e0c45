import type { OpenStream, Signal, TabMessage } from './signals.ts';

export type HubOptions = {
  /** One stream per browser and account. */
  accountId: string;
  open: OpenStream;
  /** Web Locks, BroadcastChannel and timers of the browser; injected, so that a test can run two tabs. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
  /** The stream was refused because the session has ended, in whichever tab that was noticed. */
  onEnded?: () => void;
  tab?: string;
  random?: () => number;
};

export type Hub = {
  /** Calls the listener with each signal of the topic, and without one when signals may have been missed. Returns the
   * function that stops it. */
  follow: (topic: string, listener: (signal?: Signal) => void) => () => void;
  /** The page was closed or went into the back-forward cache: its topics are not needed. */
  rest: () => void;
  /** The page was restored from the back-forward cache, or somebody signed in again on it. */
  wake: () => void;
  close: () => void;
};

const TOPICS_MAX = 50;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/**
 * One stream for all tabs of an account: HTTP/1.1 gives a browser six connections to a host. The tab that holds the lock
 * keeps the stream and passes signals on; when it closes, the next tab takes over. A lost signal does no harm: after
 * every reconnect all listeners are called to refetch.
 */
export function createHub({
  accountId,
  open,
  locks,
  channel,
  onEnded,
  tab = crypto.randomUUID(),
  random = Math.random,
}: HubOptions): Hub {
  const listeners = new Map<string, Set<(signal?: Signal) => void>>();
  const name = `marquee-realtime-${accountId}`;
  const bus = channel(name);
  const closed = new AbortController();
  let lead: Lead | undefined;

  const post = (message: TabMessage) => bus.postMessage(message);
  const deliver = (signal: Signal) => {
    for (const listener of listeners.get(signal.topic) ?? []) listener(signal);
  };
  const refetchAll = () => {
    for (const group of listeners.values()) for (const listener of group) listener();
  };
  const publishTopics = () => {
    const topics = [...listeners.keys()];
    if (lead) lead.setTopics(tab, topics);
    else post({ kind: 'follow', tab, topics });
  };

  bus.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'signal') deliver(data.signal);
    else if (data.kind === 'reopened') refetchAll();
    else if (data.kind === 'ended') onEnded?.();
    else if (data.kind === 'who') publishTopics();
    else if (data.kind === 'follow') lead?.setTopics(data.tab, data.topics);
    else lead?.setTopics(data.tab, []);
  };

  const takeLead = () =>
    new Promise<void>((resolve) => {
      lead = createLead({
        open,
        random,
        onSignal: (signal) => {
          post({ kind: 'signal', signal });
          deliver(signal);
        },
        onReopened: () => {
          post({ kind: 'reopened' });
          refetchAll();
        },
        onEnded: () => {
          post({ kind: 'ended' });
          onEnded?.();
        },
      });
      publishTopics();
      post({ kind: 'who' });
      closed.signal.addEventListener('abort', () => {
        lead?.close();
        resolve();
      });
    });
  // Pages without https have no locks: each tab has a stream of its own there.
  if (locks) locks.request(name, { signal: closed.signal }, takeLead).catch(() => undefined);
  else void takeLead();

  return {
    follow(topic, listener) {
      const group = listeners.get(topic) ?? new Set();
      const isNew = group.size === 0;
      listeners.set(topic, group.add(listener));
      if (isNew) publishTopics();
      return () => {
        group.delete(listener);
        if (group.size > 0 || listeners.get(topic) !== group) return;
        listeners.delete(topic);
        publishTopics();
      };
    },
    rest: () => (lead ? undefined : post({ kind: 'leave', tab })),
    wake: publishTopics,
    close() {
      if (!lead) post({ kind: 'leave', tab });
      closed.abort();
      bus.close();
    },
  };
}

type Lead = { setTopics: (tab: string, topics: string[]) => void; close: () => void };

type LeadOptions = {
  open: OpenStream;
  random: () => number;
  onSignal: (signal: Signal) => void;
  onReopened: () => void;
  onEnded: () => void;
};

/** Keeps the stream open for the topics of all tabs; reopens it when they change or the connection is lost. */
function createLead({ open, random, onSignal, onReopened, onEnded }: LeadOptions): Lead {
  const wanted = new Map<string, string[]>();
  let current = new AbortController();
  let openTopics = '';
  let ended = false;
  let opened = false;

  const run = async (topics: string[], abort: AbortSignal) => {
    let retryMs = FIRST_RETRY_MS;
    while (!abort.aborted) {
      try {
        let first = true;
        for await (const signal of open(topics, abort)) {
          if (first && opened) onReopened();
          first = false;
          opened = true;
          retryMs = FIRST_RETRY_MS;
          if (signal.topic !== '') onSignal(signal);
        }
      } catch (error) {
        if (isFinal(error)) {
          if (abort.aborted) return;
          // Opened again with the next topics, such as after a new sign-in.
          openTopics = '';
          if (codeOf(error) === unauthenticated) onEnded();
          return;
        }
      }
      await pause(retryMs * (0.5 + random() / 2));
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  };

  const restart = () => {
    const topics = [...new Set([...wanted.values()].flat())].sort().slice(0, TOPICS_MAX);
    const key = topics.join(' ');
    if (key === openTopics || ended) return;
    openTopics = key;
    current.abort();
    current = new AbortController();
    if (topics.length > 0) void run(topics, current.signal);
  };

  return {
    setTopics(tab, topics) {
      if (topics.length === 0) wanted.delete(tab);
      else wanted.set(tab, topics);
      // Several components mount at once: one stream for all of them.
      queueMicrotask(restart);
    },
    close() {
      ended = true;
      current.abort();
    },
  };
}

/** The session ended or may not subscribe: reopening would be refused again. */
function isFinal(error: unknown): boolean {
  return codeOf(error) === unauthenticated || codeOf(error) === permissionDenied;
}
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const unauthenticated = 16;
const permissionDenied = 7;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
