import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { DomainError, forbidden } from '@marquee/runtime/errors';
import type { VideoProblem } from '../films/film-errors.ts';

export function assetNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'ASSET_NOT_FOUND', message: STUDIO_MESSAGES.assetNotFound });
}

export function assetNotYours(): DomainError {
  return forbidden('ASSET_NOT_YOURS', STUDIO_MESSAGES.assetNotYours);
}

export function assetWrongKind(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'ASSET_WRONG_KIND', message: STUDIO_MESSAGES.assetWrongKind });
}

export function assetNotReady(): DomainError {
  return precondition('ASSET_NOT_READY', STUDIO_MESSAGES.assetNotReady);
}

export function assetUsedElsewhere(): DomainError {
  return precondition('ASSET_USED', STUDIO_MESSAGES.assetUsedElsewhere);
}

export function assetLive(): DomainError {
  return precondition('ASSET_LIVE', STUDIO_MESSAGES.assetLive);
}

export function nothingWaiting(): DomainError {
  return precondition('NOTHING_WAITING', STUDIO_MESSAGES.nothingWaiting);
}

const REPLACEMENT_PROBLEMS: Record<VideoProblem, string> = {
  VIDEO_NOT_READY: STUDIO_MESSAGES.replacementNotReady,
  VIDEO_FAILED: STUDIO_MESSAGES.replacementFailed,
  VIDEO_NOT_TRANSCODED: STUDIO_MESSAGES.replacementNotTranscoded,
};

/** The video that waits to go live does not play. */
export function replacementUnplayable(reason: VideoProblem): DomainError {
  return precondition(reason, REPLACEMENT_PROBLEMS[reason]);
}

function precondition(reason: string, message: string): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });
}
