// `rpc`: GetFilm through serve() and grpcTransport() against bare grpc-js that runs the same prepared query and encodes
// the same message, on a PostgreSQL of its own.
import { randomUUID } from 'node:crypto';
import { createClient } from '@connectrpc/connect';
import { CatalogueService, GetFilmRequestSchema, GetFilmResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import { fieldOf } from '@marquee/data/columns';
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { createOutbox } from '@marquee/events/outbox';
import { startBareGrpc } from '@marquee/runtime/bench/bare-grpc';
import { compareCalls } from '@marquee/runtime/bench/compare-calls';
import { printFigure } from '@marquee/runtime/bench/figure';
import { systemClock } from '@marquee/runtime/clock';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { memorySignals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { catalogueRpc } from '../src/catalogue/catalogue-rpc.ts';
import { filmMessage } from '../src/films/film-message.ts';
import { FILM_PAGE, type FilmPage } from '../src/films/films.ts';
import type { FilmResources } from '../src/resources.ts';
import { importFilm } from '../src/seed/import-film.ts';
import { film } from '../src/service.ts';

const log = createLogger({ service: 'bench', level: 'silent' });

const database = await startTestPostgres();
await migrate({ url: database.url, dirs: film.database?.migrations ?? [], log });
const db = openDatabase({ url: database.url, log, applicationName: 'bench' });
const filmId = randomUUID();
await importFilm(
  { db, outbox: createOutbox({ clock: systemClock }), signals: memorySignals(), clock: systemClock },
  {
    id: filmId,
    createdBy: randomUUID(),
    createdAt: new Date(),
    published: true,
    isApproved: true,
    fields: {
      filmTitle: 'The Quiet of Long Rivers',
      projectType: 'FEATURE',
      country: 'PT',
      language: 'pt',
      languages: ['pt', 'en'],
      genres: ['Drama', 'Mystery'],
      rating: 'PG-13',
      logLine: 'A ferryman carries letters that nobody sent.',
      releaseDate: '2026-03-14',
      isStudentFilm: false,
      isFirstTimeFilmMaker: false,
      hasSubtitles: true,
      resolution: '4K',
    },
  },
);

const key = generateSigningKey();
const keys = publicKeys(key);
const rpc = await serve({
  service: 'film',
  host: '127.0.0.1',
  port: 0,
  log,
  verifier: createVerifier({ viewerKeys: keys, serviceKeys: { gateway: keys } }),
  implementations: [catalogueRpc({ db } as FilmResources)],
});
const transport = grpcTransport({
  address: `127.0.0.1:${rpc.port}`,
  service: 'gateway',
  serviceKey: key,
  callee: 'film',
  defaultTimeoutMs: 5_000,
});
const client = createClient(CatalogueService, transport);

// The driver alone gives rows as the message needs them: the columns get the names of the fields in the statement.
const { fields } = await db.pool.query(`${FILM_PAGE} LIMIT 0`);
const columns = fields.map(({ name }) => `"${name}" AS "${fieldOf(name)}"`);
const query = { name: 'bare.page', text: `SELECT ${columns.join(', ')} FROM (${FILM_PAGE} WHERE f.id = $1) page` };

const bare = await startBareGrpc({
  path: '/film.v1.CatalogueService/GetFilm',
  input: GetFilmRequestSchema,
  output: GetFilmResponseSchema,
  answer: async (request) => {
    const [row] = (await db.pool.query<FilmPage>({ ...query, values: [request.filmId] })).rows;
    return row ? { film: filmMessage(row) } : {};
  },
});

try {
  const [ours, theirs] = [() => client.getFilm({ filmId }), () => bare.call({ filmId })];
  printFigure(await compareCalls({ name: 'rpc', ours, bare: theirs }));
} finally {
  bare.close();
  transport.close();
  await rpc.drain(1_000);
  await db.close();
  await database.stop();
}
