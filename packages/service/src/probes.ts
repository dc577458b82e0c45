import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Probes = {
  readonly port: number;
  /** Says what keeps the process from being ready, or that it no longer does. */
  report(part: string, problem: string | undefined): void;
  /** From here on /startupz says yes. */
  started(): void;
  close(): Promise<void>;
};

/** What /metrics answers. */
export type Scraped = { readonly contentType: string; text(): Promise<string> };

const CLOSE_MS_MAX = 1_000;

/**
 * Serves what an orchestrator asks of a process. `/livez`: it answers, so it need not be killed. `/startupz`: it has
 * come up once. `/readyz`: it should be sent work; 503 with a line for each part that keeps it from that. `/metrics`: what
 * it measures, where it does.
 */
export async function serveProbes(options: { host: string; port: number; metrics?: Scraped }): Promise<Probes> {
  const { host, port, metrics } = options;
  const problems = new Map<string, string>([['start', 'starting']]);
  let isStarted = false;

  const answers: Record<string, () => string[]> = {
    '/livez': () => [],
    '/startupz': () => (isStarted ? [] : lines(problems)),
    '/readyz': () => lines(problems),
  };
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (metrics && isRead && request.url === '/metrics') {
      void sendMetrics(metrics, response);
      return;
    }
    const answer = answers[request.url ?? ''];
    if (!answer || !isRead) {
      response.writeHead(404).end();
      return;
    }
    const found = answer();
    response.writeHead(found.length === 0 ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
    response.end(found.length === 0 ? 'ok\n' : `${found.join('\n')}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    report(part, problem) {
      if (problem === undefined) problems.delete(part);
      else problems.set(part, problem);
    },
    started() {
      isStarted = true;
      problems.delete('start');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX).unref();
      }),
  };
}

async function sendMetrics({ contentType, text }: Scraped, response: ServerResponse): Promise<void> {
  try {
    const values = await text();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(values);
  } catch (error) {
    response
      .writeHead(500, { 'content-type': 'text/plain' })
      .end(`${error instanceof Error ? error.message : error}\n`);
  }
}

function lines(problems: Map<string, string>): string[] {
  return [...problems].map(([part, problem]) => `${part}: ${problem}`);
}
