import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import * as links from './upload-links.ts';

const LINKS_MAX = 50;

/** The viewer's own links of a film. */
export async function listUploadLinks(
  { db }: MediaResources,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<links.UploadLinkRow[]> {
  return isId(filmId) ? links.ofFilm(db, viewer.accountId, filmId, LINKS_MAX) : [];
}
