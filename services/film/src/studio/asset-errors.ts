import { FILM_MESSAGES } from '@marquee/rules/film';
import { DomainError, forbidden } from '@marquee/runtime/errors';
import type { VideoProblem } from '../films/film-errors.ts';

export function assetNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'ASSET_NOT_FOUND', message: FILM_MESSAGES.assetNotFound });
}

export function assetNotYours(): DomainError {
  return forbidden('ASSET_NOT_YOURS', FILM_MESSAGES.assetNotYours);
}

export function assetWrongKind(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'ASSET_WRONG_KIND', message: FILM_MESSAGES.assetWrongKind });
}

export function assetNotReady(): DomainError {
  return precondition('ASSET_NOT_READY', FILM_MESSAGES.assetNotReady);
}

export function assetUsedElsewhere(): DomainError {
  return precondition('ASSET_USED', FILM_MESSAGES.assetUsedElsewhere);
}

export function assetLive(): DomainError {
  return precondition('ASSET_LIVE', FILM_MESSAGES.assetLive);
}

export function nothingWaiting(): DomainError {
  return precondition('NOTHING_WAITING', FILM_MESSAGES.nothingWaiting);
}

const REPLACEMENT_PROBLEMS: Record<VideoProblem, string> = {
  VIDEO_NOT_READY: FILM_MESSAGES.replacementNotReady,
  VIDEO_FAILED: FILM_MESSAGES.replacementFailed,
  VIDEO_NOT_TRANSCODED: FILM_MESSAGES.replacementNotTranscoded,
};

/** The video that waits to go live does not play. */
export function replacementUnplayable(reason: VideoProblem): DomainError {
  return precondition(reason, REPLACEMENT_PROBLEMS[reason]);
}

function precondition(reason: string, message: string): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });
}
