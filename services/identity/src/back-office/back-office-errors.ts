import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function userNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'USER_NOT_FOUND', message: BACK_OFFICE_MESSAGES.userNotFound });
}

export function recordNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'RECORD_NOT_FOUND',
    message: BACK_OFFICE_MESSAGES.recordNotFound,
  });
}

/** Other people are selected than the person was asked about. */
export function countWrong(): DomainError {
  return invalid([{ field: 'confirmedCount', message: BACK_OFFICE_MESSAGES.countWrong }]);
}

export function alreadyUser(): DomainError {
  return new DomainError({ kind: 'ALREADY_EXISTS', reason: 'USER_EXISTS', message: BACK_OFFICE_MESSAGES.inviteExists });
}

/** All of those selected are gone, closing or banned. */
export function nobodyToNotify(): DomainError {
  return invalid([{ field: 'accountIds', message: BACK_OFFICE_MESSAGES.nobodyToNotify }]);
}

export function noPictureToConvert(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'NO_PICTURE',
    message: BACK_OFFICE_MESSAGES.noPicture,
  });
}

export function pictureChangedMeanwhile(): DomainError {
  const message = BACK_OFFICE_MESSAGES.pictureChanged;
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'PICTURE_CHANGED', message });
}
