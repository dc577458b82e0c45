import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as blocks from './blocks.ts';
import { changed, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';

export const deleteBlockFilmSchema = z.object({ eventId: z.string(), blockFilmId: z.string() });

/** Takes a film out of a block [FES-04]. */
export async function deleteBlockFilm(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockFilmId }: z.output<typeof deleteBlockFilmSchema>,
): Promise<EventPage> {
  const event = await lockOwn(write, viewer, eventId);
  const film = await blocks.getFilm(write.tx, event.id, blockFilmId);
  await blocks.removeFilm(write.tx, film.id);
  return changed(write, event);
}
