import type { Viewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { FilmResources } from '../resources.ts';
import * as access from './access.ts';

/** A film that the viewer finds, with what they have of it, also what is not written yet. */
export async function filmOfViewer(
  { db, positions }: Pick<FilmResources, 'db' | 'positions'>,
  viewer: Viewer,
  filmId: string,
): Promise<access.AccessRow> {
  const accountId = viewer.kind === 'account' ? viewer.accountId : null;
  if (accountId) await positions.flushFor(accountId);
  const film = await access.get(db, filmId, accountId);
  requireVisibleTo(viewer, film);
  return film;
}
