import { JudgeService, JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { callMessage } from '../calls/call-message.ts';
import { callIdSchema } from '../calls/get-call.ts';
import { inLanguageOfPage } from '../gifts/gift-ticket.ts';
import type { FestivalResources } from '../resources.ts';
import { answerJudgeInvitation, answerJudgeInvitationSchema, askAboutAnswer } from './answer-judge-invitation.ts';
import { accountsOfUndecided, assignEvenly, assignEvenlySchema } from './assign-evenly.ts';
import { accountsOfChosen, assignJudge, assignJudgeSchema } from './assign-judge.ts';
import { declareConflict, declareConflictSchema } from './declare-conflict.ts';
import { getAssignment, submissionIdSchema } from './get-assignment.ts';
import { getJudgeInvitation, judgeInvitationSchema } from './get-judge-invitation.ts';
import { getJudging } from './get-judging.ts';
import { inviteJudge, inviteJudgeSchema } from './invite-judge.ts';
import {
  assignmentMessage,
  audienceNamed,
  judgedCallMessage,
  judgeInvitationMessage,
  judgeMessage,
  ownAssignmentMessage,
  rubricMessage,
  screeningMessage,
} from './judging-message.ts';
import { listAssignments } from './list-assignments.ts';
import { listJudging } from './list-judging.ts';
import { accountsOfSubmission, openScreening } from './open-screening.ts';
import { accountsOfOwn } from './own-conflict.ts';
import { judgeIdSchema, removeJudge } from './remove-judge.ts';
import { saveRubric, saveRubricSchema } from './save-rubric.ts';
import { saveScoreSheet, saveScoreSheetSchema } from './save-score-sheet.ts';

export const judgingDeskRpc = rpc<FestivalResources>()(JudgingDeskService, {
  getJudging: read(callIdSchema, getJudging, (found) => ({
    rubric: rubricMessage(found),
    judges: found.judges.map(judgeMessage),
  })),
  saveRubric: write(saveRubricSchema, saveRubric, (rubric) => ({ rubric: rubricMessage(rubric) }), {
    from: audienceNamed,
  }),
  inviteJudge: write(inviteJudgeSchema, inviteJudge, (judge) => ({ judge: judgeMessage(judge) }), {
    from: inLanguageOfPage,
  }),
  removeJudge: write(judgeIdSchema, removeJudge, () => ({})),
  assignJudge: write(assignJudgeSchema, assignJudge, (counts) => counts, { before: accountsOfChosen }),
  assignEvenly: write(assignEvenlySchema, assignEvenly, (counts) => counts, { before: accountsOfUndecided }),
});

export const judgeRpc = rpc<FestivalResources>()(JudgeService, {
  listJudging: read(noInput, listJudging, (found, { resources }) => ({
    calls: found.map((one) => judgedCallMessage(one, resources.clock.now())),
  })),
  answerJudgeInvitation: write(answerJudgeInvitationSchema, answerJudgeInvitation, () => ({}), {
    before: askAboutAnswer,
  }),
  getJudgeInvitation: read(judgeInvitationSchema, getJudgeInvitation, judgeInvitationMessage),
  listAssignments: read(callIdSchema, listAssignments, ({ call, assignments }, { resources }) => ({
    call: callMessage(call, resources.clock.now()),
    assignments: assignments.map((assignment) => assignmentMessage(assignment)),
  })),
  getAssignment: read(submissionIdSchema, getAssignment, ownAssignmentMessage),
  saveScoreSheet: write(
    saveScoreSheetSchema,
    saveScoreSheet,
    ({ assignment, scores }) => ({ assignment: assignmentMessage(assignment, scores) }),
    { before: accountsOfOwn },
  ),
  declareConflict: write(declareConflictSchema, declareConflict, () => ({})),
  openScreening: write(submissionIdSchema, openScreening, screeningMessage, { before: accountsOfSubmission }),
});
