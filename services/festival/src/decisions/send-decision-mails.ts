import { JUDGING_LIMITS } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import { endScreenings } from '../judging/end-screenings.ts';
import { submissionDecided } from '../judging/judging-events.ts';
import type { FestivalWrite } from '../resources.ts';
import { mailMissing } from './decision-errors.ts';
import * as mails from './decision-mails.ts';
import { mergeMail } from './merge-mail.ts';
import type { namedDecisionSchema } from './save-decision-mail.ts';

/** Sends the mails that wait, each once; its films are judged no longer. What stops halfway is sent by the next call [FES-09]. */
export async function sendDecisionMails(
  write: FestivalWrite,
  viewer: AccountViewer,
  { callId, decision }: z.output<typeof namedDecisionSchema>,
): Promise<{ sent: number; waiting: number }> {
  const { tx, clock, emit } = write;
  const call = await lockOwnCall(tx, viewer, callId);
  const mail = await mails.get(tx, call.id, decision);
  if (mail.subject === '') throw mailMissing();
  const named = { callId: call.id, decision, limit: JUDGING_LIMITS.sentAtOnceMax, lock: true };
  const recipients = await mails.listWaiting(tx, named);
  for (const recipient of recipients) {
    const text = mergeMail(mail, call, recipient);
    await mails.markSent(tx, { submissionId: recipient.id, decision, ...text, sentAt: clock.now() });
    await emit(submissionDecided({ ...recipient, decision, version: recipient.version + 1n }));
  }
  await endScreenings(
    write,
    recipients.map(({ id }) => id),
  );
  return { sent: recipients.length, waiting: (await mails.get(tx, call.id, decision)).waiting };
}
