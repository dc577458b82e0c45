import { newId } from '@marquee/data/ids';
import { SUBMISSION_LIMITS, waiverSchema } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { callCancelled, tooManyWaivers, waiverTaken } from './call-errors.ts';
import { lockOwnCall } from './call-rights.ts';
import * as waivers from './waivers.ts';

export const createWaiverSchema = waiverSchema.extend({ callId: z.string() });

/** Makes a code that lowers the fee of a call, for a limited number of uses [FES-09]. */
export async function createWaiver(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { callId, ...fields }: z.output<typeof createWaiverSchema>,
): Promise<waivers.Waiver> {
  const call = await lockOwnCall(tx, viewer, callId);
  if (call.state === 'CANCELLED') throw callCancelled();
  if ((await waivers.countOf(tx, call.id)) >= SUBMISSION_LIMITS.waiversPerCallMax) throw tooManyWaivers();
  const made = await waivers.insert(tx, { id: newId(), callId: call.id, ...fields, createdAt: clock.now() });
  if (!made) throw waiverTaken();
  return made;
}
