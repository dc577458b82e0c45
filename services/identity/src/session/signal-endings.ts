import { fromBinary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Bus, Subscription } from '@marquee/events/bus';
import type { Clock } from '@marquee/runtime/clock';
import { signalRevocation } from '@marquee/runtime/revocations';
import type { Signals } from '@marquee/runtime/signals';

/**
 * Signals the endings that arrive by the bus as well: a staff command runs in its own process, whose signals reach no
 * service [AUT-16].
 */
export function signalEndings({
  bus,
  signals,
  clock,
}: {
  bus: Bus;
  signals: Signals;
  clock: Clock;
}): Promise<Subscription> {
  return bus.tail({
    topic: 'identity',
    handler: async ({ type, body }) => {
      if (type !== AccountSuspendedSchema.typeName && type !== SessionEndedSchema.typeName) return;
      const { occurredAt, payload } = fromBinary(EnvelopeSchema, body);
      const at = occurredAt ? timestampDate(occurredAt) : clock.now();
      if (type === AccountSuspendedSchema.typeName) {
        const { accountId } = fromBinary(AccountSuspendedSchema, payload);
        signalRevocation(signals, { accountId }, at);
      } else {
        const { sessionId } = fromBinary(SessionEndedSchema, payload);
        signalRevocation(signals, { sessionId }, at);
      }
    },
  });
}
