import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  DecisionMailService,
  type PaidFeeSchema,
  SubmissionDeskService,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { callIdSchema } from '../calls/get-call.ts';
import type { FestivalResources } from '../resources.ts';
import { feeMessage } from '../submission-fees/fee-message.ts';
import { listUserFees } from '../submission-fees/list-user-fees.ts';
import { refundOwedFee, refundOwedFeeSchema, sendOwedFee } from '../submission-fees/refund-owed-fee.ts';
import { submissionIdSchema } from '../submissions/get-submission.ts';
import { listUserTicketOrdersSchema } from '../ticket-desk/list-user-ticket-orders.ts';
import { decideSubmissions, decideSubmissionsSchema } from './decide-submissions.ts';
import {
  decisionMailMessage,
  decisionNamed,
  deskSubmissionMessage,
  deskViewMessage,
  listNamed,
} from './decision-message.ts';
import { disqualifySubmission, disqualifySubmissionSchema } from './disqualify-submission.ts';
import { getDeskSubmission } from './get-desk-submission.ts';
import { getSentDecision } from './get-sent-decision.ts';
import { listDecisionMails } from './list-decision-mails.ts';
import { listSubmissions, listSubmissionsSchema } from './list-submissions.ts';
import { previewDecisionMails } from './preview-decision-mails.ts';
import { programmeSubmissions, programmeSubmissionsSchema } from './programme-submissions.ts';
import { namedDecisionSchema, saveDecisionMail, saveDecisionMailSchema } from './save-decision-mail.ts';
import { sendDecisionMails } from './send-decision-mails.ts';

/** What is kept of a refund that was asked for; how the fee stands is added afterwards. */
const refundedMessage = (fee: { submissionId: string }): { fee?: MessageInitShape<typeof PaidFeeSchema> } => ({ fee });

export const submissionDeskRpc = rpc<FestivalResources>()(SubmissionDeskService, {
  listSubmissions: read(
    listSubmissionsSchema,
    listSubmissions,
    ({ rows, ...more }) => ({ submissions: rows.map(deskSubmissionMessage), ...more }),
    { from: listNamed },
  ),
  getDeskSubmission: read(submissionIdSchema, getDeskSubmission, deskViewMessage),
  disqualifySubmission: write(disqualifySubmissionSchema, disqualifySubmission, (row) => ({
    submission: deskSubmissionMessage(row),
  })),
  decideSubmissions: write(decideSubmissionsSchema, decideSubmissions, (counts) => counts, { from: decisionNamed }),
  listDecisionMails: read(callIdSchema, listDecisionMails, (mails) => ({ mails: mails.map(decisionMailMessage) })),
  saveDecisionMail: write(saveDecisionMailSchema, saveDecisionMail, (mail) => ({ mail: decisionMailMessage(mail) }), {
    from: decisionNamed,
  }),
  previewDecisionMails: read(namedDecisionSchema, previewDecisionMails, (previews) => previews, {
    from: decisionNamed,
  }),
  sendDecisionMails: write(namedDecisionSchema, sendDecisionMails, (counts) => counts, { from: decisionNamed }),
  programmeSubmissions: write(programmeSubmissionsSchema, programmeSubmissions, (counts) => counts),
  listUserFees: read(listUserTicketOrdersSchema, listUserFees, ({ fees, nextCursor }) => ({
    ...{ nextCursor, fees: fees.map(feeMessage) },
  })),
  refundOwedFee: write(refundOwedFeeSchema, refundOwedFee, refundedMessage, {
    async after(resources, _result, _context, _before, answer) {
      const fee = await sendOwedFee(resources, answer.fee?.submissionId ?? '');
      return fee ? { fee: feeMessage(fee) } : {};
    },
  }),
});

export const decisionMailRpc = rpc<FestivalResources>()(DecisionMailService, {
  getSentDecision: read(submissionIdSchema, getSentDecision, ({ makerId, ...mail }) => ({
    ...{ makerId: makerId ?? '', ...mail },
  })),
});
