import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { DomainError } from '@marquee/runtime/errors';

export const notAFilm = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NOT_A_FILM', message: MEDIA_MESSAGES.notAFilm });

/** What plays is clear, so that it has no keys. */
export const notProtected = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NOT_PROTECTED', message: MEDIA_MESSAGES.notProtected });

/** A playback asks for what only a licence server would open, and there is none. */
export const noLicenceServer = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'NO_LICENCE_SERVER',
    message: MEDIA_MESSAGES.noLicenceServer,
  });

/** Stored reasons of failed protections, with the texts for makers [ADF-05]. */
export const PROTECTION_ERRORS = {
  PROTECTION_FAILED: MEDIA_MESSAGES.protectionFailed,
  STORAGE_FULL: MEDIA_MESSAGES.protectionNoRoom,
  WORKER_LOST: MEDIA_MESSAGES.protectionLost,
} as const;

export type ProtectionErrorReason = keyof typeof PROTECTION_ERRORS;
