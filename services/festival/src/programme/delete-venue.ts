import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { venueInUse } from './programme-errors.ts';
import { requireProgrammer } from './programme-rights.ts';
import * as venues from './venues.ts';

export const deleteVenueSchema = z.object({ festivalId: z.string(), venueId: z.string() });

/** Deletes a venue without events [FES-11]. */
export async function deleteVenue(
  { tx }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId: address, venueId }: z.output<typeof deleteVenueSchema>,
): Promise<object> {
  const { id: festivalId } = await requireProgrammer(tx, viewer, address);
  const venue = await venues.lock(tx, festivalId, venueId);
  if (await venues.isUsed(tx, venue.id)) throw venueInUse();
  await venues.remove(tx, venue.id);
  return {};
}
