/** One event on the bus, which does not read the envelope. */
export type BusMessage = {
  /** One topic per owning service, with its name. */
  topic: string;
  /** The aggregate's id: order is kept per key. */
  key: string;
  /** The event's id: consumers take effect once per id. */
  id: string;
  /** The payload's full type name, e.g. `events.v1.FilmPublished`. */
  type: string;
  /** An encoded events.v1.Envelope. */
  body: Uint8Array;
};

export type Delivery = BusMessage & {
  /** The position in the log, for log lines and tests. */
  position: string;
  /** Why the message is not an event, on a bus that others write to. Its type is then '' and its key unique. */
  problem?: string;
};

export type Handler = (delivery: Delivery, signal: AbortSignal) => Promise<void>;

export type Subscription = {
  /** Stops receiving messages and waits for the one being handled. */
  close(): Promise<void>;
};

/** How many messages of a topic a group has not handled yet, over all its members. */
export type Lag = { topic: string; group: string; messages: number };

/**
 * The bus: at least once, in order per key, kept for 14 days. Its two adapters (the Postgres log and Kafka) pass the
 * same suite, bus-contract.ts.
 */
export type Bus = {
  /**
   * Appends the messages in order; resolves once all are durable. When it rejects, some may have been appended: the
   * publisher retries with all of them, in the same order.
   */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /**
   * Delivers every message of the topic to one member of the group, from the oldest one kept. A message counts as handled
   * once the handler resolves. When it throws, the message is delivered again after a pause and later ones of its
   * partition wait; a handler therefore writes dead letters itself (consumer.ts).
   */
  subscribe(options: { topic: string; group: string; handler: Handler }): Promise<Subscription>;
  /**
   * Delivers every message published from now on to this process, in addition to all others; for caches and revocations.
   * Resolves once it is subscribed. A message that fails TAIL_TRIES times is skipped.
   */
  tail(options: { topic: string; handler: Handler }): Promise<Subscription>;
  /** Whether the broker is connected. While it is not, messages wait and none is lost. */
  isReady(): boolean;
  /** The lag of each group that this process takes part in. Rejects while the broker is down. */
  lag(): Promise<Lag[]>;
  close(): Promise<void>;
};

export const TAIL_TRIES = 3;
export const RETENTION_DAYS = 14;
export const INBOX_RETENTION_DAYS = RETENTION_DAYS + 7;
