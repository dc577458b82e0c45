import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { DomainError, forbidden, invalid } from '@marquee/runtime/errors';

const refused = (reason: string, message: string, metadata?: Record<string, string>) =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason, message, metadata });

/** None by this id, or somebody else's. */
export const submissionNotFound = (): DomainError =>
  new DomainError({
    ...{ kind: 'NOT_FOUND', reason: 'SUBMISSION_NOT_FOUND', message: SUBMISSION_MESSAGES.submissionNotFound },
  });

export const filmNotYours = () => forbidden('FILM_NOT_YOURS', SUBMISSION_MESSAGES.filmNotYours);
export const filmTwice = () => refused('FILM_TWICE', SUBMISSION_MESSAGES.filmTwice);
export const callFull = () => refused('CALL_FULL', SUBMISSION_MESSAGES.callFull);
export const notWithdrawable = () => refused('NOT_WITHDRAWABLE', SUBMISSION_MESSAGES.notWithdrawable);
export const waiverUsedUp = () => refused('WAIVER_USED_UP', SUBMISSION_MESSAGES.waiverUsedUp);

/** The fee is not the one that the maker was shown: they confirm the new one. */
export const feeChanged = (price: bigint) =>
  refused('PRICE_CHANGED', SUBMISSION_MESSAGES.priceChanged, { price: String(price) });

export const categoryUnknown = (): DomainError =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'CATEGORY_NOT_FOUND', message: SUBMISSION_MESSAGES.categoryGone });
export const studentFeeUnknown = () => invalid([{ field: 'student', message: SUBMISSION_MESSAGES.studentFee }]);
export const waiverUnknown = () => invalid([{ field: 'waiverCode', message: SUBMISSION_MESSAGES.waiverUnknown }]);

/** The call does not take the film. */
export const filmRefused = (why: 'projectTypeRefused' | 'tooLong' | 'countryRefused') =>
  invalid([{ field: 'filmId', message: SUBMISSION_MESSAGES[why] }]);

/** `index` is that of the question in its call. */
export const answerMissing = (index: number) =>
  invalid([{ field: `answers.${index}.answer`, message: SUBMISSION_MESSAGES.answerMissing }]);
