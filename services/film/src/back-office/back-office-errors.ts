import { AWARD_MESSAGES } from '@marquee/rules/awards';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { DomainError } from '@marquee/runtime/errors';

export const ownerNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'OWNER_NOT_FOUND', message: BACK_OFFICE_MESSAGES.userNotFound });

export const ownerAlready = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'OWNER_ALREADY', message: BACK_OFFICE_MESSAGES.ownerAlready });

export const ownerNoMaker = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'OWNER_NO_MAKER',
    message: BACK_OFFICE_MESSAGES.ownerNoMaker,
  });

export const awardNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'AWARD_NOT_FOUND', message: BACK_OFFICE_MESSAGES.recordNotFound });

export const tooManyAwards = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_AWARDS', message: AWARD_MESSAGES.tooMany });
