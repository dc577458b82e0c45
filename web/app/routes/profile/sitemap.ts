import { SITEMAP_KINDS, SITEMAP_PARTS } from '@marquee/rules/sitemap';
import { site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { sitemapXml } from '../../features/profile/sitemap-xml.ts';
import type { Route } from './+types/sitemap';

export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;

/** Where search engines find all public films, listed profiles and active organizations [PRO-19]. */
export function loader({ context }: Route.LoaderArgs) {
  const paths = SITEMAP_KINDS.flatMap((kind) => SITEMAP_PARTS.map((part) => `/sitemap/${kind}/${part}`));
  return sitemapXml('sitemapindex', paths, context.get(site).publicUrl);
}
