import type { Viewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import * as access from './access.ts';
import { requireWatchableBy } from './film-access.ts';

/**
 * A film that the viewer may see, with their unlock, progress and rating. Writes their buffered positions first.
 * @throws DomainError NOT_FOUND, FILM_NOT_FOUND or FILM_NOT_AVAILABLE
 */
export async function filmOfViewer(
  { db, positions, clock }: Pick<FilmResources, 'db' | 'positions' | 'clock'>,
  viewer: Viewer,
  filmId: string,
): Promise<access.AccessRow> {
  const accountId = viewer.kind === 'account' ? viewer.accountId : null;
  if (accountId) await positions.flushFor(accountId);
  const film = await access.get(db, filmId, accountId);
  requireWatchableBy(viewer, film, clock.now());
  return film;
}
