import { GENRES } from '@marquee/rules/genres';
import * as cards from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';
import * as rails from './rails.ts';

export type RailName = 'NEW' | 'FESTIVAL_PREMIERES' | 'SHORT_FILMS' | 'GENRE' | 'TOP_RATED';
type Rail<Film> = { rail: RailName; genre: string; title: string; films: Film[] };
export type FeedRail = Rail<cards.Card>;
export type Feed = { hero: cards.Card | undefined; rails: FeedRail[] };

const TITLES: Record<Exclude<RailName, 'GENRE'>, string> = {
  NEW: 'New',
  FESTIVAL_PREMIERES: 'Festival premieres',
  TOP_RATED: 'Top rated',
  SHORT_FILMS: 'Short films',
};
const RAILS_MAX = 7;
/** A genre with fewer films has no rail of its own. */
const GENRE_RAIL_FILMS_MIN = 3;

/** The home page: one film large, then published, approved films in rails, by three queries [FLM-01]. */
export async function getFeed({ db, clock }: Pick<FilmResources, 'db' | 'clock'>): Promise<Feed> {
  const [rows, heroId] = await Promise.all([rails.list(db, GENRES), rails.heroId(db, clock.now())]);
  const shown = withoutRepeats(railsOf(rows)).slice(0, RAILS_MAX);
  const wanted = new Set([...shown.flatMap(({ films }) => films), ...(heroId ? [heroId] : [])]);
  const byId = await cards.byId(db, [...wanted]);
  return {
    hero: heroId ? byId.get(heroId) : undefined,
    rails: shown.map((rail) => ({ ...rail, films: rail.films.flatMap((id) => byId.get(id) ?? []) })),
  };
}

/** Every rail that has films, with the genres behind the others, the largest first. */
function railsOf(rows: readonly rails.RailRow[]): Rail<string>[] {
  const filmsOf = (wanted: (row: rails.RailRow) => boolean) => rows.filter(wanted).map(({ id }) => id);
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
    .sort((a, b) => b.films.length - a.films.length);
  return [...fixed, ...genres];
}

/** Leaves out of the first rails what a rail before them has, and a rail that nothing is left of. */
function withoutRepeats(all: readonly Rail<string>[]): Rail<string>[] {
  const seen = new Set<string>();
  const kept: Rail<string>[] = [];
  for (const rail of all) {
    const isFirst = kept.length < rails.DISTINCT_RAILS;
    const films = (isFirst ? rail.films.filter((id) => !seen.has(id)) : rail.films).slice(0, rails.RAIL_FILMS_MAX);
    if (films.length === 0) continue;
    kept.push({ ...rail, films });
    for (const id of films) seen.add(id);
  }
  return kept;
}
