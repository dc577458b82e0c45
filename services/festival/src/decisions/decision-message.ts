import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DecisionMailSchema,
  type DeskSubmissionSchema,
  type GetDeskSubmissionResponseSchema,
  SubmissionOrder,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionDecision, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { rubricMessage } from '../judging/judging-message.ts';
import { decisionNumber } from '../submissions/submission-message.ts';
import type { DecisionMail } from './decision-mails.ts';
import type { DeskSubmission } from './desk-submissions.ts';
import type { DeskView } from './get-desk-submission.ts';

const timeOf = (date: Date | null) => (date ? timestampFromDate(date) : undefined);

export function deskSubmissionMessage(row: DeskSubmission): MessageInitShape<typeof DeskSubmissionSchema> {
  const { id, callId, filmId, filmTitle, runningTime, makerName, categoryId, categoryName, amount, waived } = row;
  const { judges, judged, mean, spread } = row;
  return {
    ...{ id, callId, filmId, filmTitle, runningTime, makerName, categoryId, categoryName, amount, waived },
    ...{ judges, judged, mean, spread, makerId: row.makerId ?? '' },
    ...{ state: SubmissionState[row.state], decision: decisionNumber(row.decision) },
    ...{ notifiedAt: timeOf(row.notifiedAt), submittedAt: timeOf(row.submittedAt) },
  };
}

export const deskViewMessage = (view: DeskView): MessageInitShape<typeof GetDeskSubmissionResponseSchema> => ({
  submission: deskSubmissionMessage(view.submission),
  ...{ coverLetter: view.submission.coverLetter, answers: view.submission.answers, canManage: view.canManage },
  sheets: view.sheets.map(({ judgeId, judgeName, scores, note, done, conflict }) => ({
    ...{ judgeId, judgeName, note, done, conflict },
    scores: scores.map(({ criterionId, score }) => ({ criterionId, score })),
  })),
  rubric: rubricMessage(view),
});

export const decisionMailMessage = (mail: DecisionMail): MessageInitShape<typeof DecisionMailSchema> => ({
  ...mail,
  decision: decisionNumber(mail.decision),
});

/** A request with the name of its decision in place of the number; '' for none. */
export const decisionNamed = <R extends { decision: SubmissionDecision }>(request: R) => ({
  ...(request as Omit<R, 'decision'>),
  decision: request.decision === SubmissionDecision.UNSPECIFIED ? '' : (SubmissionDecision[request.decision] ?? '?'),
});

export const listNamed = <R extends { decision: SubmissionDecision; order: SubmissionOrder }>(request: R) => ({
  ...decisionNamed(request),
  order: SubmissionOrder[request.order || SubmissionOrder.NEWEST] ?? '?',
});
