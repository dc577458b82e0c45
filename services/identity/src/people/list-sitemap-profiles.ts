import { SITEMAP_URLS_MAX, type sitemapPartSchema } from '@marquee/rules/sitemap';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

/** The ids of listed profiles, for search engines [PRO-19]. */
export async function listSitemapProfiles(
  { db }: Pick<IdentityResources, 'db'>,
  _viewer: Viewer,
  { part }: z.output<typeof sitemapPartSchema>,
): Promise<{ profileIds: string[] }> {
  return { profileIds: await accounts.listedIds(db, part, SITEMAP_URLS_MAX) };
}
