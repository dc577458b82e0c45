import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { standingOf } from '../organizations/organization-rights.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';
import { eventNotFound } from './programme-errors.ts';

export const eventIdSchema = z.object({ eventId: z.string() });

/** An event; one that is not on show only for those who work for its organization [FES-03] [FES-08]. */
export async function getEvent(
  { db }: FestivalResources,
  viewer: Viewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<{ event: events.ShownEvent; canManage: boolean }> {
  const event = await events.get(db, eventId);
  const standing = await standingOf(db, viewer, { id: event.festivalId, directorId: event.directorId });
  const isShown = event.status !== 'DRAFT' && event.festivalStatus === 'ACTIVE';
  if (!isShown && standing === undefined) throw eventNotFound();
  return { event, canManage: standing !== undefined && standing !== 'DOOR' };
}
