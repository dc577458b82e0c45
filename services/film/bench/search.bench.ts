// `search`: how long a search of 20,000 films takes, from the call to film's answer with its 36 cards, by the bare
// statement: PostgreSQL's own full text search for whole words, ranked, without cards, beginnings or other spellings.
// The two alternate. Beside it are kinds of search, and what an input that wants to be expensive costs.
import { loadavg } from 'node:os';
import { newId } from '@marquee/data/ids';
import { COUNTRIES } from '@marquee/rules/countries';
import { GENRES } from '@marquee/rules/genres';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { type FilmHarness, filmService } from '../src/testing/film-service.ts';

const FILMS = Number(process.env.BENCH_FILMS ?? 20_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
const PAGE_SIZE = 36;
const FILMS_AT_ONCE = 1_000;

/** The same numbers in every run. */
let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const SYLLABLES = 'ka lo mi ren sal tor vin dra pel nor bas que fin gar hul jen wes zar cle ost'.split(' ');
const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('');
const vocabulary = Array.from({ length: 6_000 }, word);
/** Some words are common, most are rare. */
const usual = () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)] as string;
const phrase = (words: number) => Array.from({ length: words }, usual).join(' ');

const film = () => ({
  id: newId(),
  title: phrase(1 + Math.floor(random() * 4)),
  line: phrase(15),
  country: pick(COUNTRIES).code,
  genre: pick(GENRES),
  crew: Array.from({ length: 6 }, (_, index) => ({
    ...{ credit: index === 0 ? 'Directed by' : 'Cast', first: usual(), last: usual() },
  })),
});

const INSERT_FILMS = `
  INSERT INTO films (id, film_title, log_line, country, genres, language, project_type, release_date, published,
    is_approved, released_at, created_by, created_at, updated_by, updated_at)
  SELECT id, title, line, country, ARRAY[genre], 'en', 'SHORT', date '1990-01-01' + (random() * 13000)::int, true, true,
    now(), id, now(), id, now()
  FROM jsonb_to_recordset($1) AS f (id uuid, title text, line text, country text, genre text)`;

const INSERT_CREW = `
  INSERT INTO crew (id, film_id, credit, first_name, last_name, created_at)
  SELECT gen_random_uuid(), f.id, c.credit, c.first, c.last, now()
  FROM jsonb_to_recordset($1) AS f (id uuid, crew jsonb),
    jsonb_to_recordset(f.crew) AS c (credit text, first text, last text)`;

async function fill({ db }: FilmHarness): Promise<void> {
  for (let made = 0; made < FILMS; made += FILMS_AT_ONCE) {
    const films = JSON.stringify(Array.from({ length: FILMS_AT_ONCE }, film));
    await db.query(INSERT_FILMS, [films]);
    await db.query(INSERT_CREW, [films]);
  }
  const startedAt = performance.now();
  const isIndexed = async () => (await db.query('SELECT 1 FROM search_stale LIMIT 1')).length === 0;
  await eventually(isIndexed, 600_000);
  console.error(`${FILMS} films indexed in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await db.query('VACUUM ANALYZE');
}

const swapped = (text: string) => `${text.slice(0, 2)}${text[3]}${text[2]}${text.slice(4)}`;
const KINDS: Record<string, () => string> = {
  words: () => `${usual()} ${pick(GENRES)}`,
  beginnings: () => `${usual()} ${usual().slice(0, 3)}`,
  mistyped: () => swapped(pick(vocabulary)),
  broad: () => pick(GENRES),
  hostile: () => Array.from({ length: 40 }, () => pick(SYLLABLES).slice(0, 2)).join(' '),
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const BARE = `
  SELECT id FROM search_documents WHERE collection = 'visible-films' AND vector @@ plainto_tsquery('simple', $1)
  ORDER BY ts_rank(vector, plainto_tsquery('simple', $1)) DESC, id DESC LIMIT ${PAGE_SIZE}`;

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const harness = await filmService();
  await fill(harness);
  const search = (query: string) => {
    // A visitor of their own for each, so that no limit of calls is reached.
    const { catalogue } = harness.lover();
    return timed(() => catalogue.listFilms({ query, pageSize: PAGE_SIZE }));
  };
  for (const [kind, queryOf] of Object.entries(KINDS)) {
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = -20; round < ROUNDS; round += 1) {
      const query = queryOf();
      const took = [await search(query), await timed(() => harness.db.query(BARE, [query]))] as const;
      if (round < 0) continue;
      ours.push(took[0]);
      bare.push(took[1]);
    }
    const name = kind === 'words' ? 'search' : `search ${kind}`;
    printFigure({ name, value: quantile(ours, 0.95), unit: 'ms, p95', baseline: quantile(bare, 0.95), digits: 1 });
    console.error(`${name}: median ${quantile(ours, 0.5).toFixed(1)} ms`);
  }
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await cleanUp();
  await postgres.stop();
}
