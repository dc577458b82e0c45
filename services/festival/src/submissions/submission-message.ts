import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DeadlineKind } from '@marquee/contracts/festival/v1/calls_pb';
import {
  type QuoteSubmissionResponseSchema,
  SubmissionDecision,
  type SubmissionSchema,
  SubmissionState,
} from '@marquee/contracts/festival/v1/submissions_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { DecisionName } from '@marquee/rules/submissions';
import { paymentFields } from '../checkout/payment-fields.ts';
import type { Fee } from './fee-of.ts';
import { isWithdrawable, type OwnSubmission } from './own-submission.ts';
import type { SubmissionState as State } from './submissions.ts';

/** Of what costs nothing. */
const FREE_STATES = {
  HELD: OrderState.CREATED,
  RELEASED: OrderState.EXPIRED,
  SUBMITTED: OrderState.FULFILLED,
  WITHDRAWN: OrderState.CANCELLED,
  DISQUALIFIED: OrderState.CANCELLED,
  CANCELLED: OrderState.CANCELLED,
  REFUNDED: OrderState.REFUNDED,
} as const satisfies Record<State, OrderState>;

/** The number of a decision; '' is none. */
export const decisionNumber = (decision: DecisionName | ''): SubmissionDecision =>
  decision === '' ? SubmissionDecision.UNSPECIFIED : SubmissionDecision[decision];

export function submissionMessage(own: OwnSubmission): MessageInitShape<typeof SubmissionSchema> {
  const { submission } = own;
  const { id, callId, callTitle, festivalId, festivalName, categoryName, filmId, filmTitle, coverLetter } = submission;
  return {
    ...{ id, callId, callTitle, festivalId, festivalName, categoryName, filmId, filmTitle, coverLetter },
    submissionState: SubmissionState[submission.state],
    // Its maker learns it by its mail.
    decision: decisionNumber(submission.notifiedAt === null ? '' : submission.decision),
    answers: submission.answers,
    ...{ amount: submission.amount, currency: SALES_CURRENCY },
    ...paymentFields(own, FREE_STATES[submission.state]),
    createdAt: timestampFromDate(submission.createdAt),
    heldUntil: timestampFromDate(submission.heldUntil),
    deadline: DeadlineKind[submission.deadline],
    withdrawable: isWithdrawable(submission),
  };
}

export const oneSubmissionMessage = (own: OwnSubmission) => ({ submission: submissionMessage(own) });

export const quoteMessage = ({
  deadline,
  fee,
  price,
}: Fee): MessageInitShape<typeof QuoteSubmissionResponseSchema> => ({
  ...{ deadline: DeadlineKind[deadline], fee, price, currency: SALES_CURRENCY },
});
