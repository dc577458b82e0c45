import { UPLOAD_LINK_MESSAGES } from '@marquee/rules/upload-links';
import { DomainError } from '@marquee/runtime/errors';

export const linkNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'UPLOAD_LINK_NOT_FOUND', message: UPLOAD_LINK_MESSAGES.notFound });

/** Of a token that was not made here. It reads as if the link had ended: more helps nobody. */
export const linkUnknown = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'UPLOAD_LINK_UNKNOWN', message: UPLOAD_LINK_MESSAGES.ended });

export const linkEnded = () =>
  new DomainError({ kind: 'FORBIDDEN', reason: 'UPLOAD_LINK_ENDED', message: UPLOAD_LINK_MESSAGES.ended });

export const linkUsedUp = () =>
  new DomainError({ kind: 'FORBIDDEN', reason: 'UPLOAD_LINK_USED_UP', message: UPLOAD_LINK_MESSAGES.usedUp });

export const tooManyLinks = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOAD_LINKS', message: UPLOAD_LINK_MESSAGES.tooMany });
