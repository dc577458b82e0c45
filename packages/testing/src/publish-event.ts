import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { newId } from '@marquee/data/ids';
import type { Bus } from '@marquee/events/bus';
import { topicOf } from '@marquee/events/topics';

type Aggregate = { aggregateId: string; aggregateVersion?: bigint; occurredAt: Date };

/** Publishes one event as a service's relay does; gives its id. */
export async function publishEvent<Schema extends DescMessage>(
  bus: Bus,
  schema: Schema,
  fields: MessageInitShape<Schema>,
  { aggregateId, aggregateVersion = 1n, occurredAt }: Aggregate,
): Promise<string> {
  const id = newId();
  const envelope = create(EnvelopeSchema, {
    ...{ id, aggregateId, type: schema.typeName, aggregateVersion },
    occurredAt: timestampFromDate(occurredAt),
    payload: toBinary(schema, create(schema, fields)),
  });
  const body = toBinary(EnvelopeSchema, envelope);
  await bus.publish([{ topic: topicOf(schema), key: aggregateId, id, type: schema.typeName, body }]);
  return id;
}
