import type { AccountViewer } from '@marquee/runtime/viewer';
import { canEdit, requireVisibleTo } from '../films/film-rights.ts';
import type { FilmResources } from '../resources.ts';
import * as access from '../watch/access.ts';
import { premiereNotYours } from './premiere-errors.ts';
import * as premieres from './premieres.ts';

/** The event of a premiere that the viewer may delay and stop; undefined without one. */
export type Hosted = { event: premieres.PremiereEvent | undefined };

/**
 * Whether the viewer may delay and stop a premiere: its maker, staff, and who makes the programme of its event, which
 * festival knows. Runs before the transaction, because it asks festival.
 *
 * @throws DomainError FORBIDDEN, PREMIERE_NOT_YOURS
 */
export async function requireHost(
  { db, programme }: FilmResources,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<Hosted> {
  const film = await access.get(db, filmId, viewer.accountId);
  requireVisibleTo(viewer, film);
  premieres.startOf(film);
  const event = await premieres.eventOf(db, film.id);
  if (canEdit(viewer, film)) return { event };
  if (!event) throw premiereNotYours();
  const { canManage } = await programme.getEvent({ eventId: event.eventId });
  if (!canManage) throw premiereNotYours();
  return { event };
}
