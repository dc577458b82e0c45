import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as awards from './awards.ts';
import { changedAwards, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';

export const deleteEventAwardSchema = z.object({ eventId: z.string(), awardId: z.string() });

/** Takes an award record back, from the film's page too [FES-07]. */
export async function deleteEventAward(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, awardId }: z.output<typeof deleteEventAwardSchema>,
): Promise<EventPage> {
  const event = await lockOwn(write, viewer, eventId);
  const award = await awards.get(write.tx, event.id, awardId);
  await awards.remove(write.tx, award.id);
  return changedAwards(write, viewer, event);
}
