import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalWrite } from '../resources.ts';
import { type EventPage, eventPage } from './event-page.ts';
import * as events from './events.ts';
import { awardsChanged, emitEventChanged } from './programme-events.ts';
import { requireProgrammer } from './programme-rights.ts';

/** The event, locked, whose programme the viewer may change. @throws DomainError EVENT_NOT_FOUND, ORGANIZATION_NOT_YOURS */
export async function lockOwn({ tx }: FestivalWrite, viewer: AccountViewer, eventId: string): Promise<events.Event> {
  const event = await events.lock(tx, eventId);
  await requireProgrammer(tx, viewer, event.festivalId);
  return event;
}

/** Counts the version of a locked event up, whose blocks or awards changed, and drops its pages. */
export async function changed({ tx, clock, emit }: FestivalWrite, { id }: events.Event): Promise<EventPage> {
  await emitEventChanged({ tx, emit }, await events.update(tx, id, { updatedAt: clock.now() }));
  return eventPage(tx, id);
}

/** As `changed`, and sends film all awards that the event has now. */
export async function changedAwards(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  event: events.Event,
): Promise<EventPage> {
  await changed(write, event);
  // An event of its own version: consumers drop what is not newer.
  await events.update(write.tx, event.id, { updatedAt: write.clock.now() });
  const page = await eventPage(write.tx, event.id);
  await write.emit(awardsChanged(page.event, page.awards, accountId));
  return page;
}
