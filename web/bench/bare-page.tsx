import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { cardView, heroView } from '../app/features/feed/card-view.ts';
import { HomePage, railHref } from '../app/features/feed/home-page.tsx';
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
  return `<!DOCTYPE html>${renderToString(
    <html lang="en">
      <body>
        <StaticRouter location="/">
          <TopBar />
          <main id="main">
            <HomePage hero={heroView(hero)} rails={views} />
          </main>
          <Footer />
          <BottomBar />
        </StaticRouter>
      </body>
    </html>,
  )}`;
}
