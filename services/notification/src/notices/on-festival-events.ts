import {
  JudgeInvitedSchema,
  SubmissionChangedSchema,
  SubmissionDecidedSchema,
  TeamMemberInvitedSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { on } from '@marquee/events/consumer';
import * as deliveries from '../delivery/deliveries.ts';
import type { NotificationWrite } from '../resources.ts';
import { owedFacts, planNotice } from './on-noticed-events.ts';

/** Steps of a submission that its organization takes alone. */
const ENDED = ['CANCELLED', 'DISQUALIFIED'];

/** What makers, judges and teams learn of organizations. The mail of a decision is the organization's own [FES-06] [FES-09]. */
export const onFestivalEvents = [
  on(SubmissionDecidedSchema, async (write: NotificationWrite, { submissionId, filmId, makerId }) => {
    if (makerId === '') return;
    const mail = { kind: 'SUBMISSION_DECISION', lane: 'MAIL', subjectIds: [submissionId] } as const;
    await deliveries.planMany(write.tx, mail, write.clock.now());
    const facts = { filmId, subjectId: submissionId, recipientId: makerId, eventKey: submissionId };
    await planNotice(write, 'SUBMISSION_DECIDED', facts);
  }),
  on(SubmissionChangedSchema, async (write: NotificationWrite, { submissionId, filmId, makerId, state, ...refund }) => {
    const owed = owedFacts('SUBMISSION', refund, { filmId, recipientId: makerId });
    if (owed) await planNotice(write, 'REFUND_OWED', owed);
    if (makerId === '' || !ENDED.includes(state)) return;
    // A further event of the same step, such as its refund, plans nothing more.
    const facts = { filmId, subjectId: submissionId, recipientId: makerId, eventKey: submissionId };
    await planNotice(write, 'SUBMISSION_ENDED', { ...facts, variant: state });
  }),
  on(TeamMemberInvitedSchema, (write: NotificationWrite, { invitationId, festivalId, accountId, invitedBy }) =>
    planNotice(write, 'TEAM_INVITED', {
      ...{ subjectId: festivalId, recipientId: accountId, actorId: invitedBy, eventKey: invitationId },
    }),
  ),
  on(JudgeInvitedSchema, async (write: NotificationWrite, { judgeId, festivalId, accountId, invitedBy }) => {
    if (accountId === '') {
      const mail = { kind: 'JUDGE_INVITATION', lane: 'MAIL', subjectIds: [judgeId] } as const;
      return deliveries.planMany(write.tx, mail, write.clock.now());
    }
    const facts = { subjectId: festivalId, recipientId: accountId, actorId: invitedBy, eventKey: judgeId };
    await planNotice(write, 'JUDGE_INVITED', facts);
  }),
];
