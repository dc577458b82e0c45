import type { Viewer } from '@marquee/runtime/viewer';
import type { Award } from '../../gen/prisma/client.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as awards from './awards.ts';

/** What a film has won, or was chosen for [FLM-07]. */
export async function listAwards(
  resources: FilmResources,
  viewer: Viewer,
  input: { filmId: string },
): Promise<Award[]> {
  const film = await films.get(resources.db, input.filmId);
  requireVisibleTo(viewer, film);
  return awards.listOf(resources, film.id);
}
