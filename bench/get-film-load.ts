// The load of `telemetry`, in a process of its own so that its CPU is not measured: browsers that request a film, and the
// receiver of traces.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, toBinary } from '@bufbuild/protobuf';
import { GetFilmRequestSchema } from '@marquee/contracts/film/v1/catalogue_pb';

/** Requests the film `calls` times; answered by `done` when all answers are in. */
export type Asked = { port: number; filmId: string; calls: number };
export type LoadMessage = { otlpPort: number } | { done: true; spanBytes: number };

const CONCURRENCY = 32;
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
let spanBytes = 0;

const receiver = createServer((traces, response) => {
  traces.on('data', (chunk: Buffer) => {
    spanBytes += chunk.length;
  });
  traces.on('end', () => response.writeHead(200).end());
});
receiver.listen(0, '127.0.0.1', () => report({ otlpPort: (receiver.address() as AddressInfo).port }));

process.on('message', async ({ port, filmId, calls }: Asked) => {
  const body = toBinary(GetFilmRequestSchema, create(GetFilmRequestSchema, { filmId }));
  let left = calls;
  const browser = async () => {
    for (; left > 0; left -= 1) await ask(port, body);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, browser));
  report({ done: true, spanBytes });
});

process.on('disconnect', () => process.exit());

function report(message: LoadMessage): void {
  process.send?.(message);
}

function ask(port: number, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/proto', 'content-length': body.byteLength };
    const path = '/rpc/film.v1.CatalogueService/GetFilm';
    const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      response.resume().on('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
    });
    call.on('error', reject).end(body);
  });
}
