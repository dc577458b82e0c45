import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Event, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { eventNotFound } from './programme-errors.ts';

export type { Event };

/** An event with what its pages show of its organization and venue. */
export type ShownEvent = Event & {
  festivalName: string;
  festivalUrl: string | null;
  festivalStatus: string;
  directorId: string | null;
  venueName: string | null;
  venueAddress: string | null;
  venueCity: string | null;
  venueCountry: string | null;
  venueTimeZone: string | null;
  venueCapacity: number | null;
  /** Of the first film that everybody finds. */
  poster: unknown;
};

const COLUMNS = columnsOf(Object.values(Prisma.EventScalarFieldEnum), 'e');
const SHOWN = `
  SELECT ${COLUMNS}, o.name AS festival_name, o.url AS festival_url, o.status AS festival_status, o.director_id,
    v.name AS venue_name, v.address AS venue_address, v.city AS venue_city, v.country AS venue_country,
    v.time_zone AS venue_time_zone, v.capacity AS venue_capacity, (
      SELECT f.poster FROM blocks b JOIN block_films bf ON bf.block_id = b.id JOIN films f ON f.id = bf.film_id
      WHERE b.event_id = e.id AND f.visible AND f.poster IS NOT NULL
      ORDER BY b.position, b.id, bf.position, bf.id LIMIT 1
    ) AS poster
  FROM events e JOIN organizations o ON o.id = e.festival_id LEFT JOIN venues v ON v.id = e.venue_id`;

/** The event by its id. @throws DomainError NOT_FOUND, EVENT_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<ShownEvent> {
  const text = `${SHOWN} WHERE e.id = $1`;
  const [row] = isId(id) ? await db.query<ShownEvent>({ name: 'events.byId', text, values: [id] }) : [];
  if (!row) throw eventNotFound();
  return row;
}

/** The event by its id, locked until the transaction ends. @throws DomainError NOT_FOUND, EVENT_NOT_FOUND */
export async function lock(tx: Tx, id: string): Promise<Event> {
  const text = `SELECT ${COLUMNS} FROM events e WHERE e.id = $1 FOR NO KEY UPDATE`;
  const [row] = isId(id) ? await tx.query<Event>({ name: 'events.lock', text, values: [id] }) : [];
  if (!row) throw eventNotFound();
  return row;
}

export async function insert(tx: Tx, row: Omit<Event, 'version' | 'updatedAt'>): Promise<Event> {
  const { text, values } = insertClause({ ...row, updatedAt: row.createdAt });
  const [inserted] = await tx.query<Event>(`INSERT INTO events AS e ${text} RETURNING ${COLUMNS}`, values);
  return inserted as Event;
}

