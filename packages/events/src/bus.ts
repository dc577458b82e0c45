/** One event on its way: the envelope is opaque to the bus. */
export type BusMessage = {
  /** One topic per owning service: `identity`, `film`, `media`, `notification`. */
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
  /** Where the message lies in the log; for logs and tests only. */
  position: string;
  /** Why this is no event of ours, on a bus that others can write to. Its type is '' then, and its key its own. */
  problem?: string;
};

export type Handler = (delivery: Delivery, signal: AbortSignal) => Promise<void>;

export type Subscription = {
  /** Stops taking messages and waits for the one being handled. */
  close(): Promise<void>;
};

/** How many messages of a topic a group has not taken yet, over all its members. */
export type Lag = { topic: string; group: string; messages: number };

/**
 * The bus: at least once, in order per key, kept for 14 days. Its two adapters (the Postgres log and Kafka) pass the
 * same suite, bus-contract.ts.
 */
export type Bus = {
  /**
   * Appends the messages in their order; resolves once all of them are durable. When it rejects, some may have been
   * appended all the same: whoever publishes does it again, with all of them, in the same order.
   */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /**
   * Gives every message of the topic to one member of the group, from the oldest one kept. A message counts as taken
   * once the handler resolves; when it throws, the message comes again after a pause and the later ones of its
   * partition wait, so a handler sets a poison message aside by itself (see consumer.ts).
   */
  subscribe(options: { topic: string; group: string; handler: Handler }): Promise<Subscription>;
  /**
   * Gives every message published from now on to this process, whoever else listens; for caches and revocations.
   * Resolves once it listens. A message that the handler refuses TAIL_TRIES times is passed over.
   */
  tail(options: { topic: string; handler: Handler }): Promise<Subscription>;
  /** Whether the link to the broker stands: while it does not, messages wait and nothing is lost. */
  isReady(): boolean;
  /** The lag of each group that this process takes part in. Rejects while the broker is away. */
  lag(): Promise<Lag[]>;
  close(): Promise<void>;
};

export const TAIL_TRIES = 3;
export const RETENTION_DAYS = 14;
export const INBOX_RETENTION_DAYS = RETENTION_DAYS + 7;
