import type { BallotPlace, Queryable } from './ballots.ts';

/** A film that can be voted for. */
export type BallotFilm = { filmId: string; filmTitle: string; directors: string[] };

/** The films of a ballot in the order of their showing: those of its block, or of all blocks of the
 * event. Only films that everybody finds. */
export async function ballotFilms(db: Queryable, { eventId, blockId }: BallotPlace): Promise<BallotFilm[]> {
  const films = await db.query<BallotFilm>({
    name: 'ballots.films',
    text: `SELECT s.film_id, f.film_title, coalesce(f.directors, '{}') AS directors
      FROM blocks b JOIN block_films s ON s.block_id = b.id JOIN films f ON f.id = s.film_id
      WHERE b.event_id = $1 AND ($2 = '' OR b.id::text = $2) AND f.visible
      ORDER BY b.position, b.id, s.position, s.id`,
    values: [eventId, blockId],
  });
  // A film may be shown in two blocks of an event.
  return [...new Map(films.map((film) => [film.filmId, film])).values()];
}

/** The names of the blocks of an event, by their ids. */
export async function blockNames(db: Queryable, eventId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>({
    name: 'ballots.blockNames',
    text: 'SELECT id, name FROM blocks WHERE event_id = $1',
    values: [eventId],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
