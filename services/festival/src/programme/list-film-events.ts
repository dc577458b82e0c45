import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as blocks from './blocks.ts';
import type { EventPage } from './event-page.ts';
import * as events from './events.ts';

export const listFilmEventsSchema = z.object({ filmId: z.string() });

const EVENTS_MAX = 100;

/** The events that have a film in a block, for staff [ADF-02:events] [ADF-07]. */
export async function listFilmEvents(
  { db }: FestivalResources,
  _viewer: AccountViewer,
  { filmId }: z.output<typeof listFilmEventsSchema>,
): Promise<EventPage[]> {
  if (!isId(filmId)) return [];
  const rows = await events.listWithFilm(db, filmId, EVENTS_MAX);
  const byEvent = await blocks.listOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((event) => ({ event, blocks: byEvent.get(event.id) ?? [], awards: [] }));
}
