import { readFile } from 'node:fs/promises';
import { newId } from '@marquee/data/ids';
import { filmService } from '../testing/film-service.ts';

const folder = new URL('../../prisma/migrations/', import.meta.url);
const sqlOf = (name: string) => readFile(new URL(name, folder), 'utf8');

test('what was played before it was counted is added apart from the change of the tables, once', async () => {
  expect(await sqlOf('0018_played_time.sql')).not.toContain('playback_sessions');
  const film = await filmService();
  const filmId = await film.releasedFilm(film.maker());
  for (const playedMs of [4_000, 6_000]) {
    await film.db.query(
      `INSERT INTO playback_sessions
         (id, film_id, account_id, session_id, media_id, native_hls, duration_ms, started_at, played_ms, seen_at)
       VALUES ($1, $2, $3, 's', $4, false, 10000, now(), $5, now())`,
      [newId(), filmId, newId(), newId(), playedMs],
    );
  }
  const counted = async () => {
    await film.db.query(await sqlOf('0023_played_time_until_now.sql'));
    const [row] = await film.db.query<{ playedMs: bigint }>('SELECT played_ms FROM film_stats WHERE film_id = $1', [
      filmId,
    ]);
    return row?.playedMs;
  };
  expect(await counted()).toBe(10_000n);
  await film.db.query('UPDATE film_stats SET played_ms = 12000 WHERE film_id = $1', [filmId]);
  expect(await counted()).toBe(12_000n);
});
