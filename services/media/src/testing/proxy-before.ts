import { createServer, request as forward, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '@marquee/testing/cleanup';

/** A proxy before an address, which answers itself what `answers` takes: it returns true for those. */
export async function proxyBefore(
  address: string,
  answers: (request: IncomingMessage, response: Parameters<RequestListener>[1]) => boolean,
): Promise<string> {
  const server = createServer((request, response) => {
    if (answers(request, response)) {
      request.resume();
      return;
    }
    const { method, headers } = request;
    const onward = forward(new URL(request.url ?? '/', address), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
