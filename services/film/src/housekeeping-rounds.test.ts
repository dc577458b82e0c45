import { newId } from '@marquee/data/ids';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import { eventually } from '@marquee/testing/eventually';
import { filmService } from './testing/film-service.ts';

const HOUR_MS = 3_600_000;

test('numbers that wait are summed at once, and every five minutes what has been kept long enough is deleted', async () => {
  const film = await filmService();
  const { db, clock } = film;
  const filmId = await film.releasedFilm(film.maker());
  const reviewId = (await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: 4 })).review?.id;
  const waiting = async () => {
    const counts = ['stat_deltas', 'play_deltas', 'review_deltas'].map(
      (table) => `(SELECT count(*)::int FROM ${table})`,
    );
    return (await db.query<{ waiting: number }>(`SELECT ${counts.join(' + ')} AS waiting`))[0]?.waiting;
  };
  await db.query('INSERT INTO stat_deltas (film_id, views) VALUES ($1, 3)', [filmId]);
  await db.query(
    "INSERT INTO play_deltas (film_id, day, country, device, starts, made_at) VALUES ($1, '2026-11-20', 'PT', 'TV', 2, now())",
    [filmId],
  );
  await db.query('INSERT INTO review_deltas (review_id, likes) VALUES ($1, 5)', [reviewId]);
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(await db.query("SELECT starts FROM film_days WHERE film_id = $1 AND dimension = 'COUNTRY'", [filmId])).toEqual(
    [{ starts: 2n }],
  );
  expect(await db.query('SELECT likes FROM reviews WHERE id = $1', [reviewId])).toEqual([{ likes: 5 }]);

  // One of each kind an hour before its time is over, when it is looked at, and one an hour after; page views by minutes.
  const hours = {
    invitation_marks: CREW_LIMITS.daysBetweenInvitations * 24,
    credit_declines: CREW_LIMITS.daysAfterDecline * 24,
    diary_entries: 24,
    watchlist_films: 24,
    imports: 90 * 24,
  };
  const rows: Record<string, string> = {
    page_view_marks: '(film_id, visitor, counted_at) VALUES ($1, $2::text, $3)',
    invitation_marks: "(film_id, id, created_at, recipient_hash) VALUES ($1, $2, $3, '')",
    credit_declines: '(film_id, account_id, declined_at) VALUES ($1, $2, $3)',
    diary_entries:
      "(film_id, id, deleted_at, account_id, watched_on, created_at, updated_at) VALUES ($1, $2, $3, $2, '2026-01-01', $3, $3)",
    watchlist_films: '(film_id, account_id, removed_at, added_at) VALUES ($1, $2, $3, $3)',
    imports: "(id, account_id, created_at, kind, file_name) SELECT $2, $1, $3, 'DIARY', 'a.csv'",
  };
  const keptMs = Object.entries(hours).map(([table, kept]) => [table, kept * HOUR_MS, HOUR_MS] as const);
  const looksAt = clock.now().getTime() + 5 * 60_000;
  for (const [table, kept, more] of [...keptMs, ['page_view_marks', HOUR_MS / 2, 60_000] as const]) {
    for (const at of [looksAt - kept - more, looksAt - kept + more]) {
      await db.query(`INSERT INTO ${table} ${rows[table]}`, [filmId, newId(), new Date(at)]);
    }
  }
  const left = async () => {
    const counts = Object.keys(rows).map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
    return (await db.query<Record<string, number>>(`SELECT ${counts.join(', ')}`))[0] ?? {};
  };
  const all = Object.values(await left());
  expect(all).toEqual(Object.keys(rows).map(() => 2));
  clock.advance(5 * 60_000 - 1);
  await db.query('INSERT INTO stat_deltas (film_id, views) VALUES ($1, 1)', [filmId]);
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(Object.values(await left())).toEqual(all);
  clock.advance(1);
  await eventually(async () => expect(Object.values(await left())).toEqual(all.map(() => 1)));
});
