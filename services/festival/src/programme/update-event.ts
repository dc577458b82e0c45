import { eventFields, eventRules } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { requireCapacity } from '../tickets/capacity.ts';
import { type EventPage, eventPage } from './event-page.ts';
import { placeOf } from './event-place.ts';
import * as events from './events.ts';
import { eventCancelled, eventEditConflict } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

export const updateEventSchema = eventRules(
  z.object({
    ...eventFields.shape,
    eventId: z.string(),
    /** 0n: whatever the version is. */
    expectedVersion: z.bigint(),
  }),
);

/** Replaces what an event says of itself; one that moved on is not overwritten [FES-03]. */
export async function updateEvent(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, expectedVersion, ...fields }: z.output<typeof updateEventSchema>,
): Promise<EventPage> {
  const event = await events.lock(tx, eventId);
  await requireProgrammer(tx, viewer, event.festivalId);
  if (expectedVersion !== 0n && expectedVersion !== event.version) throw eventEditConflict(event.version);
  if (event.status === 'CANCELLED') throw eventCancelled();
  const place = await placeOf(tx, event.festivalId, fields);
  const changed = await events.update(tx, event.id, { ...fields, ...place, updatedAt: clock.now() });
  await requireCapacity(tx, [event.id]);
  await emitEventChanged({ tx, emit }, changed);
  return eventPage(tx, event.id);
}
