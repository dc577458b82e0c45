import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { requireOwnCall } from './call-rights.ts';
import * as waivers from './waivers.ts';

export const setWaiverWithdrawnSchema = z.object({ waiverId: z.string(), withdrawn: z.boolean() });

/** Ends a code, or offers it again. */
export async function setWaiverWithdrawn(
  { tx }: FestivalWrite,
  viewer: AccountViewer,
  { waiverId, withdrawn }: z.output<typeof setWaiverWithdrawnSchema>,
): Promise<waivers.Waiver> {
  const waiver = await waivers.get(tx, waiverId);
  await requireOwnCall(tx, viewer, waiver.callId);
  return waivers.setWithdrawn(tx, waiver.id, withdrawn);
}
