import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as queue from './queue.ts';

/** Where a film stands among those that wait for staff, and its neighbours there. */
export async function getQueuePlace(
  { db }: FilmResources,
  _viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<queue.QueuePlace> {
  const { id } = await films.get(db, filmId);
  return queue.placeOf(db, id);
}
