import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { getSubmission, submissionIdSchema } from './get-submission.ts';
import { listOwnSubmissions, listOwnSubmissionsSchema } from './list-own-submissions.ts';
import { openSubmission, openSubmissionSchema } from './open-submission.ts';
import {
  answerTestSubmissionChallenge,
  answerTestSubmissionChallengeSchema,
  confirmTestSubmissionPayment,
  confirmTestSubmissionPaymentSchema,
} from './pay-test-submission.ts';
import { quoteSubmission, quoteSubmissionSchema } from './quote-submission.ts';
import { oneSubmissionMessage, quoteMessage, submissionMessage } from './submission-message.ts';
import { endUnpaid, withdrawSubmission } from './withdraw-submission.ts';

/** Each that pays calls the payment provider between its transactions, and is repeated by the submission's id. */
export const submissionRpc = rpc<FestivalResources>()(SubmissionService, {
  quoteSubmission: read(quoteSubmissionSchema, quoteSubmission, quoteMessage),
  openSubmission: writeWithoutTransaction(openSubmissionSchema, openSubmission, oneSubmissionMessage),
  getSubmission: writeWithoutTransaction(submissionIdSchema, getSubmission, oneSubmissionMessage),
  withdrawSubmission: write(submissionIdSchema, withdrawSubmission, oneSubmissionMessage, { before: endUnpaid }),
  listOwnSubmissions: read(listOwnSubmissionsSchema, listOwnSubmissions, ({ rows, nextCursor }) => ({
    submissions: rows.map(submissionMessage),
    nextCursor,
  })),
  confirmTestSubmissionPayment: writeWithoutTransaction(
    confirmTestSubmissionPaymentSchema,
    confirmTestSubmissionPayment,
    oneSubmissionMessage,
  ),
  answerTestSubmissionChallenge: writeWithoutTransaction(
    answerTestSubmissionChallengeSchema,
    answerTestSubmissionChallenge,
    oneSubmissionMessage,
  ),
});
