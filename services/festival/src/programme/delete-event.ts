import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as events from './events.ts';
import type { eventIdSchema } from './get-event.ts';
import { eventNotDraft } from './programme-errors.ts';
import { emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

/** Deletes an event that was never on show [FES-03]. */
export async function deleteEvent(
  { tx, emit }: FestivalWrite,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<object> {
  const event = await events.lock(tx, eventId);
  await requireProgrammer(tx, viewer, event.festivalId);
  if (event.status !== 'DRAFT') throw eventNotDraft();
  await events.remove(tx, event.id);
  await emitEventChanged({ tx, emit }, { ...event, version: event.version + 1n });
  return {};
}
