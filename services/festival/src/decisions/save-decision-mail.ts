import { decisionMailSchema, JUDGING_MESSAGES } from '@marquee/rules/judging';
import { DECISIONS } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import type { FestivalWrite } from '../resources.ts';
import * as mails from './decision-mails.ts';

export const namedDecisionSchema = z.object({
  callId: z.string(),
  decision: z.enum(DECISIONS, JUDGING_MESSAGES.decision),
});
export const saveDecisionMailSchema = decisionMailSchema.extend(namedDecisionSchema.shape);

/** Writes the mail of a decision. What was sent stays as it was [FES-09]. */
export async function saveDecisionMail(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { callId, decision, subject, body }: z.output<typeof saveDecisionMailSchema>,
): Promise<mails.DecisionMail> {
  const call = await lockOwnCall(tx, viewer, callId);
  await mails.save(tx, { callId: call.id, decision, subject, body }, clock.now());
  return mails.get(tx, call.id, decision);
}
