import { fromBinary } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import type { Query } from '@marquee/data/database';
import { type Invariant, invariant } from '@marquee/data/invariants';

export const everyEventIsPublished = invariant(
  'event',
  'every event is published',
  `SELECT count(*) || ' events are not published' AS violation FROM outbox WHERE published_at IS NULL
   HAVING count(*) > 0`,
);

/** What must hold of the event tables of every service. */
export const eventInvariants: readonly Invariant[] = [
  everyEventIsPublished,
  invariant(
    'event',
    'every event that was received took effect',
    `SELECT 'a dead letter of ' || consumer || ': ' || type || ': ' || split_part(error, E'\\n', 1) AS violation
     FROM dead_letters ORDER BY seq`,
  ),
  { of: 'event', name: 'the events of an aggregate are written in the order of its versions', check: versionsRise },
];

async function versionsRise(query: Query): Promise<string[]> {
  const rows = await query<{ key: string; body: Uint8Array }>('SELECT key, body FROM outbox ORDER BY seq');
  const versions = new Map<string, bigint>();
  return rows.flatMap(({ key, body }) => {
    const { aggregateVersion, aggregateType } = fromBinary(EnvelopeSchema, body);
    // Two aggregates may have one id, as an order and what it bought.
    const aggregate = `${aggregateType} ${key}`;
    const before = versions.get(aggregate) ?? 0n;
    versions.set(aggregate, aggregateVersion);
    return aggregateVersion < before ? [`a ${aggregateType} went from version ${before} to ${aggregateVersion}`] : [];
  });
}

/** The events that this service has written, in their order. */
export function writtenEvents(query: Query): Promise<{ id: string; key: string }[]> {
  return query('SELECT id, key FROM outbox ORDER BY seq');
}
