import { JUDGING_LIMITS } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireOwnCall } from '../calls/call-rights.ts';
import type { FestivalResources } from '../resources.ts';
import { mailMissing } from './decision-errors.ts';
import * as mails from './decision-mails.ts';
import { mergeMail } from './merge-mail.ts';
import type { namedDecisionSchema } from './save-decision-mail.ts';

export type PreviewedMail = { submissionId: string; makerName: string; subject: string; body: string };

/** The mails of a decision as their recipients will read them, before any is sent [FES-09]. */
export async function previewDecisionMails(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { callId, decision }: z.output<typeof namedDecisionSchema>,
): Promise<{ mails: PreviewedMail[]; waiting: number }> {
  const call = await requireOwnCall(db, viewer, callId);
  const mail = await mails.get(db, call.id, decision);
  if (mail.subject === '') throw mailMissing();
  const named = { callId: call.id, decision, limit: JUDGING_LIMITS.previewsMax, lock: false };
  const recipients = await mails.listWaiting(db, named);
  const previews = recipients.map((recipient) => ({
    ...{ submissionId: recipient.id, makerName: recipient.makerName },
    ...mergeMail(mail, call, recipient),
  }));
  return { mails: previews, waiting: mail.waiting };
}
