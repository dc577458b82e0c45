// `recommendations`: how long it takes to make which films go together, of what 100,000 viewers rated among 2,000 films,
// by the bare count of people for the same pairs in one statement. Beside it, how long a viewer's list takes.
import { newId } from '@marquee/data/ids';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { viewers } from '@marquee/testing/viewers';
import { makeFilmPairs } from '../src/recommendations/make-film-pairs.ts';
import { filmService } from '../src/testing/film-service.ts';

const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 100_000);
const FILMS = Number(process.env.BENCH_FILMS ?? 2_000);
const RATINGS = Number(process.env.BENCH_RATINGS ?? 20);
const VIEWERS_AT_ONCE = 500;
const LISTS = 200;

const INSERT_FILMS = `
  INSERT INTO films (id, film_title, project_type, genres, published, is_approved, film_ready, released_at, created_by,
    created_at, updated_by, updated_at)
  SELECT gen_random_uuid(), 'Film ' || n, 'SHORT', ARRAY['Genre ' || n % 18], true, true, true, now(), $2, now(), $2,
    now() FROM generate_series(1, $1::int) n`;

// Viewers of a kind like the films of a kind, and some others; films are watched by few or by many.
const INSERT_RATINGS = `
  INSERT INTO reviews (id, film_id, account_id, rating, created_at, updated_at)
  SELECT gen_random_uuid(), f.ids[1 + ((kind * 97 + floor(power(random(), 2) * cardinality(f.ids)))::int
      % cardinality(f.ids))], account_id, 1 + floor(random() * 5)::int, now(), now()
  FROM (SELECT gen_random_uuid() AS account_id, n % 20 AS kind FROM generate_series(1, $1::int) n) v,
    generate_series(1, $2::int), (SELECT array_agg(id ORDER BY id) AS ids FROM films) f
  ON CONFLICT DO NOTHING`;

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const film = await filmService();
  const { db, clock } = film;
  await db.query(INSERT_FILMS, [FILMS, newId()]);
  for (let made = 0; made < VIEWERS; made += VIEWERS_AT_ONCE) {
    await db.query(INSERT_RATINGS, [Math.min(VIEWERS_AT_ONCE, VIEWERS - made), RATINGS]);
  }
  await db.query('VACUUM ANALYZE reviews');
  const [{ ratings, people } = { ratings: 0, people: 0 }] = await db.query<{ ratings: number; people: number }>(
    'SELECT count(*)::int AS ratings, count(DISTINCT account_id)::int AS people FROM reviews',
  );
  console.error(`${ratings} ratings of ${people} viewers, ${FILMS} films`);

  const startedAt = performance.now();
  await makeFilmPairs({ db, clock }, { everyMs: 0 });
  const seconds = (performance.now() - startedAt) / 1_000;

  const bareAt = performance.now();
  await db.transaction(async (tx) => {
    const ids = await tx.query<{ id: string }>('SELECT id FROM films ORDER BY id');
    for (let at = 0; at < ids.length; at += 25) {
      await tx.query(
        `SELECT count(*) FROM (SELECT a.film_id, b.film_id FROM reviews a JOIN reviews b
           ON b.account_id = a.account_id AND b.film_id <> a.film_id
         WHERE a.film_id = ANY($1::uuid[]) GROUP BY 1, 2 HAVING count(*) >= 5) p`,
        [ids.slice(at, at + 25).map(({ id }) => id)],
      );
    }
  });
  const bareSeconds = (performance.now() - bareAt) / 1_000;

  const some = await db.query<{ accountId: string }>('SELECT DISTINCT account_id FROM reviews LIMIT $1', [LISTS]);
  const took: number[] = [];
  for (const { accountId } of some) {
    const { recommendations } = film.as(viewers.movieLover({ accountId }));
    const askedAt = performance.now();
    const { items } = await recommendations.listRecommendations({});
    took.push(performance.now() - askedAt);
    if (items.length === 0) throw new Error('a viewer with ratings was recommended nothing');
  }
  console.error(`a list: p50 ${quantile(took, 0.5).toFixed(1)} ms, p95 ${quantile(took, 0.95).toFixed(1)} ms`);
  printFigure({ name: 'recommendations', value: seconds, unit: 's', baseline: bareSeconds });
} finally {
  await cleanUp();
  await postgres.stop();
}
