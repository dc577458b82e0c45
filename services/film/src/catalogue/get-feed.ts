import { GENRES } from '@marquee/rules/genres';
import type { CardRow } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import { getCards, listRails, type RailRow } from './catalogue-store.ts';

export type RailName = 'NEW' | 'FESTIVAL_PREMIERES' | 'SHORT_FILMS' | 'FEATURE_FILMS' | 'GENRE' | 'TOP_RATED';
export type FeedRail = { rail: RailName; genre: string; title: string; films: CardRow[] };
export type Feed = { hero: CardRow | undefined; rails: FeedRail[] };

const TITLES: Record<Exclude<RailName, 'GENRE'>, string> = {
  NEW: 'New',
  FESTIVAL_PREMIERES: 'Festival premieres',
  TOP_RATED: 'Top rated',
  SHORT_FILMS: 'Short films',
  FEATURE_FILMS: 'Feature films',
};
const GENRE_RAILS_MAX = 8;
/** A genre with fewer films has no rail of its own. */
const GENRE_RAIL_FILMS_MIN = 3;

/** The home page: published, approved films in rails, by two queries [FLM-01]. */
export async function getFeed({ db }: Pick<FilmResources, 'db'>): Promise<Feed> {
  const rows = await listRails(db, GENRES);
  const cards = await getCards(db, [...new Set(rows.map(({ id }) => id))]);
  const filmsOf = (wanted: (row: RailRow) => boolean) => rows.filter(wanted).flatMap(({ id }) => cards.get(id) ?? []);

  const fixed = (Object.keys(TITLES) as (keyof typeof TITLES)[]).map((rail) => ({
    rail,
    genre: '',
    title: TITLES[rail],
    films: filmsOf((row) => row.rail === rail),
  }));
  const genres = GENRES.map((genre) => ({
    rail: 'GENRE' as const,
    genre,
    title: genre,
    films: filmsOf((row) => row.rail === 'GENRE' && row.genre === genre),
  }))
    .filter(({ films }) => films.length >= GENRE_RAIL_FILMS_MIN)
    .sort((a, b) => b.films.length - a.films.length)
    .slice(0, GENRE_RAILS_MAX);

  const rails = [...fixed, ...genres].filter(({ films }) => films.length > 0);
  return { hero: heroOf(fixed.find(({ rail }) => rail === 'NEW')?.films ?? []), rails };
}

// The newest that can be watched now and has a still to fill the screen; failing that, the newest with a still.
function heroOf(newest: CardRow[]): CardRow | undefined {
  const withStill = newest.filter(({ trailer_thumbnail }) => trailer_thumbnail !== null);
  const watchable = withStill.find(({ film_ready, release_type }) => film_ready && release_type === 'WATCH_NOW');
  return watchable ?? withStill[0] ?? newest[0];
}
