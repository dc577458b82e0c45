import { SITEMAP_URLS_MAX, type sitemapPartSchema } from '@marquee/rules/sitemap';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as organizations from './organizations.ts';

/** The addresses of active organizations, for search engines [PRO-19]. */
export async function listSitemapOrganizations(
  { db }: Pick<FestivalResources, 'db'>,
  _viewer: Viewer,
  { part }: z.output<typeof sitemapPartSchema>,
): Promise<{ addresses: string[] }> {
  return { addresses: await organizations.activeAddresses(db, part, SITEMAP_URLS_MAX) };
}
