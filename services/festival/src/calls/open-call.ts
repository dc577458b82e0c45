import { deadlineAt } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { callInPast, callNotDraft, noSubmissions } from './call-errors.ts';
import { callChanged } from './call-events.ts';
import { lockOwnCall } from './call-rights.ts';
import * as calls from './calls.ts';
import type { callIdSchema } from './get-call.ts';
import { takesSubmissions } from './takes-submissions.ts';

/** Opens a draft: makers submit until its last deadline [FES-09]. */
export async function openCall(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<calls.ShownCall> {
  const call = await lockOwnCall(tx, viewer, callId);
  if (call.state !== 'DRAFT') throw callNotDraft();
  if (!takesSubmissions(call.festivalType)) throw noSubmissions();
  if (!deadlineAt(call, clock.now())) throw callInPast();
  await calls.update(tx, call.id, { state: 'OPEN', updatedAt: clock.now() });
  const opened = await calls.get(tx, call.id);
  await emit(callChanged(opened));
  return opened;
}
