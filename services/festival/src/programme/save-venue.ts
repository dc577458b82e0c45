import { newId } from '@marquee/data/ids';
import { PROGRAMME_LIMITS, venueSchema } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { requireCapacity } from '../tickets/capacity.ts';
import * as events from './events.ts';
import { tooManyVenues } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';
import * as venues from './venues.ts';

export const saveVenueSchema = z.object({ ...venueSchema.shape, festivalId: z.string(), venueId: z.string() });

/** Adds a venue, or changes one; pages of the events there change with it [FES-11]. */
export async function saveVenue(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId: address, venueId, ...fields }: z.output<typeof saveVenueSchema>,
): Promise<venues.Venue> {
  const { id: festivalId } = await requireProgrammer(tx, viewer, address);
  if (venueId === '') {
    // Two at once are counted one after the other.
    await organizations.lock(tx, festivalId);
    if ((await venues.countOf(tx, festivalId)) >= PROGRAMME_LIMITS.venuesPerFestivalMax) throw tooManyVenues();
    return venues.insert(tx, { id: newId(), festivalId, ...fields, createdAt: clock.now() });
  }
  const venue = await venues.lock(tx, festivalId, venueId);
  const changed = await venues.update(tx, venue.id, fields);
  const there = await events.touchAt(tx, venue.id, clock.now());
  await requireCapacity(
    tx,
    there.map(({ id }) => id),
  );
  for (const event of there) await emitEventChanged({ tx, emit }, event);
  return changed;
}
