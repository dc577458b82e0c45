import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { DomainError, forbidden } from '@marquee/runtime/errors';

export const assetNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'ASSET_NOT_FOUND', message: MEDIA_MESSAGES.assetNotFound });

export const assetNotYours = () => forbidden('ASSET_NOT_YOURS', 'This file belongs to somebody else.');

export const assetNotReady = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'ASSET_NOT_READY', message: MEDIA_MESSAGES.assetNotReady });

export const assetLive = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'ASSET_LIVE', message: STUDIO_MESSAGES.assetLive });

export const assetInUse = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASSET_IN_USE',
    message: 'A film uses this file. Take it out of the film first.',
  });

export const notAVideoAsset = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASSET_IS_NO_VIDEO',
    message: 'This file is a picture, not a video.',
  });

export const filmNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_NOT_FOUND', message: FILM_MESSAGES.filmNotFound });

export const filmNotYours = () => forbidden('FILM_NOT_YOURS', FILM_MESSAGES.notYours);

export const filmUnavailable = (cause: unknown) => {
  const message = 'We could not load this film. Please try again in a moment.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'FILM_UNAVAILABLE', message, cause });
};

export const soundNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'SOUND_NOT_FOUND', message: 'This video has no such sound.' });

export const posterNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'POSTER_NOT_FOUND', message: 'This picture does not exist.' });
