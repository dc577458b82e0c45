import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { standingOf } from '../organizations/organization-rights.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import { type EventPage, eventPage } from './event-page.ts';
import type { ShownEvent } from './events.ts';
import { eventNotFound } from './programme-errors.ts';

export const eventIdSchema = z.object({ eventId: z.string() });

const standingAt = (db: Queryable, viewer: Viewer, { festivalId: id, directorId }: ShownEvent) =>
  standingOf(db, viewer, { id, directorId });

/** Whether the viewer sees the event: everybody once it is published, before only who works for its organization. */
export async function isShown(db: Queryable, viewer: Viewer, event: ShownEvent): Promise<boolean> {
  if (event.status !== 'DRAFT' && event.festivalStatus === 'ACTIVE') return true;
  return (await standingAt(db, viewer, event)) !== undefined;
}

/** An event; one that is not on show only for those who work for its organization [FES-03] [FES-08]. */
export async function getEvent(
  { db }: FestivalResources,
  viewer: Viewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<EventPage & { canManage: boolean }> {
  const page = await eventPage(db, eventId);
  if (!(await isShown(db, viewer, page.event))) throw eventNotFound();
  const standing = await standingAt(db, viewer, page.event);
  return { ...page, canManage: standing !== undefined && standing !== 'DOOR' };
}
