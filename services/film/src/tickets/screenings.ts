import type { Tx } from '@marquee/data/database';
import type { Screening as ScreeningRow } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';
import { IS_PREMIERE_AT } from './ticket-rights.ts';

/** What an event shows, and when. */
export type Screening = ScreeningRow & { filmIds: readonly string[] };

const KEEP = `
  INSERT INTO screenings AS s (id, version, open, starts_at, ends_at, pre_roll_uri, pre_roll_seconds)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, open = excluded.open, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, pre_roll_uri = excluded.pre_roll_uri, pre_roll_seconds = excluded.pre_roll_seconds
  WHERE s.version < excluded.version
  RETURNING 1`;

/** Keeps what an event shows, unless the same or a newer version of it is known; true when it was kept. */
export async function keep(tx: Tx, screening: Screening): Promise<boolean> {
  const { id, version, open, startsAt, endsAt, preRollUri, preRollSeconds, filmIds } = screening;
  const values = [id, version, open, startsAt, endsAt, preRollUri, preRollSeconds];
  if ((await tx.query({ name: 'screenings.keep', text: KEEP, values })).length === 0) return false;
  await tx.query({
    name: 'screenings.drop-films',
    text: 'DELETE FROM screening_films WHERE screening_id = $1 AND film_id <> ALL($2::uuid[])',
    values: [id, filmIds],
  });
  await tx.query({
    name: 'screenings.add-films',
    text: `INSERT INTO screening_films (screening_id, film_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    values: [id, filmIds],
  });
  return true;
}

/** Selects every event that is kept, with its version. */
export const KEPT = 'SELECT id, version FROM screenings';

/** Closes an event that festival no longer has; true when it was open. The row stays, for a late older event. */
export async function forget(tx: Tx, { id, version }: Pick<Screening, 'id' | 'version'>): Promise<boolean> {
  const text = 'UPDATE screenings SET open = false WHERE id = $1 AND version = $2 AND open RETURNING 1';
  return (await tx.query({ name: 'screenings.forget', text, values: [id, version] })).length > 0;
}

/** A screening of one film, with how many have valid tickets and how many of those watched it. */
export type OfFilm = {
  eventId: string;
  startsAt: Date;
  endsAt: Date;
  online: boolean;
  premiere: boolean;
  tickets: number;
  watched: number;
};

const OF_FILM_MAX = 200;
const OF_FILM = `
  SELECT s.id AS event_id, s.starts_at, s.ends_at, s.open AS online, coalesce(${IS_PREMIERE_AT}, false) AS premiere,
    (SELECT count(*) FROM event_tickets t WHERE t.event_id = s.id AND t.valid)::int AS tickets,
    (SELECT count(*) FROM event_watches w WHERE w.event_id = s.id AND w.film_id = f.id AND EXISTS (
      SELECT FROM event_tickets t WHERE t.account_id = w.account_id AND t.event_id = s.id AND t.valid))::int AS watched
  FROM films f JOIN screening_films sf ON sf.film_id = f.id JOIN screenings s ON s.id = sf.screening_id
  WHERE f.id = $1 ORDER BY s.starts_at DESC, s.id LIMIT ${OF_FILM_MAX}`;

/** The latest first. */
export function listOfFilm(db: Queryable, filmId: string): Promise<OfFilm[]> {
  return db.query<OfFilm>({ name: 'screenings.of-film', text: OF_FILM, values: [filmId] });
}
