import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { requireShownCall } from './call-rights.ts';
import type { ShownCall } from './calls.ts';

export const callIdSchema = z.object({ callId: z.string() });

/** A call as everybody sees it; a draft only for those who work on it [FES-09] [FES-08]. */
export function getCall(
  { db }: FestivalResources,
  viewer: Viewer,
  { callId }: z.output<typeof callIdSchema>,
): Promise<ShownCall> {
  return requireShownCall(db, viewer, callId);
}
