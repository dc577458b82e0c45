import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AssignmentSchema,
  type GetJudgeInvitationResponseSchema,
  type JudgedCallSchema,
  type JudgeSchema,
  NotesAudience,
  type RubricSchema,
} from '@marquee/contracts/festival/v1/judging_pb';
import { callMessage } from '../calls/call-message.ts';
import type { ShownCall } from '../calls/calls.ts';
import type { Score, ShownAssignment } from './assignments.ts';
import type { OwnAssignment } from './get-assignment.ts';
import type { JudgeInvitation } from './get-judge-invitation.ts';
import type { Rubric } from './get-judging.ts';
import type { ShownJudge } from './judges.ts';

export const rubricMessage = ({ call, criteria }: Rubric): MessageInitShape<typeof RubricSchema> => ({
  ...{ scale: call.rubricScale, blind: call.blind },
  notesAudience: NotesAudience[call.notesAudience as keyof typeof NotesAudience],
  criteria: criteria.map(({ id, name, weight }) => ({ id, name, weight })),
});

export const judgeMessage = (judge: ShownJudge): MessageInitShape<typeof JudgeSchema> => {
  const { id, accountId, name, acceptedAt, assigned, done, conflicts, addressHash } = judge;
  const accepted = acceptedAt !== null;
  const byMail = addressHash !== null && !accepted;
  return { id, accountId: accountId ?? '', name, accepted, byMail, assigned, done, conflicts };
};

export const judgedCallMessage = (
  { judge, call }: { judge: ShownJudge; call: ShownCall },
  now: Date,
): MessageInitShape<typeof JudgedCallSchema> => ({
  ...{ judgeId: judge.id, accepted: judge.acceptedAt !== null, assigned: judge.assigned, done: judge.done },
  call: callMessage(call, now),
});

/** Where judging is blind, what the maker wrote of themselves stays out too. */
export function assignmentMessage(
  row: ShownAssignment,
  scores: readonly Score[] = [],
): MessageInitShape<typeof AssignmentSchema> {
  const { submissionId, callId, filmId, filmTitle, categoryName, runningTime, answers, note, done, open } = row;
  return {
    ...{ submissionId, callId, filmId, filmTitle, categoryName, runningTime, answers, note, done, open },
    makerName: row.blind ? '' : row.makerName,
    coverLetter: row.blind ? '' : row.coverLetter,
    scores: scores.map(({ criterionId, score }) => ({ criterionId, score })),
  };
}

export const ownAssignmentMessage = (own: OwnAssignment) => ({
  assignment: assignmentMessage(own.assignment, own.scores),
  rubric: rubricMessage(own),
  callTitle: own.call.title,
});

export const judgeInvitationMessage = ({
  id: judgeId,
  ...rest
}: JudgeInvitation): MessageInitShape<typeof GetJudgeInvitationResponseSchema> => ({ judgeId, ...rest });

export const screeningMessage = ({
  filmId,
  filmTitle,
  endsAt,
}: {
  filmId: string;
  filmTitle: string;
  endsAt: Date;
}) => ({
  ...{ filmId, filmTitle, endsAt: timestampFromDate(endsAt) },
});

/** A request with the name of its audience in place of the number. */
export const audienceNamed = <R extends { notesAudience: NotesAudience }>(request: R) => ({
  ...request,
  notesAudience: NotesAudience[request.notesAudience] ?? '',
});
