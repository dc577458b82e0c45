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
};

export type Handler = (delivery: Delivery, signal: AbortSignal) => Promise<void>;

export type Subscription = {
  /** Stops taking messages and waits for the one being handled. */
  close(): Promise<void>;
};

/**
 * The bus: at least once, in order per key, kept for 14 days. Its two adapters (the Postgres log and Kafka) pass the
 * same suite, bus-contract.ts.
 */
export type Bus = {
  /** Appends the messages in their order; resolves once they are durable. All of them or none on one topic. */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /**
   * Gives every message of the topic to one member of the group, from the oldest one kept. A message counts as taken
   * once the handler resolves; when it throws, the message comes again after a pause and the later ones of its
   * partition wait, so a handler sets a poison message aside by itself (see consumer.ts).
   */
  subscribe(options: { topic: string; group: string; handler: Handler }): Promise<Subscription>;
  /** Gives every message published from now on to this process, whoever else listens; for caches and revocations. */
  tail(options: { topic: string; handler: Handler }): Promise<Subscription>;
  close(): Promise<void>;
};

export const RETENTION_DAYS = 14;
export const INBOX_RETENTION_DAYS = RETENTION_DAYS + 7;
