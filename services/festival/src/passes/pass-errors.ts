import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError } from '@marquee/runtime/errors';

export const PASSES_BUSY = 'PASSES_BUSY';

export function passesUnavailable(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'PASSES_UNAVAILABLE', message: TICKET_MESSAGES.passesUnavailable },
  });
}

/** Others wait for theirs: they can be made later. */
export function passesBusy(cause?: unknown): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: PASSES_BUSY, message: TICKET_MESSAGES.passesUnavailable, cause });
}
