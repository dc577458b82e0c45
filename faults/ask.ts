import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type Asked = { method: string; headers: Record<string, string>; body?: string | Buffer };
export type Answer = { status: number; headers: Headers; body: Buffer };

/** A request that got no answer. Its message is the error code that is recorded. */
export class NoAnswerError extends Error {
  readonly isBegun: boolean;
  readonly connectedAt: number | undefined;

  /** `isBegun`: whether part of an answer came. `connectedAt`: when the connection was made, by performance.now(). */
  constructor(why: string, isBegun: boolean, connectedAt: number | undefined) {
    super(why);
    this.isBegun = isBegun;
    this.connectedAt = connectedAt;
  }
}

/** The message of a request that timed out. */
export const TOO_LATE = 'TimeoutError';

/**
 * Sends requests as a browser does, over keep-alive connections. A request on a reused connection that the server was just
 * closing is sent again; on a new connection it is not.
 */
export function openConnections(timeoutMs: number): (url: URL, asked: Asked) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const connectedAt = new WeakMap<Socket, number>();

  function once(url: URL, asked: Asked): Promise<Answer | 'stale'> {
    return new Promise((resolve, reject) => {
      const { method, headers, body } = asked;
      const length = body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(body)) };
      const request = httpRequest(url, { method, agent, headers: { ...headers, ...length } });
      let answer: IncomingMessage | undefined;
      const timer = setTimeout(() => {
        request.destroy(new Error(TOO_LATE));
        // A browser would have used one connection for all of this, so the idle ones are dead too.
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      }, timeoutMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (!answer && request.reusedSocket && error.code === 'ECONNRESET') resolve('stale');
        else {
          const since = request.socket ? connectedAt.get(request.socket) : undefined;
          reject(new NoAnswerError(error.code ?? error.message, answer !== undefined, since));
        }
      };
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => connectedAt.set(socket, performance.now()));
      });
      request.on('error', fail);
      request.on('response', (response) => {
        answer = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: Buffer.concat(chunks) });
        });
      });
      request.end(body);
    });
  }

  return async (url, asked) => {
    for (;;) {
      const answer = await once(url, asked);
      if (answer !== 'stale') return answer;
    }
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
