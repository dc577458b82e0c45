import { JUDGING_MESSAGES } from '@marquee/rules/judging';
import { DomainError, invalid } from '@marquee/runtime/errors';

const missing = (reason: string, message: string) => new DomainError({ kind: 'NOT_FOUND', reason, message });
const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

export const judgeNotFound = () => missing('JUDGE_NOT_FOUND', JUDGING_MESSAGES.judgeNotFound);
/** None by this id that the viewer judges. */
export const assignmentNotFound = () => missing('ASSIGNMENT_NOT_FOUND', JUDGING_MESSAGES.assignmentNotFound);
export const judgeAlready = () => refused('JUDGE_ALREADY', JUDGING_MESSAGES.judgeAlready);
export const judgeMailLimit = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'JUDGE_MAIL_LIMIT', message: JUDGING_MESSAGES.tooManyMails });
export const judgesFull = () => refused('JUDGES_FULL', JUDGING_MESSAGES.judgesFull);
export const judgingOver = () => refused('JUDGING_OVER', JUDGING_MESSAGES.judgingOver);
export const conflictFound = () => refused('JUDGE_CONFLICT', JUDGING_MESSAGES.conflictFound);
export const criterionScored = () => refused('CRITERION_SCORED', JUDGING_MESSAGES.criterionScored);
export const scaleScored = () => refused('SCALE_SCORED', JUDGING_MESSAGES.scaleScored);
export const notAccepted = () => refused('JUDGE_NOT_ACCEPTED', JUDGING_MESSAGES.notAccepted);
export const scoreOff = () => invalid([{ field: 'scores', message: JUDGING_MESSAGES.score }]);
export const scoreMissing = () => invalid([{ field: 'scores', message: JUDGING_MESSAGES.scoreMissing }]);
export const criterionUnknown = () => invalid([{ field: 'criteria', message: JUDGING_MESSAGES.criteria }]);
