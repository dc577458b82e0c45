import { submissionChoice } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireShownCall } from '../calls/call-rights.ts';
import type { FestivalResources } from '../resources.ts';
import { type Fee, feeOf } from './fee-of.ts';
import { waiverUsedUp } from './submission-errors.ts';

export const quoteSubmissionSchema = submissionChoice.extend({ callId: z.string() });

/** What a choice costs the viewer now [FES-09]. */
export async function quoteSubmission(
  { db, clock }: FestivalResources,
  viewer: AccountViewer,
  { callId, ...chosen }: z.output<typeof quoteSubmissionSchema>,
): Promise<Fee> {
  const call = await requireShownCall(db, viewer, callId);
  const fee = await feeOf(db, call, chosen, clock.now());
  if (fee.waiver && fee.waiver.uses >= fee.waiver.usesMax) throw waiverUsedUp();
  return fee;
}
