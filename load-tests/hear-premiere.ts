// `node load-tests/hear-premiere.ts [--streams 100] [--port 4100] [--prepared FILE]` follows the prepared premiere as its last
// viewers, each with a stream of signals as a browser has it, which k6 cannot have. What they were shown until now is at
// http://127.0.0.1:4100, the HEARD_URL of premiere-lobby.js. It ends with SIGINT or SIGTERM.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listenToPremiere } from './premiere-listeners.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '100' },
    port: { type: 'string', default: '4100' },
    prepared: { type: 'string', default: join(import.meta.dirname, 'prepared.json') },
  },
});
type Prepared = { cookie: string; viewers: string[]; premiere?: { filmId: string } };

const url = process.env.BASE_URL ?? 'http://localhost:3000';
const { cookie, viewers, premiere } = JSON.parse(await readFile(values.prepared, 'utf8')) as Prepared;
if (!premiere) throw new Error('no premiere is prepared: npm run load:prepare -- --premiere-in 120');
const cookies = viewers.slice(-Number(values.streams)).map((token) => `${cookie}=${token}`);
const listeners = await listenToPremiere({ url, filmId: premiere.filmId, cookies });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listeners.heard()));
});
server.listen(Number(values.port), '127.0.0.1', () => {
  process.stdout.write(
    `${cookies.length} streams are open; http://127.0.0.1:${values.port} says what they were shown\n`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stdout.write(`${JSON.stringify(listeners.heard())}\n`);
    listeners.close();
    server.close();
  });
}
