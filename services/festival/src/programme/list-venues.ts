import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { requireProgrammer } from './programme-rights.ts';
import * as venues from './venues.ts';

/** The venues of an organization, for those who make its programme [FES-11]. */
export async function listVenues(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<venues.Venue[]> {
  const { id } = await requireProgrammer(db, viewer, festivalId);
  return venues.listOf(db, id);
}
