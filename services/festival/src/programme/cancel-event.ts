import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { type EventPage, eventPage } from './event-page.ts';
import * as events from './events.ts';
import type { eventIdSchema } from './get-event.ts';
import { eventNotPublished } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

/** Cancels a published event for good; its page stays and says so [FES-03]. */
export async function cancelEvent(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<EventPage> {
  const event = await events.lock(tx, eventId);
  await requireProgrammer(tx, viewer, event.festivalId);
  if (event.status === 'DRAFT') throw eventNotPublished();
  if (event.status === 'PUBLISHED') {
    const changes = { status: 'CANCELLED', sellingTickets: false, updatedAt: clock.now() };
    await emitEventChanged({ tx, emit }, await events.update(tx, event.id, changes));
  }
  return eventPage(tx, event.id);
}
