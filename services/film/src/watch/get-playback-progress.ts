import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import type { AccessRow } from './access.ts';
import { filmOfViewer } from './film-of-viewer.ts';

/** Where the viewer is in a film [WAT-10]. */
export async function getPlaybackProgress(
  resources: FilmResources,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<AccessRow> {
  return filmOfViewer(resources, viewer, filmId);
}
