import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { type EventPage, eventPage } from './event-page.ts';
import * as events from './events.ts';
import type { eventIdSchema } from './get-event.ts';
import { eventCancelled, eventEnded } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

/** Puts a draft on show. A published event stays as it is [FES-03]. */
export async function publishEvent(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<EventPage> {
  const event = await events.lock(tx, eventId);
  await requireProgrammer(tx, viewer, event.festivalId);
  if (event.status === 'CANCELLED') throw eventCancelled();
  if (event.status === 'DRAFT') {
    const now = clock.now();
    if (event.endTime <= now) throw eventEnded();
    await emitEventChanged({ tx, emit }, await events.update(tx, event.id, { status: 'PUBLISHED', updatedAt: now }));
  }
  return eventPage(tx, event.id);
}
