import { JUDGING_MESSAGES } from '@marquee/rules/judging';
import { DomainError } from '@marquee/runtime/errors';

const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

export const submissionEnded = () => refused('SUBMISSION_ENDED', JUDGING_MESSAGES.notEnded);
export const mailMissing = () => refused('MAIL_MISSING', JUDGING_MESSAGES.noMail);
export const notSelected = () => refused('NOT_SELECTED', JUDGING_MESSAGES.notSelected);
