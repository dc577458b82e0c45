// `statistics`: how long a maker's page of a film's plays takes to answer, at the 95th percentile, over 10,000,000 playback
// events of a year, by a bare sum of the same days in one statement. Beside it, how many events a second are summed. What
// summing leaves behind is vacuumed as on a site, by PostgreSQL itself.
import { newId } from '@marquee/data/ids';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import * as plays from '../src/statistics/plays.ts';
import { completeFields, filmService } from '../src/testing/film-service.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const AT_ONCE = 250_000;
const PAGES = 100;
const SECONDS = 5_400;
const range = { fromDay: '2026-01-01', toDay: '2026-12-31' };

// A year passes day by day. Of 60 countries, few have most; each play gets further in some steps.
const INSERT = `
  INSERT INTO play_deltas (film_id, day, country, device, starts, views, played_ms, left_second, reached_second, made_at)
  SELECT $1, date '2026-01-01' + floor(365 * ($3::float8 + n) / ($4::float8 + 1))::int, chr(65 + floor(power(random(), 3) * 6)::int)
      || chr(65 + floor(power(random(), 2) * 10)::int), (ARRAY['PHONE', 'COMPUTER', 'TABLET', 'TV', ''])[1 + n % 5],
    (n % 20 = 0)::int, (n % 40 = 0)::int, 30000, CASE WHEN n % 20 > 0 THEN at END, CASE WHEN n % 20 > 0 THEN at + 30 ELSE 0 END,
    now()
  FROM (SELECT n, (n % 20) * 30 + floor(random() * ${SECONDS - 700})::int AS at FROM generate_series(1, $2::int) n) p`;

const postgres = await startTestPostgres({ autovacuum: true });
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const film = await filmService({ FLUSH_INTERVAL_MS: 60_000 });
  const { db } = film;
  const maker = film.maker();
  const { film: made } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const filmId = made?.film?.id ?? '';

  let foldMs = 0;
  for (let added = 0; added < EVENTS; added += AT_ONCE) {
    await db.query(INSERT, [filmId, Math.min(AT_ONCE, EVENTS - added), added, EVENTS]);
    const startedAt = performance.now();
    await plays.fold(db);
    foldMs += performance.now() - startedAt;
  }
  console.error(`${EVENTS} events summed, ${Math.round((EVENTS / foldMs) * 1_000)} a second`);

  const took: number[] = [];
  for (let asked = 0; asked < PAGES; asked += 1) {
    const startedAt = performance.now();
    const { totals } = await maker.statistics.getFilmPlays({ filmId, ...range });
    took.push(performance.now() - startedAt);
    if (!totals?.starts) throw new Error('the page of a film with plays is empty');
  }
  const bare: number[] = [];
  for (let asked = 0; asked < PAGES; asked += 1) {
    const startedAt = performance.now();
    await db.query('SELECT dimension, value, sum(starts) FROM film_days WHERE film_id = $1 GROUP BY 1, 2', [filmId]);
    bare.push(performance.now() - startedAt);
  }
  const p95 = quantile(took, 0.95);
  console.error(`a page: p50 ${quantile(took, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  printFigure({ name: 'statistics', value: p95, unit: 'ms', baseline: quantile(bare, 0.95) });
} finally {
  await cleanUp();
  await postgres.stop();
}
