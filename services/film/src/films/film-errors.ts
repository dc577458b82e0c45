import { CHAPTER_MESSAGES } from '@marquee/rules/chapters';
import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import type { AssetKindName } from '@marquee/rules/film-types';
import { MISSING_FIELD_MESSAGES, type PublishField, STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { WINDOW_MESSAGES } from '@marquee/rules/windows';
import { DomainError, type FieldViolation, forbidden, invalid } from '@marquee/runtime/errors';

export function filmNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_NOT_FOUND', message: FILM_MESSAGES.filmNotFound });
}

/** It exists, but is not published and approved, and this viewer is neither its creator nor staff [FLM-09]. */
export function filmNotAvailable(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_NOT_AVAILABLE', message: FILM_MESSAGES.filmNotAvailable });
}

export function filmNotYours(): DomainError {
  return forbidden('FILM_NOT_YOURS', FILM_MESSAGES.notYours);
}

export function editConflict(version: bigint): DomainError {
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'FILM_CHANGED',
    message: STUDIO_MESSAGES.editConflict,
    metadata: { version: String(version) },
  });
}

/** Publishing needs more: `missing` names the slots, and each field has its own message [STU-01, STU-02]. */
export function filmIncomplete(assets: readonly AssetKindName[], fields: readonly PublishField[]): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'FILM_INCOMPLETE',
    message: STUDIO_MESSAGES.incomplete,
    fields: fields.map((field): FieldViolation => ({ field, message: MISSING_FIELD_MESSAGES[field] })),
    metadata: { missing: assets.join(','), missingFields: fields.join(',') },
  });
}

const VIDEO_PROBLEMS = {
  VIDEO_NOT_READY: STUDIO_MESSAGES.videoNotReady,
  VIDEO_FAILED: STUDIO_MESSAGES.videoFailed,
  VIDEO_NOT_TRANSCODED: STUDIO_MESSAGES.videoNotTranscoded,
} as const;
export type VideoProblem = keyof typeof VIDEO_PROBLEMS;

/** A video of the film does not play. */
export function videoUnplayable(reason: VideoProblem): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message: VIDEO_PROBLEMS[reason] });
}

/** A chapter begins where the film has ended [STU-12:chapters]. */
export const chapterAfterEnd = () => invalid([{ field: 'chapters', message: CHAPTER_MESSAGES.afterEnd }]);

export function paymentsUnavailable(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYMENTS_UNAVAILABLE',
    message: STUDIO_MESSAGES.paymentsUnavailable,
    fields: [{ field: 'usdCost', message: STUDIO_MESSAGES.paymentsUnavailable }],
  });
}

export function priceMissing(): DomainError {
  return invalid([{ field: 'usdCost', message: 'Please set a price, or make the film free.' }]);
}

/** A film is available for a while, not for none. */
export function availableOrder(): DomainError {
  return invalid([{ field: 'availableUntil', message: WINDOW_MESSAGES.availableOrder }]);
}

/** A focal point needs a still that it lies in. */
export function stillMissing(): DomainError {
  return invalid([{ field: 'stillFocalPoint', message: STUDIO_MESSAGES.stillMissing }]);
}

export function trailerNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'TRAILER_NOT_FOUND', message: WATCH_MESSAGES.noTrailer });
}
