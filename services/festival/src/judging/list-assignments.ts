import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { callNotFound } from '../calls/call-errors.ts';
import type { ShownCall } from '../calls/calls.ts';
import * as calls from '../calls/calls.ts';
import type { callIdSchema } from '../calls/get-call.ts';
import type { FestivalResources } from '../resources.ts';
import * as assignments from './assignments.ts';
import * as judges from './judges.ts';

/** What the viewer judges in a call [FES-09]. */
export async function listAssignments(
  { db }: FestivalResources,
  { accountId }: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<{ call: ShownCall; assignments: assignments.ShownAssignment[] }> {
  const call = await calls.get(db, callId);
  const judge = await judges.find(db, call.id, accountId);
  if (!judge) throw callNotFound();
  return { call, assignments: await assignments.listOf(db, judge.id) };
}
