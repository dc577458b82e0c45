import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { callCancelled, callNotOpen } from './call-errors.ts';
import { callChanged } from './call-events.ts';
import { lockOwnCall } from './call-rights.ts';
import * as calls from './calls.ts';
import type { callIdSchema } from './get-call.ts';

/** Cancels a call. Its submissions end, and what was paid for them goes back, soon afterwards [FES-09]. */
export async function cancelCall(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<calls.ShownCall> {
  const call = await lockOwnCall(tx, viewer, callId);
  if (call.state === 'DRAFT') throw callNotOpen();
  if (call.state === 'CANCELLED') throw callCancelled();
  await calls.update(tx, call.id, { state: 'CANCELLED', updatedAt: clock.now() });
  const cancelled = await calls.get(tx, call.id);
  await emit(callChanged(cancelled));
  return cancelled;
}
