import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import type { FestivalUnderTest } from './festival-service.ts';

const HOUR_MS = 3_600_000;

/** A published event of a director, from now for four hours, with one block of films by their titles. */
export async function eventWithBlock({ db, clock, organization }: FestivalUnderTest, titles: readonly string[]) {
  const { id: festivalId, director } = await organization(viewers.director());
  const [eventId, blockId] = [newId(), newId()];
  const [now, filmIds] = [clock.now(), titles.map(() => newId())];
  await db.query(
    `INSERT INTO events (id, festival_id, name, status, event_virtual, start_time, end_time, time_zone, created_at, updated_at)
     VALUES ($1, $2, 'Opening night', 'PUBLISHED', true, $3, $4, 'Europe/Lisbon', $3, $3)`,
    [eventId, festivalId, now, new Date(now.getTime() + 4 * HOUR_MS)],
  );
  await db.query("INSERT INTO blocks (id, event_id, name, position) VALUES ($1, $2, 'Shorts', 1)", [blockId, eventId]);
  await db.query(
    `INSERT INTO films (id, film_title, running_time, visible, version, directors)
     SELECT id, title, 600, true, 1, '{}' FROM unnest($1::uuid[], $2::text[]) u (id, title)`,
    [filmIds, titles],
  );
  await db.query(
    `INSERT INTO block_films (id, block_id, film_id, position)
     SELECT gen_random_uuid(), $1, id, place FROM unnest($2::uuid[]) WITH ORDINALITY u (id, place)`,
    [blockId, filmIds],
  );
  return { festivalId, director, eventId, blockId, filmIds };
}