/** Changes a locked event, and counts its version up. */
export async function update(
  tx: Tx,
  id: string,
  changes: Partial<Omit<Event, 'id' | 'version'>> & { updatedAt: Date },
): Promise<Event> {
  const { text, values } = setClause(changes, 2);
  const [updated] = await tx.query<Event>(
    `UPDATE events e SET ${text}, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...values],
  );
  return updated as Event;
}

const TOUCH = `
  UPDATE events e SET updated_at = $2, version = version + 1 FROM (
    SELECT id FROM events WHERE venue_id = $1 AND end_time > $2 ORDER BY id FOR NO KEY UPDATE
  ) there WHERE e.id = there.id RETURNING ${COLUMNS}`;

const WITH_FILM = `
  SELECT id FROM events WHERE id IN (
    SELECT b.event_id FROM blocks b JOIN block_films f ON f.block_id = b.id WHERE f.film_id = $1
  ) ORDER BY id FOR NO KEY UPDATE`;

const TOUCH_WITH_FILM = `
  UPDATE events e SET updated_at = $2, version = version + 1 FROM (${WITH_FILM}) there WHERE e.id = there.id RETURNING ${COLUMNS}`;

/** Locks the events that show a film. */
export async function lockWithFilm(tx: Tx, filmId: string): Promise<void> {
  await tx.query({ name: 'events.lockWithFilm', text: WITH_FILM, values: [filmId] });
}

/** Counts the versions up of events that show a film, and locks them. */
export async function touchWithFilm(tx: Tx, filmId: string, now: Date): Promise<Event[]> {
  return tx.query<Event>({ name: 'events.touchWithFilm', text: TOUCH_WITH_FILM, values: [filmId, now] });
}

/** Counts the versions up of events that have not ended at a venue, and locks them. */
export async function touchAt(tx: Tx, venueId: string, now: Date): Promise<Event[]> {
  return tx.query<Event>({ name: 'events.touchAt', text: TOUCH, values: [venueId, now] });
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM events WHERE id = $1', [id]);
}

export async function countOf(tx: Tx, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM events WHERE festival_id = $1';
  const [row] = await tx.query<{ n: number }>(text, [festivalId]);
  return row?.n ?? 0;
}

/** Where a page of events begins. */
export type TimeKey = [startTime: string, id: string];

type EventPage = { festivalId: string; after: TimeKey | undefined; limit: number };

/** Events that are on show and have not ended, the soonest first. */
export async function listUpcoming(
  db: Queryable,
  { festivalId, now, after, limit }: EventPage & { now: Date },
): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listUpcoming',
    text: `${SHOWN} WHERE e.festival_id = $1 AND e.status <> 'DRAFT' AND e.end_time > $2
        AND ($3::timestamptz IS NULL OR (e.start_time, e.id) > ($3, $4::uuid))
      ORDER BY e.start_time, e.id LIMIT $5`,
    values: [festivalId, now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Published events of active organizations that have not ended, the soonest first. */
export async function listAllUpcoming(
  db: Queryable,
  { now, after, limit }: Omit<EventPage, 'festivalId'> & { now: Date },
): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listAllUpcoming',
    text: `${SHOWN} WHERE e.status = 'PUBLISHED' AND o.status = 'ACTIVE' AND e.end_time > $1
        AND ($2::timestamptz IS NULL OR (e.start_time, e.id) > ($2, $3::uuid))
      ORDER BY e.start_time, e.id LIMIT $4`,
    values: [now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Events that were on show and have ended, the latest first. */
export async function listPast(
  db: Queryable,
  { festivalId, now, after, limit }: EventPage & { now: Date },
): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listPast',
    text: `${SHOWN} WHERE e.festival_id = $1 AND e.status <> 'DRAFT' AND e.end_time <= $2
        AND ($3::timestamptz IS NULL OR (e.start_time, e.id) < ($3, $4::uuid))
      ORDER BY e.start_time DESC, e.id DESC LIMIT $5`,
    values: [festivalId, now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** All events of an organization, the latest first. */
export async function listOf(db: Queryable, { festivalId, after, limit }: EventPage): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listOf',
    text: `${SHOWN} WHERE e.festival_id = $1
        AND ($2::timestamptz IS NULL OR (e.start_time, e.id) < ($2, $3::uuid))
      ORDER BY e.start_time DESC, e.id DESC LIMIT $4`,
    values: [festivalId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Events that have a film in a block, the latest first. */
export async function listWithFilm(db: Queryable, filmId: string, limit: number): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listWithFilm',
    text: `${SHOWN} WHERE e.id IN (
        SELECT b.event_id FROM blocks b JOIN block_films f ON f.block_id = b.id WHERE f.film_id = $1
      ) ORDER BY e.start_time DESC, e.id DESC LIMIT $2`,
    values: [filmId, limit],
  });
}

/** Events on show that have a film in a block or an award for it, the latest first. */
export async function listShowing(
  db: Queryable,
  { filmId, after, limit }: Omit<EventPage, 'festivalId'> & { filmId: string },
): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listShowing',
    text: `${SHOWN} WHERE e.status <> 'DRAFT' AND o.status = 'ACTIVE' AND e.id IN (
        SELECT b.event_id FROM blocks b JOIN block_films f ON f.block_id = b.id WHERE f.film_id = $1
        UNION ALL SELECT event_id FROM event_awards WHERE film_id = $1
      ) AND ($2::timestamptz IS NULL OR (e.start_time, e.id) < ($2, $3::uuid))
      ORDER BY e.start_time DESC, e.id DESC LIMIT $4`,
    values: [filmId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Events that somebody starred, that are on show and have not ended, the soonest first. */
export async function listStarred(
  db: Queryable,
  { accountId, now, after, limit }: Omit<EventPage, 'festivalId'> & { accountId: string; now: Date },
): Promise<ShownEvent[]> {
  return db.query<ShownEvent>({
    name: 'events.listStarred',
    text: `${SHOWN} JOIN starred_events s ON s.event_id = e.id
      WHERE s.account_id = $1 AND e.status <> 'DRAFT' AND o.status = 'ACTIVE' AND e.end_time > $2
        AND ($3::timestamptz IS NULL OR (e.start_time, e.id) > ($3, $4::uuid))
      ORDER BY e.start_time, e.id LIMIT $5`,
    values: [accountId, now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The key of an event in a list. */
export const keyOf = ({ startTime, id }: Event): TimeKey => [startTime.toISOString(), id];
