import { RailKind } from '@marquee/contracts/film/v1/catalogue_pb';
import { Rail } from '../../ui/rail.tsx';
import type { CardView, HeroView } from './card-view.ts';
import { ContinueWatching } from './continue-watching.tsx';
import { EmptyHouse } from './empty-house.tsx';
import { FilmCard } from './film-card.tsx';
import { GenreLinks } from './genre-links.tsx';
import { Hero } from './hero.tsx';
import { PreparingFilms } from './preparing-films.tsx';

export type RailView = { key: string; title: string; href: string; films: CardView[] };

/** Where a rail continues: the list of films, filtered as the rail is. */
export function railHref(kind: RailKind, genre: string): string {
  if (kind === RailKind.GENRE) return `/films?${new URLSearchParams({ genre })}`;
  if (kind === RailKind.FESTIVAL_PREMIERES) return '/films?release=screening';
  if (kind === RailKind.SHORT_FILMS) return '/films?type=short';
  if (kind === RailKind.FEATURE_FILMS) return '/films?type=feature';
  if (kind === RailKind.TOP_RATED) return '/films?sort=rating';
  return '/films';
}

/** The home page: one film large, then the catalogue in rails [FLM-01]. */
export function HomePage({ hero, rails }: { hero: HeroView | undefined; rails: RailView[] }) {
  if (!hero && rails.length === 0) return <EmptyHouse />;
  const [first, ...others] = rails;
  return (
    <>
      {hero ? <Hero film={hero} /> : <h1 className="sr-only">Films</h1>}
      <div className="page grid grid-cols-1 gap-12 pt-10">
        <PreparingFilms films={rails.flatMap(({ films }) => films)} />
        {first ? <FilmRail rail={first} /> : null}
        <ContinueWatching />
        <GenreLinks />
        {others.map((rail) => (
          <FilmRail key={rail.key} rail={rail} />
        ))}
      </div>
    </>
  );
}

function FilmRail({ rail }: { rail: RailView }) {
  return (
    <Rail title={rail.title} href={rail.href}>
      {rail.films.map((film) => (
        <FilmCard key={film.id} film={film} />
      ))}
    </Rail>
  );
}
