import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import * as events from '../tickets/events.ts';

/** The event, where the viewer may check tickets. @throws DomainError NOT_FOUND; FORBIDDEN, ORGANIZATION_NOT_YOURS */
export async function requireDoorkeeper(
  db: organizations.Queryable,
  viewer: AccountViewer,
  eventId: string,
): Promise<events.TicketEvent> {
  const event = await events.get(db, eventId);
  await requireStanding(db, viewer, await organizations.get(db, event.festivalId), 'MANAGER', 'DOOR');
  return event;
}
