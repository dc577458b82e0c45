import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalResources } from '../resources.ts';
import type { TicketEvent } from '../tickets/events.ts';

/**
 * Nobody passes the waiting room of an event by calling the sale itself [TIC-06].
 *
 * @throws DomainError FAILED_PRECONDITION, ADMISSION_NEEDED
 */
export function requireAdmission(
  { verifier }: Pick<FestivalResources, 'verifier'>,
  { accountId }: AccountViewer,
  events: readonly Pick<TicketEvent, 'id' | 'waitingRoom'>[],
  token: string,
): void {
  const rooms = events.filter((event) => event.waitingRoom);
  const [first] = rooms;
  if (!first) return;
  const admission = verifier.admission(token);
  if (admission?.accountId === accountId && rooms.some(({ id }) => id === admission.eventId)) return;
  throw new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ADMISSION_NEEDED',
    message: TICKET_MESSAGES.admissionNeeded,
    metadata: { eventId: first.id },
  });
}
