import * as cards from '../films/cards.ts';
import type { Queryable } from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as featured from './featured-films.ts';
import { type FeaturedState, statesOf } from './featured-states.ts';

export type FeaturedEntry = { card: cards.Card; startsAt: Date | null; endsAt: Date | null; state: FeaturedState };

/** What staff picked for the large place of the home page, and where each stands now. */
export async function listFeaturedFilms({ db, clock }: Pick<FilmResources, 'db' | 'clock'>): Promise<FeaturedEntry[]> {
  return entriesOf(db, clock.now());
}

export async function entriesOf(db: Queryable, now: Date): Promise<FeaturedEntry[]> {
  const picks = await featured.list(db);
  const states = statesOf(picks, now);
  const byId = await cards.byId(
    db,
    picks.map(({ filmId }) => filmId),
  );
  return picks.flatMap(({ filmId, startsAt, endsAt }, index) => {
    const card = byId.get(filmId);
    const state = states[index];
    return card && state ? [{ card, startsAt, endsAt, state }] : [];
  });
}
