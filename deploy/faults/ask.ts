import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

export type Asked = { method: string; headers: Record<string, string>; body?: string | Buffer };
export type Answer = { status: number; headers: Headers; body: Buffer };

/** Why there is no answer, by the name that is noted of it, and whether an answer had begun. */
export class NoAnswerError extends Error {
  readonly isBegun: boolean;

  constructor(why: string, isBegun: boolean) {
    super(why);
    this.isBegun = isBegun;
  }
}

/** The names of an answer that took too long, on a new connection and on one that was kept. */
export const TOO_LATE = 'TimeoutError';
export const TOO_LATE_KEPT = 'TimeoutError on a kept connection';

/**
 * Asks as a browser does: over connections that are kept. One that the server let go of just as it was used again is no
 * fault of anybody, and the request is sent once more; on a new connection it is not.
 */
export function openConnections(timeoutMs: number): (url: URL, asked: Asked) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });

  function once(url: URL, asked: Asked): Promise<Answer | 'stale'> {
    return new Promise((resolve, reject) => {
      const { method, headers, body } = asked;
      const length = body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(body)) };
      const request = httpRequest(url, { method, agent, headers: { ...headers, ...length } });
      let answer: IncomingMessage | undefined;
      const timer = setTimeout(() => {
        request.destroy(new Error(request.reusedSocket ? TOO_LATE_KEPT : TOO_LATE));
        // A browser has one connection to a site, which this one would have been: the idle ones went the same way.
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      }, timeoutMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (!answer && request.reusedSocket && error.code === 'ECONNRESET') resolve('stale');
        else reject(new NoAnswerError(error.code ?? error.message, answer !== undefined));
      };
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
