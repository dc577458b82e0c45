import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import * as calls from './calls.ts';

/** The calls of an organization that were opened [FES-09]. */
export async function listCalls(
  { db, clock }: FestivalResources,
  _viewer: Viewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<calls.ShownCall[]> {
  return isId(festivalId) ? calls.listOpened(db, festivalId, clock.now()) : [];
}
