import { newId } from '@marquee/data/ids';
import { eventFields, eventRules, PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { type EventPage, eventPage } from './event-page.ts';
import { placeOf } from './event-place.ts';
import * as events from './events.ts';
import { tooManyEvents } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

export const createEventSchema = eventRules(z.object({ ...eventFields.shape, festivalId: z.string() }));

/** Plans an event, as a draft [FES-03]. */
export async function createEvent(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId: address, ...fields }: z.output<typeof createEventSchema>,
): Promise<EventPage> {
  const { id: festivalId } = await requireProgrammer(tx, viewer, address);
  // Two at once are counted one after the other.
  await organizations.lock(tx, festivalId);
  if ((await events.countOf(tx, festivalId)) >= PROGRAMME_LIMITS.eventsPerFestivalMax) throw tooManyEvents();
  const event = await events.insert(tx, {
    ...{ id: newId(), festivalId, status: 'DRAFT', ...fields, ...(await placeOf(tx, festivalId, fields)) },
    ...{ createdBy: viewer.accountId, createdAt: clock.now() },
  });
  await emitEventChanged({ tx, emit }, event);
  return eventPage(tx, event.id);
}
