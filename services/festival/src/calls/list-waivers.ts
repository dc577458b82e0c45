import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { requireOwnCall } from './call-rights.ts';
import type { callIdSchema } from './get-call.ts';
import * as waivers from './waivers.ts';

/** The codes of a call, for who manages it. */
export async function listWaivers(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<waivers.Waiver[]> {
  const call = await requireOwnCall(db, viewer, callId);
  return waivers.listOf(db, call.id);
}
