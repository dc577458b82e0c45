import type { Tx } from '@marquee/data/database';
import type { EventFields } from '@marquee/rules/programme';
import { capacityOverVenue, venueUnknown } from './programme-errors.ts';
import * as venues from './venues.ts';

/**
 * Where an event is and how many people it takes: at most what its venue does [FES-11].
 *
 * @throws DomainError INVALID_INPUT at `venueId` or `capacity`
 */
export async function placeOf(
  tx: Tx,
  festivalId: string,
  { eventVirtual, venueId, capacity }: Pick<EventFields, 'eventVirtual' | 'venueId' | 'capacity'>,
): Promise<{ venueId: string | null; capacity: number | null }> {
  if (eventVirtual) return { venueId: null, capacity: capacity || null };
  const venue = await venues.find(tx, festivalId, venueId);
  if (!venue) throw venueUnknown();
  if (capacity > venue.capacity) throw capacityOverVenue();
  return { venueId: venue.id, capacity: capacity || venue.capacity };
}
