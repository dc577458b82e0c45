import { SITEMAP_URLS_MAX, type sitemapPartSchema } from '@marquee/rules/sitemap';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';

/** The ids of films that everybody finds, for search engines [PRO-19]. */
export async function listSitemapFilms(
  { db }: Pick<FilmResources, 'db'>,
  _viewer: Viewer,
  { part }: z.output<typeof sitemapPartSchema>,
): Promise<{ filmIds: string[] }> {
  return { filmIds: await films.visibleIds(db, part, SITEMAP_URLS_MAX) };
}
