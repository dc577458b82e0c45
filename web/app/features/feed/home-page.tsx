import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { Rail } from '../../ui/rail.tsx';
import { ForYou } from '../own-films/for-you.tsx';
import type { CardView, HeroView } from './card-view.ts';
import { ComingEvents } from './coming-events.tsx';
import { useIsRoomKept } from './continue-room.ts';
import { ContinueWatching } from './continue-watching.tsx';
import { EmptyHouse } from './empty-house.tsx';
import { FilmCard } from './film-card.tsx';
import { GenreLinks } from './genre-links.tsx';
import { Hero } from './hero.tsx';
import { PreparingFilms } from './preparing-films.tsx';

export type RailView = { key: string; title: string; href: string; films: CardView[] };

/** The home page: one film large, then the catalogue in rails [FLM-01]. */
export function HomePage({ hero, rails }: { hero: HeroView | undefined; rails: RailView[] }) {
  if (!hero && rails.length === 0) return <EmptyHouse />;
  return <FilledHome hero={hero} rails={rails} />;
}

/** No film is in two of so many first rails. */
const DISTINCT_RAILS = 3;

function FilledHome({ hero, rails }: { hero: HeroView | undefined; rails: RailView[] }) {
  const [begun, setBegun] = useState<readonly string[]>([]);
  // The first rail, where there is room for it; otherwise the second, so that what is seen does not move.
  const isFirst = useIsRoomKept();
  const continued = <ContinueWatching onShown={setBegun} />;
  // What is shown large is no rail of its own, as on a site with one film.
  const led = rails.filter(({ films }) => films.length !== 1 || films[0]?.id !== hero?.id);
  const others = led
    .slice(0, DISTINCT_RAILS - 1)
    .map((rail, index) => (isFirst || index > 0 ? without(rail, begun) : rail));
  const [first, ...rest] = [...others, ...led.slice(DISTINCT_RAILS - 1)].filter(({ films }) => films.length > 0);
  return (
    <>
      {hero ? <Hero film={hero} /> : <h1 className="sr-only">{_('Films')}</h1>}
      <div className="page grid grid-cols-1 gap-12 pt-10">
        <PreparingFilms films={rails.flatMap(({ films }) => films)} />
        {isFirst ? continued : null}
        {first ? <FilmRail rail={first} /> : null}
        {isFirst ? null : continued}
        <GenreLinks />
        <ForYou />
        {rest.map((rail) => (
          <FilmRail key={rail.key} rail={rail} />
        ))}
        <ComingEvents />
      </div>
    </>
  );
}

const without = (rail: RailView, filmIds: readonly string[]): RailView => ({
  ...rail,
  films: rail.films.filter(({ id }) => !filmIds.includes(id)),
});

function FilmRail({ rail }: { rail: RailView }) {
  return (
    <Rail title={rail.title} href={rail.href}>
      {rail.films.map((film) => (
        <FilmCard key={film.id} film={film} />
      ))}
    </Rail>
  );
}
