import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { EventAward } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { awardNotFound } from './programme-errors.ts';

export type { EventAward };

export type ShownAward = EventAward & { filmTitle: string; visible: boolean };

const SHOWN = `SELECT a.id, a.event_id, a.film_id, a.category, a.winner, f.film_title, f.visible
  FROM event_awards a JOIN films f ON f.id = a.film_id`;
const IN_ORDER = 'ORDER BY a.winner DESC, a.category, a.id';

/** The awards of an event: winners first, then by category. */
export async function listOf(db: Queryable, eventId: string): Promise<ShownAward[]> {
  const text = `${SHOWN} WHERE a.event_id = $1 ${IN_ORDER}`;
  return db.query<ShownAward>({ name: 'awards.listOf', text, values: [eventId] });
}

/** The awards of a film at these events, in the same order. */
export async function listOfFilm(db: Queryable, filmId: string, eventIds: readonly string[]): Promise<ShownAward[]> {
  const text = `${SHOWN} WHERE a.film_id = $1 AND a.event_id = ANY($2::uuid[]) ${IN_ORDER}`;
  return db.query<ShownAward>({ name: 'awards.listOfFilm', text, values: [filmId, eventIds] });
}

/** An award of an event. @throws DomainError NOT_FOUND, AWARD_NOT_FOUND */
export async function get(tx: Tx, eventId: string, id: string): Promise<EventAward> {
  const text = 'SELECT id, event_id, film_id, category, winner FROM event_awards WHERE id = $1 AND event_id = $2';
  const [row] = isId(id) ? await tx.query<EventAward>(text, [id, eventId]) : [];
  if (!row) throw awardNotFound();
  return row;
}

/** Writes an award, a new one or as it is now. */
export async function save(tx: Tx, { id, eventId, filmId, category, winner }: EventAward): Promise<void> {
  await tx.query(
    `INSERT INTO event_awards (id, event_id, film_id, category, winner) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET film_id = excluded.film_id, category = excluded.category, winner = excluded.winner`,
    [id, eventId, filmId, category, winner],
  );
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM event_awards WHERE id = $1', [id]);
}
