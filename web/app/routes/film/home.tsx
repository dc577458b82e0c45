import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { cardView, heroView } from '../../features/feed/card-view.ts';
import { HomePage } from '../../features/feed/home-page.tsx';
import { railHref, railTitle } from '../../features/feed/rails.ts';
import { _ } from '../../language/words.ts';
import { pageMeta } from '../../layout/page-meta.ts';
import type { Route } from './+types/home';

export const handle = { publicPage: { tags: () => ['feed'] } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({
    title: _('Marquee · Films'),
    description: _('Films and festivals, and the people who make them.'),
    path: '/',
    publicUrl: loaderData?.publicUrl,
    picture: loaderData?.hero?.still,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { hero, rails } = await context.get(api).catalogue.getFeed({});
  return {
    publicUrl: context.get(site).publicUrl,
    hero: hero ? heroView(hero) : undefined,
    rails: rails.map(({ kind, title, genre, films }) => ({
      key: `${kind}-${genre}`,
      title: railTitle(kind, title),
      href: railHref(kind, genre),
      films: films.map(cardView),
    })),
  };
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return <HomePage hero={loaderData.hero} rails={loaderData.rails} />;
}
