import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as awards from './awards.ts';
import * as blocks from './blocks.ts';
import type { EventPage } from './event-page.ts';
import * as events from './events.ts';
import { filmNotFound } from './programme-errors.ts';

export const listMyFilmEventsSchema = z.object({ filmId: z.string(), pageSize: z.number(), cursor: z.string() });

/** Where a film is and was shown, and what it won there, for its maker and staff [STU-03]. */
export async function listMyFilmEvents(
  { db, config, films }: FestivalResources,
  viewer: AccountViewer,
  { filmId, pageSize: size, cursor }: z.output<typeof listMyFilmEventsSchema>,
): Promise<{ pages: EventPage[]; nextCursor: string }> {
  const [film] = isId(filmId) ? (await films.describeFilms({ filmIds: [filmId] })).films : [];
  if (!film || !(film.makerId === viewer.accountId || isStaff(viewer))) throw filmNotFound();
  const scope = JSON.stringify(['events of a film', filmId]);
  const list = keyset<events.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const found = await events.listShowing(db, { filmId, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, events.keyOf);
  const eventIds = rows.map(({ id }) => id);
  const [blocksOf, awardsOf] = await Promise.all([
    blocks.listOf(db, eventIds),
    awards.listOfFilm(db, filmId, eventIds),
  ]);
  const pages = rows.map((event) => ({
    event,
    // A block is named with this film alone: others of it may not be announced.
    blocks: (blocksOf.get(event.id) ?? []).flatMap(({ films: shown, ...block }) => {
      const own = shown.filter((one) => one.filmId === filmId);
      return own.length > 0 ? [{ ...block, films: own }] : [];
    }),
    awards: awardsOf.filter(({ eventId }) => eventId === event.id),
  }));
  return { pages, nextCursor };
}
