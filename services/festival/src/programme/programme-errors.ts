import { PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { DomainError, forbidden, invalid } from '@marquee/runtime/errors';

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
export const eventStillDraft = () => refused('EVENT_DRAFT', PROGRAMME_MESSAGES.awardOfDraft);
export const tooManyBlocks = () => refused('TOO_MANY_BLOCKS', PROGRAMME_MESSAGES.tooManyBlocks);
export const tooManyFilms = () => refused('TOO_MANY_FILMS', PROGRAMME_MESSAGES.tooManyFilms);
export const tooManyAwards = () => refused('TOO_MANY_AWARDS', PROGRAMME_MESSAGES.tooManyAwards);
export const tooManyStars = () => refused('TOO_MANY_STARS', PROGRAMME_MESSAGES.tooManyStars);

const missing = (reason: string, message: string) => new DomainError({ kind: 'NOT_FOUND', reason, message });

export const blockNotFound = () => missing('BLOCK_NOT_FOUND', PROGRAMME_MESSAGES.blockNotFound);
export const blockFilmNotFound = () => missing('BLOCK_FILM_NOT_FOUND', PROGRAMME_MESSAGES.blockFilmNotFound);
export const awardNotFound = () => missing('AWARD_NOT_FOUND', PROGRAMME_MESSAGES.awardNotFound);
export const filmNotFound = () => missing('FILM_NOT_FOUND', PROGRAMME_MESSAGES.filmGone);
export const filmNotYours = () => forbidden('FILM_NOT_YOURS', PROGRAMME_MESSAGES.filmNotYours);
export const filmInBlock = () => refused('FILM_IN_BLOCK', PROGRAMME_MESSAGES.filmInBlock);
