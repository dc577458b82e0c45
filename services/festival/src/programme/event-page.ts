import type { Queryable } from '../organizations/organizations.ts';
import * as awards from './awards.ts';
import * as blocks from './blocks.ts';
import * as events from './events.ts';

/** An event with all that its page shows. */
export type EventPage = { event: events.ShownEvent; blocks: blocks.ShownBlock[]; awards: awards.ShownAward[] };

/** @throws DomainError NOT_FOUND, EVENT_NOT_FOUND */
export async function eventPage(db: Queryable, id: string): Promise<EventPage> {
  const event = await events.get(db, id);
  const byEvent = await blocks.listOf(db, [event.id]);
  return { event, blocks: byEvent.get(event.id) ?? [], awards: await awards.listOf(db, event.id) };
}
