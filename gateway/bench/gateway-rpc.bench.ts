// `gateway rpc`: GetFilm through the gateway's proxy, as a browser calls it, against the same call made directly to the
// same server. Both run in this process with a prepared query behind them: what is compared is CPU per call.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { CatalogueService, GetFilmRequestSchema, GetFilmResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import { openDatabase } from '@marquee/data/database';
import { compareCalls } from '@marquee/runtime/bench/compare-calls';
import { printFigure } from '@marquee/runtime/bench/figure';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { type Handlers, implement, serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { createVerifier } from '@marquee/runtime/verifier';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { createConnectProxy } from '../src/proxy/connect-proxy.ts';

const log = createLogger({ service: 'bench', level: 'silent' });
const filmId = '01939f5e-0000-7000-8000-000000000001';

const postgres = await startTestPostgres();
const db = openDatabase({ url: postgres.url, log, applicationName: 'bench' });
await db.pool.query('CREATE TABLE film (id uuid PRIMARY KEY, title text, log_line text, genres text[])');
await db.pool.query('INSERT INTO film VALUES ($1, $2, $3, $4)', [
  filmId,
  'The Quiet of Long Rivers',
  'A ferryman carries letters that nobody sent. '.repeat(12),
  ['Drama', 'Mystery'],
]);

type Row = { id: string; title: string; log_line: string; genres: string[] };
const query = { name: 'film', text: 'SELECT id, title, log_line, genres FROM film WHERE id = $1' };
const getFilm: Handlers<typeof CatalogueService>['getFilm'] = async (input) => {
  const [row] = (await db.pool.query<Row>({ ...query, values: [input.filmId] })).rows;
  return row ? { film: { id: row.id, filmTitle: row.title, logLine: row.log_line, genres: row.genres } } : {};
};
const handlers = new Proxy({ getFilm } as Handlers<typeof CatalogueService>, {
  get: (own, name) => Reflect.get(own, name) ?? (async () => ({})),
});

const key = generateSigningKey();
const keys = publicKeys(key);
const server = await serve({
  service: 'film',
  host: '127.0.0.1',
  port: 0,
  log,
  verifier: createVerifier({ viewerKeys: publicKeys(), serviceKeys: { gateway: keys } }),
  implementations: [implement(CatalogueService, handlers)],
});
const address = `127.0.0.1:${server.port}`;
const transport = grpcTransport({
  address,
  service: 'gateway',
  serviceKey: key,
  callee: 'film',
  defaultTimeoutMs: 5_000,
});
const client = createClient(CatalogueService, transport);

const proxy = createConnectProxy({
  routes: { [CatalogueService.typeName]: address },
  serviceKey: key,
  authenticate: () => ({}),
  isSameOrigin: () => true,
  log,
});
const gateway = createServer(proxy).listen(0, '127.0.0.1');
await new Promise((resolve) => gateway.once('listening', resolve));
const agent = new Agent({ keepAlive: true });
const { port } = gateway.address() as AddressInfo;

function throughGateway(): Promise<unknown> {
  const body = toBinary(GetFilmRequestSchema, create(GetFilmRequestSchema, { filmId }));
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/proto', 'content-length': body.byteLength };
    const call = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/rpc/film.v1.CatalogueService/GetFilm',
      headers,
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(fromBinary(GetFilmResponseSchema, Buffer.concat(chunks)));
        else reject(new Error(`status ${response.statusCode}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

try {
  const direct = () => client.getFilm({ filmId });
  printFigure(await compareCalls({ name: 'gateway rpc', ours: throughGateway, bare: direct }));
} finally {
  agent.destroy();
  gateway.close();
  proxy.close();
  transport.close();
  await server.drain(1_000);
  await db.close();
  await postgres.stop();
}
