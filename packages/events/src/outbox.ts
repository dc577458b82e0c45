import { create, type DescMessage, type Message, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import type { Statement, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import { currentCall } from '@marquee/runtime/context';
import { startSpan } from '@marquee/runtime/telemetry/spans';
import type { Relay } from './relay.ts';
import { topicOf } from './topics.ts';

/** Something that happened to an aggregate. Events carry ids, never secrets. */
export type DomainEvent = {
  /** A message of proto/events/v1; the file it is declared in names its topic. */
  schema: DescMessage;
  message: Message;
  aggregateType: string;
  aggregateId: string;
  /** The aggregate's version after the change: consumers ignore lower ones. */
  aggregateVersion: bigint;
};

/** Makes an event of its fields and of the aggregate that it happened to; `version` is the one after the change. */
export function domainEvent<S extends DescMessage>(
  schema: S,
  fields: MessageInitShape<S>,
  aggregate: { type: string; id: string; version: bigint },
): DomainEvent {
  return {
    schema,
    message: create(schema, fields),
    aggregateType: aggregate.type,
    aggregateId: aggregate.id,
    aggregateVersion: aggregate.version,
  };
}

export type Outbox = {
  /**
   * Writes events in the transaction of their cause, in their order: the only way to publish. The caller holds the rows of
   * their aggregates locked, which is what keeps the events of one aggregate in order.
   */
  append(tx: Tx, ...events: readonly DomainEvent[]): Promise<void>;
  /** What `append` does, as the last statement of a transaction; undefined without events. */
  prepare(events: readonly DomainEvent[]): PreparedEvents | undefined;
  /** The relay of this process, which is woken without NOTIFY while it is the one that works. */
  wakes(relay: Pick<Relay, 'isWorking' | 'wake'>): void;
};

export type PreparedEvents = {
  statement: Statement;
  /** Ends the spans of the events and wakes the relay; with a failure where they were not written. */
  end(failure?: string): void;
};

/** The NOTIFY channel that wakes the relay of this database. */
export const OUTBOX_CHANNEL = 'outbox';
/** How the span of an event ends that was not written. */
export const NOT_WRITTEN = 'OUTBOX';

/** Writes events in the transaction of their cause; a relay publishes them afterwards. */
export function createOutbox({ clock }: { clock: Clock }): Outbox {
  let relay: Pick<Relay, 'isWorking' | 'wake'> | undefined;

  function written(events: readonly DomainEvent[], isLast: boolean): PreparedEvents | undefined {
    if (events.length === 0) return undefined;
    // Only of the last statement it is known when it has committed. A notification wakes PostgreSQL and this process once more.
    const wakesHere = isLast && relay?.isWorking() === true;
    const rows = events.map((event) => rowOf(event, clock.now()));
    const values = [
      ...[rows.map(({ id }) => id), rows.map(({ topic }) => topic), rows.map(({ key }) => key)],
      ...[rows.map(({ type }) => type), rows.map(({ body }) => body)],
    ];
    return {
      statement: wakesHere
        ? { name: 'outbox.append-here', text: INSERT, values }
        : { name: 'outbox.append', text: APPEND, values },
      end(failure) {
        for (const { span } of rows) span?.end(failure);
        if (wakesHere && failure === undefined) relay?.wake();
      },
    };
  }

  return {
    prepare: (events) => written(events, true),
    wakes: (woken) => {
      relay = woken;
    },
    async append(tx, ...events) {
      const prepared = written(events, false);
      if (!prepared) return;
      try {
        await tx.query(prepared.statement);
        prepared.end();
      } catch (error) {
        prepared.end(NOT_WRITTEN);
        throw error;
      }
    },
  };
}

/** A row of the outbox, with the span that its consumers' spans follow. */
function rowOf({ schema, message, aggregateType, aggregateId: key, aggregateVersion }: DomainEvent, now: Date) {
  const id = newId();
  const topic = topicOf(schema);
  const parent = currentCall()?.traceparent ?? '';
  const attributes = { ...messagingAttributes(topic, schema.typeName), 'messaging.message.id': id };
  const span = parent ? startSpan(`create ${topic}`, { kind: 'producer', parent, attributes }) : undefined;
  const envelope = create(EnvelopeSchema, {
    ...{ id, type: schema.typeName, aggregateType, aggregateId: key, aggregateVersion },
    occurredAt: timestampFromDate(now),
    traceparent: span?.traceparent ?? parent,
    payload: toBinary(schema, message),
  });
  return { id, topic, key, type: schema.typeName, body: toBinary(EnvelopeSchema, envelope), span };
}

/** Span attributes of an event, without the aggregate's id. */
export function messagingAttributes(topic: string, type: string) {
  return { 'messaging.system': 'marquee', 'messaging.destination.name': topic, 'marquee.event.type': type };
}

const INSERT = `
  INSERT INTO outbox (id, topic, key, type, body)
  SELECT id, topic, key, type, body
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[])
    WITH ORDINALITY AS e (id, topic, key, type, body, place)
  ORDER BY place`;
const APPEND = `WITH added AS (${INSERT}) SELECT pg_notify('${OUTBOX_CHANNEL}', '')`;
