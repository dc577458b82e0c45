import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireDeskCall } from '../calls/call-rights.ts';
import type { callIdSchema } from '../calls/get-call.ts';
import type { FestivalResources } from '../resources.ts';
import * as mails from './decision-mails.ts';

/** The mails of a call, one for each decision, with how many wait [FES-09]. */
export async function listDecisionMails(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<mails.DecisionMail[]> {
  const call = await requireDeskCall(db, viewer, callId);
  return mails.listOf(db, call.id);
}
