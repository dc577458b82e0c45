import { Redis as Client } from 'ioredis';
import type { Logger } from '../log.ts';
import { NAMESPACE } from '../namespace.ts';

/** A command without a reply by then fails. */
export const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const DISCONNECT_TIMEOUT_MS = 500;
/** How often a connection is pinged. Without a reply in time it is replaced. */
const BEAT_MS = 1_000;
const BEAT_KEY = `${NAMESPACE}:beat`;
const BEAT_KEPT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
const RETRY_JITTER_MS = 100;

export type Connection = {
  client: Client;
  /** Whether Redis answered the latest command or ping. */
  isUp(): boolean;
  /** Whether Redis answers and accepts writes. */
  isWell(): boolean;
  close(): Promise<void>;
};

/**
 * One connection to Redis that reconnects until it is closed. Commands are not queued while it is down, and never
 * resent.
 */
export function openConnection(options: {
  url: string;
  /** Its name in logs and in Redis's client list. */
  name: string;
  log: Logger;
  onUp?: (up: boolean) => void;
  /** True for a connection that subscribes, which cannot write. */
  listens?: boolean;
}): Connection {
  const { name, log, onUp } = options;
  const address = addressOf(options.url);
  const client = new Client(options.url, {
    connectionName: `${NAMESPACE}-${name}`,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (attempt) =>
      Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 10), LAST_RETRY_MS) + Math.random() * RETRY_JITTER_MS,
    // After a failover the old leader is read-only; reconnecting by name finds the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });

  let up: boolean | undefined;
  let closed = false;
  let full = false;
  let reason: string | undefined;
  const become = (now: boolean) => {
    if (up === now || closed) return;
    up = now;
    if (now) log.info({ redis: name, address }, 'Redis is connected');
    else log.warn({ redis: name, address, reason }, 'Redis cannot be reached');
    onUp?.(now);
  };
  client.on('ready', () => {
    // Reported after the event loop turn, so that a connection that broke at once is never reported as up.
    if (client.status === 'ready') become(true);
  });
  client.on('error', (error: Error & { code?: string }) => {
    reason = error.code ?? error.message;
  });
  client.on('close', () => become(false));
  const becomeFull = (now: boolean) => {
    if (full === now || closed) return;
    full = now;
    if (now) log.warn({ redis: name, address }, 'Redis is full: what is shared over it is each process’s own');
    else log.info({ redis: name, address }, 'Redis has room again');
  };
  const ask = async () => {
    try {
      if (options.listens) return void (await client.ping());
      await client.set(BEAT_KEY, '1', 'PX', BEAT_KEPT_MS);
      becomeFull(false);
    } catch (error) {
      // Any other failure is the socket's timeout, which closes the connection.
      if ((error as Error).message.startsWith('OOM')) becomeFull(true);
    }
  };
  const beat = setInterval(() => up && void ask(), BEAT_MS);
  beat.unref();
  const isUp = () => up === true && !closed && client.status === 'ready';

  return {
    client,
    isUp,
    isWell: () => isUp() && !full,
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(beat);
      const isOpen = client.stream !== undefined && !client.stream.destroyed;
      const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
      client.disconnect();
      if (isOpen) await ended;
    },
  };
}

/** Host and port only: the URL may contain a password. */
function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed?.hostname || !['redis:', 'rediss:'].includes(parsed.protocol)) {
    throw new Error('The address of Redis must look like redis://host:6379 or rediss://host:6379.');
  }
  return `${parsed.hostname}:${parsed.port || '6379'}`;
}
