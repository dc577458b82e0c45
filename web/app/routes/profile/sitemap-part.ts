import { SITEMAP_PARTS } from '@marquee/rules/sitemap';
import { type Api, api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { festivalPath } from '../../features/organizations/organization-view.ts';
import { sitemapXml } from '../../features/profile/sitemap-xml.ts';
import type { Route } from './+types/sitemap-part';

export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;

/** One part of the sitemap of films, people or festivals. */
export async function loader({ params: { kind, part }, context }: Route.LoaderArgs) {
  if (!SITEMAP_PARTS.includes(part)) throw notFound('');
  return sitemapXml('urlset', await pathsOf(context.get(api), kind, part), context.get(site).publicUrl);
}

async function pathsOf({ catalogue, people, organizations }: Api, kind: string, part: string): Promise<string[]> {
  switch (kind) {
    case 'films':
      return (await catalogue.listSitemapFilms({ part })).filmIds.map((id) => `/feed/${id}`);
    case 'people':
      return (await people.listSitemapProfiles({ part })).profileIds.map((id) => `/profile/${id}`);
    case 'festivals':
      return (await organizations.listSitemapOrganizations({ part })).addresses.map((address) =>
        festivalPath({ address }),
      );
    default:
      throw notFound('');
  }
}
