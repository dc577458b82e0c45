import { create, type DescMessage, type Message, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import { currentCall } from '@marquee/runtime/context';
import { startSpan } from '@marquee/runtime/telemetry/spans';
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
   * Writes the event in the transaction of its cause: the only way to publish. The caller holds the aggregate's row
   * lock, which is what keeps the events of one aggregate in order.
   */
  append(tx: Tx, event: DomainEvent): Promise<void>;
};

/** The NOTIFY channel that wakes the relay of this database. */
export const OUTBOX_CHANNEL = 'outbox';

/** Writes events in the transaction of their cause; a relay publishes them afterwards. */
export function createOutbox({ clock }: { clock: Clock }): Outbox {
  return {
    append: async (tx, { schema, message, aggregateType, aggregateId, aggregateVersion }) => {
      const id = newId();
      const topic = topicOf(schema);
      const parent = currentCall()?.traceparent ?? '';
      const attributes = { ...messagingAttributes(topic, schema.typeName), 'messaging.message.id': id };
      const span = parent ? startSpan(`create ${topic}`, { kind: 'producer', parent, attributes }) : undefined;
      const envelope = create(EnvelopeSchema, {
        id,
        type: schema.typeName,
        aggregateType,
        aggregateId,
        aggregateVersion,
        occurredAt: timestampFromDate(clock.now()),
        traceparent: span?.traceparent ?? parent,
        payload: toBinary(schema, message),
      });
      const body = toBinary(EnvelopeSchema, envelope);
      const values = [id, topic, aggregateId, schema.typeName, body];
      try {
        await tx.query({ name: 'outbox.append', text: APPEND, values });
        span?.end();
      } catch (error) {
        span?.end('OUTBOX');
        throw error;
      }
    },
  };
}

/** Span attributes of an event, without the aggregate's id. */
export function messagingAttributes(topic: string, type: string) {
  return { 'messaging.system': 'marquee', 'messaging.destination.name': topic, 'marquee.event.type': type };
}

const APPEND = `
  WITH added AS (INSERT INTO outbox (id, topic, key, type, body) VALUES ($1, $2, $3, $4, $5))
  SELECT pg_notify('${OUTBOX_CHANNEL}', '')`;
