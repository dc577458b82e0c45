import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a page with only a progressive video element, and its file in ranges. */
export async function servePlainVideo(path: string): Promise<{ url: string; close(): void }> {
  const { size } = await stat(path);
  const server = createServer((request, response) => {
    if (request.url !== '/film.mp4') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end('<!DOCTYPE html><title>Plain</title><video src="/film.mp4" autoplay playsinline></video>');
    }
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = `bytes ${start}-${size - 1}/${size}`;
    const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-length': size - start };
    response.writeHead(206, { ...headers, 'content-range': range });
    createReadStream(path, { start })
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${port}/`, close };
}
