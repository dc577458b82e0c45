import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { cardView, heroView } from '../app/features/feed/card-view.ts';
import { HomePage } from '../app/features/feed/home-page.tsx';
import { railHref } from '../app/features/feed/rails.ts';
import { personFilmsPage } from '../app/features/profile/person-films.ts';
import { ProfilePage } from '../app/features/profile/profile-page.tsx';
import { profileView } from '../app/features/profile/profile-view.ts';
import { Footer } from '../app/layout/footer.tsx';
import { BottomBar, TopBar } from '../app/layout/top-bar.tsx';

type Feed = {
  hero: Parameters<typeof heroView>[0];
  rails: { kind: number; title: string; genre: string; films: Parameters<typeof cardView>[0][] }[];
};

/** The home page's tree by react-dom alone: no loaders, no data for the browser, no document head. */
export function renderBare({ hero, rails }: Feed): string {
  const views = rails.map(({ kind, title, genre, films }) => ({
    key: `${kind}-${genre}`,
    title,
    href: railHref(kind, genre),
    films: films.map(cardView),
  }));
  return documentOf('/', <HomePage hero={heroView(hero)} rails={views} />);
}

/** The same of a profile. */
export function renderBareProfile(
  profile: Parameters<typeof profileView>[0],
  films: Parameters<typeof personFilmsPage>[0],
  { connections, referrals, profileViews }: { connections: number; referrals: number; profileViews: bigint },
): string {
  const counters = { connections, referrals, profileViews: Number(profileViews) };
  const listed = { ...personFilmsPage(films), creditCount: films.creditCount };
  return documentOf('/profile/u1', <ProfilePage profile={profileView(profile)} films={listed} counters={counters} />);
}

function documentOf(path: string, page: ReactNode): string {
  return `<!DOCTYPE html>${renderToString(
    <html lang="en">
      <body>
        <StaticRouter location={path}>
          <TopBar />
          <main id="main">{page}</main>
          <Footer />
          <BottomBar />
        </StaticRouter>
      </body>
    </html>,
  )}`;
}
