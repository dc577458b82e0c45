import { site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import type { Route } from './+types/robots';

export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;

/** Search engines may read what is public, and find it by the sitemap. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(site);
  const lines = ['User-agent: *', 'Disallow: /superadmin', `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`, ''];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
