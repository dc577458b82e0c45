import {
  FilmApprovedSchema,
  FilmEditedSchema,
  FilmPublishedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
  FilmUnpublishedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { every } from '@marquee/data/every';
import { on } from '@marquee/events/consumer';
import type { Loop } from '@marquee/service/define-service';
import { transact } from '@marquee/service/use-case';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as events from './events.ts';
import { filmOf } from './film-facts.ts';
import * as films from './films.ts';
import { emitEventChanged } from './programme-events.ts';

const CHANGES = [
  ...[FilmEditedSchema, FilmReleasedSchema, FilmPublishedSchema, FilmUnpublishedSchema, FilmApprovedSchema],
  FilmRemovedSchema,
];

/** Film's events say that a film changed, and not how: what is kept of it is asked for again. */
export const onFilmEvents = CHANGES.map((schema) =>
  on(schema, ({ tx, clock }: FestivalWrite, { filmId }, { aggregateVersion }) =>
    films.markStale(tx, filmId, aggregateVersion, clock.now()),
  ),
);

const LOOK_EVERY_MS = 2_000;
const FILMS_MAX = 100;

/** Asks film for what has changed, and drops the pages that show it. */
async function refresh(resources: FestivalResources): Promise<void> {
  const stale = await films.listStale(resources.db, resources.clock.now(), FILMS_MAX);
  if (stale.length === 0) return;
  const { films: found } = await resources.films.describeFilms({ filmIds: stale.map(({ id }) => id) });
  const byId = new Map(found.map((facts) => [facts.filmId, facts]));
  for (const film of stale) {
    await transact(resources, async (write) => {
      const { tx, clock, emit } = write;
      const facts = byId.get(film.id);
      // Events before films, as everything that writes both does.
      await events.lockWithFilm(tx, film.id);
      const hasChanged = await (facts ? films.keep(tx, filmOf(facts)) : films.hide(tx, film.id));
      await films.markFresh(tx, film, clock.now());
      if (!hasChanged) return;
      for (const event of await events.touchWithFilm(tx, film.id, clock.now()))
        await emitEventChanged({ tx, emit }, event);
    });
  }
}

export const refreshFilms = (resources: FestivalResources): Loop =>
  every(LOOK_EVERY_MS, () => refresh(resources), { name: 'copy of films', log: resources.log });
