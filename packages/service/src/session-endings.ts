import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Envelope } from '@marquee/contracts/events/v1/envelope_pb';
import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Bus, Subscription } from '@marquee/events/bus';
import { tailEvents, tailed } from '@marquee/events/tail-events';
import type { Clock } from '@marquee/runtime/clock';
import type { Revocation } from '@marquee/runtime/revocations';

/**
 * Calls back for each session, and each account's sessions, that ended: by the events of the bus, which are slower than
 * signals but are not lost [AUT-16]. Two services follow them. Identity passes them on as signals to all processes,
 * because the signals of a staff command, a process of its own, reach no service. The gateway applies them itself: it
 * remembers sessions and holds streams open, and no signal arrives while Redis cannot be reached (docs/decisions/0014).
 */
export function followSessionEndings(
  { bus, clock }: { bus: Bus; clock: Clock },
  onEnded: (revocation: Revocation, at: Date) => void,
): Promise<Subscription> {
  const at = ({ occurredAt }: Envelope) => (occurredAt ? timestampDate(occurredAt) : clock.now());
  return tailEvents(bus, [
    tailed(SessionEndedSchema, ({ sessionId }, envelope) => onEnded({ sessionId }, at(envelope))),
    tailed(AccountSuspendedSchema, ({ accountId }, envelope) => onEnded({ accountId }, at(envelope))),
  ]);
}
