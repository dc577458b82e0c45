import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { callNotDraft } from './call-errors.ts';
import { lockOwnCall } from './call-rights.ts';
import * as calls from './calls.ts';
import type { callIdSchema } from './get-call.ts';

/** Deletes a draft: nobody else has seen it. */
export async function deleteCall(
  { tx }: FestivalWrite,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<void> {
  const call = await lockOwnCall(tx, viewer, callId);
  if (call.state !== 'DRAFT') throw callNotDraft();
  await calls.remove(tx, call.id);
}
