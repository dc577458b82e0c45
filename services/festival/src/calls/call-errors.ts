import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { DomainError, invalid } from '@marquee/runtime/errors';

const missing = (reason: string, message: string) => new DomainError({ kind: 'NOT_FOUND', reason, message });
const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

/** None by this id, or none that this viewer may see [FES-08]. */
export const callNotFound = () => missing('CALL_NOT_FOUND', SUBMISSION_MESSAGES.callNotFound);
export const waiverNotFound = () => missing('WAIVER_NOT_FOUND', SUBMISSION_MESSAGES.waiverNotFound);

/** Of a media club [FES-06]. */
export const noSubmissions = () => refused('NO_SUBMISSIONS', SUBMISSION_MESSAGES.noSubmissions);
export const tooManyCalls = () => refused('TOO_MANY_CALLS', SUBMISSION_MESSAGES.tooManyCalls);
export const tooManyWaivers = () => refused('TOO_MANY_WAIVERS', SUBMISSION_MESSAGES.tooManyWaivers);
export const callNotDraft = () => refused('CALL_NOT_DRAFT', SUBMISSION_MESSAGES.callNotDraft);
export const callCancelled = () => refused('CALL_CANCELLED', SUBMISSION_MESSAGES.callCancelled);
export const callInPast = () => refused('CALL_IN_PAST', SUBMISSION_MESSAGES.callInPast);
export const callNotOpen = () => refused('CALL_NOT_OPEN', SUBMISSION_MESSAGES.callNotOpen);
export const callClosed = () => refused('CALL_CLOSED', SUBMISSION_MESSAGES.callClosed);
export const categoryUsed = () => invalid([{ field: 'categories', message: SUBMISSION_MESSAGES.categoryUsed }]);
export const waiverTaken = () => refused('WAIVER_TAKEN', SUBMISSION_MESSAGES.waiverTaken);

export function callEditConflict(version: bigint): DomainError {
  return new DomainError({
    ...{ kind: 'CONFLICT', reason: 'CALL_CHANGED', message: SUBMISSION_MESSAGES.editConflict },
    metadata: { version: String(version) },
  });
}
