import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';

export type S3WithoutRoom = {
  endpoint: string;
  /** Requests that are answered with 507; none at first. */
  isFull: (request: IncomingMessage) => boolean;
};

/** A proxy before an S3 server, which can answer that the bucket is full. */
export async function s3WithoutRoom(endpoint: string): Promise<S3WithoutRoom> {
  const server = createServer((request, response) => {
    if (front.isFull(request)) {
      request.resume();
      response.writeHead(507, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>XMinioStorageFull</Code><Message>The bucket is full</Message></Error>');
      return;
    }
    const { method, url, headers } = request;
    // The name of the host as well: it is signed.
    const passed = httpRequest(new URL(url ?? '/', endpoint), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const front: S3WithoutRoom = { endpoint: `http://127.0.0.1:${await listenLocally(server)}`, isFull: () => false };
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return front;
}
