import { createServer, type RequestListener } from 'node:http';
import { atEnd } from './cleanup.ts';
import { listenLocally } from './listen-locally.ts';

/** Has a real server answer what `fetch` asks for without a host, as a page does; the last server counts. */
export async function fetchFrom(answer: RequestListener): Promise<void> {
  const server = createServer(answer);
  const port = await listenLocally(server);
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => fetch(new URL(String(input), `http://127.0.0.1:${port}`), init);
  atEnd(() => {
    globalThis.fetch = fetch;
    server.closeAllConnections();
    server.close();
  });
}
