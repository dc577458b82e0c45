import { PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import type { Api } from '../../api/context.ts';
import { notFound } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { type EventView, eventView } from './event-view.ts';

/** An event for a page of its own. */
export async function getEventView({ programme }: Pick<Api, 'programme'>, eventId: string): Promise<EventView> {
  const { event } = await programme.getEvent({ eventId });
  if (!event) throw notFound(_(PROGRAMME_MESSAGES.eventNotFound));
  return eventView(event);
}
