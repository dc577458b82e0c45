import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireDeskCall } from '../calls/call-rights.ts';
import type { ShownCall } from '../calls/calls.ts';
import type { callIdSchema } from '../calls/get-call.ts';
import type { FestivalResources } from '../resources.ts';
import * as criteria from './criteria.ts';
import * as judges from './judges.ts';

export type Rubric = { call: ShownCall; criteria: criteria.JudgingCriterion[] };

/** The judges and criteria of a call, for those who work on it [FES-09]. */
export async function getJudging(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<Rubric & { judges: judges.ShownJudge[] }> {
  const call = await requireDeskCall(db, viewer, callId);
  return { call, criteria: await criteria.listOf(db, call.id), judges: await judges.listOf(db, call.id) };
}
