import { fromBinary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Bus, Subscription } from '@marquee/events/bus';
import type { Clock } from '@marquee/runtime/clock';
import type { Revocations } from '@marquee/runtime/revocations';

/**
 * Revokes sessions by events of the bus: slower than signals, but never lost, and the only source for a suspension that
 * another process wrote.
 */
export async function followEndedSessions(bus: Bus, revocations: Revocations, clock: Clock): Promise<Subscription> {
  return bus.tail({
    topic: 'identity',
    handler: async ({ type, body }) => {
      if (type !== AccountSuspendedSchema.typeName && type !== SessionEndedSchema.typeName) return;
      const envelope = fromBinary(EnvelopeSchema, body);
      const at = envelope.occurredAt ? timestampDate(envelope.occurredAt) : clock.now();
      if (type === AccountSuspendedSchema.typeName) {
        revocations.revoke({ accountId: fromBinary(AccountSuspendedSchema, envelope.payload).accountId }, at);
      } else {
        revocations.revoke({ sessionId: fromBinary(SessionEndedSchema, envelope.payload).sessionId }, at);
      }
    },
  });
}
