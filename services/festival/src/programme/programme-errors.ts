import { PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** None by this id, or none that this viewer may see [FES-08]. */
export function eventNotFound(): DomainError {
  return new DomainError({
    ...{ kind: 'NOT_FOUND', reason: 'EVENT_NOT_FOUND', message: PROGRAMME_MESSAGES.eventNotFound },
  });
}

export function venueNotFound(): DomainError {
  return new DomainError({
    ...{ kind: 'NOT_FOUND', reason: 'VENUE_NOT_FOUND', message: PROGRAMME_MESSAGES.venueNotFound },
  });
}

export function eventEditConflict(version: bigint): DomainError {
  return new DomainError({
    ...{ kind: 'CONFLICT', reason: 'EVENT_CHANGED', message: PROGRAMME_MESSAGES.editConflict },
    metadata: { version: String(version) },
  });
}

/** The venue that was chosen is none of this organization's. */
export function venueUnknown(): DomainError {
  return invalid([{ field: 'venueId', message: PROGRAMME_MESSAGES.venue }]);
}

export function capacityOverVenue(): DomainError {
  return invalid([{ field: 'capacity', message: PROGRAMME_MESSAGES.capacityOverVenue }]);
}

const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

export const eventNotDraft = () => refused('EVENT_NOT_DRAFT', PROGRAMME_MESSAGES.notDraft);
export const eventNotPublished = () => refused('EVENT_NOT_PUBLISHED', PROGRAMME_MESSAGES.notPublished);
export const eventCancelled = () => refused('EVENT_CANCELLED', PROGRAMME_MESSAGES.cancelled);
export const eventEnded = () => refused('EVENT_ENDED', PROGRAMME_MESSAGES.ended);
export const venueInUse = () => refused('VENUE_IN_USE', PROGRAMME_MESSAGES.venueInUse);
export const tooManyEvents = () => refused('TOO_MANY_EVENTS', PROGRAMME_MESSAGES.tooManyEvents);
export const tooManyVenues = () => refused('TOO_MANY_VENUES', PROGRAMME_MESSAGES.tooManyVenues);
