import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { DomainError, forbidden } from '@marquee/runtime/errors';

export const playbackForbidden = () => forbidden('PLAYBACK_FORBIDDEN', MEDIA_MESSAGES.playbackForbidden);

export const playbackTooEarly = () => forbidden('PLAYBACK_TOO_EARLY', MEDIA_MESSAGES.playbackTooEarly);

export const playbackExpired = () => forbidden('PLAYBACK_EXPIRED', MEDIA_MESSAGES.playbackExpired);

export const playbackEnded = () => forbidden('PLAYBACK_SESSION_ENDED', MEDIA_MESSAGES.playbackEnded);

export const playbackNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'MEDIA_NOT_FOUND', message: MEDIA_MESSAGES.assetNotFound });
