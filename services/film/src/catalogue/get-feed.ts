import { GENRES } from '@marquee/rules/genres';
import * as cards from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';
import * as rails from './rails.ts';

export type RailName = 'NEW' | 'FESTIVAL_PREMIERES' | 'SHORT_FILMS' | 'FEATURE_FILMS' | 'GENRE' | 'TOP_RATED';
export type FeedRail = { rail: RailName; genre: string; title: string; films: cards.Card[] };
export type Feed = { hero: cards.Card | undefined; rails: FeedRail[] };

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
  const rows = await rails.list(db, GENRES);
  const byId = await cards.byId(db, [...new Set(rows.map(({ id }) => id))]);
  const filmsOf = (wanted: (row: rails.RailRow) => boolean) =>
    rows.filter(wanted).flatMap(({ id }) => byId.get(id) ?? []);

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

  const filled = [...fixed, ...genres].filter(({ films }) => films.length > 0);
  return { hero: heroOf(fixed.find(({ rail }) => rail === 'NEW')?.films ?? []), rails: filled };
}

// The newest that can be watched now and has a still to fill the screen; failing that, the newest with a still.
function heroOf(newest: cards.Card[]): cards.Card | undefined {
  const withStill = newest.filter(({ trailerThumbnail }) => trailerThumbnail !== null);
  const watchable = withStill.find(({ filmReady, releaseType }) => filmReady && releaseType === 'WATCH_NOW');
  return watchable ?? withStill[0] ?? newest[0];
}
