import { type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { HOST } from './running-gateway.ts';

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: string };

/** Sends a request to a gateway as a browser does, under its public name. */
export function ask(
  port: number,
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { host: HOST, ...headers } };
    request(options, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
    })
      .on('error', reject)
      .end(body);
  });
}
