import { unlockHours } from '@marquee/rules/windows';
import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, showsEditPage } from '../films/film-rights.ts';
import * as people from '../people/people.ts';
import type { FilmResources } from '../resources.ts';
import type { AccessRow } from './access.ts';
import { accessOf, type FilmAccess, type Moment } from './film-access.ts';
import { filmOfViewer } from './film-of-viewer.ts';
import { siteHours } from './site-hours.ts';

export type FilmAccessOfViewer = {
  film: AccessRow;
  access: FilmAccess;
  canEdit: boolean;
  creatorName: string;
  /** What an unlock gives to who needs one. */
  unlock: { unlockHours: number; watchHours: number } | undefined;
};

/** What the viewer may do with a film now, and what they have of it [WAT-01]. Only who edits it learns which account made it. */
export async function getFilmAccess(
  resources: FilmResources,
  viewer: Viewer,
  { filmId, place }: { filmId: string } & Pick<Moment, 'place'>,
): Promise<FilmAccessOfViewer> {
  const film = await filmOfViewer(resources, viewer, filmId);
  const access = accessOf(viewer, film, { now: resources.clock.now(), place }, film);
  const creatorName = canEdit(viewer, film) ? await people.nameOf(resources.db, film.createdBy) : '';
  const unlock = access.action === 'UNLOCK' ? unlockHours(film, siteHours(resources, film)) : undefined;
  return { film, access, canEdit: showsEditPage(viewer, film), creatorName, unlock };
}
