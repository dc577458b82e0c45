import { Agent, request } from 'node:http';

/** One request of the load; `accept` says whether its answer is right. */
export type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

const CONNECTIONS = 32;

export type HttpLoad = {
  /** Answers per second with one request in flight on each connection. @throws on a wrong answer */
  perSecond(next: () => Ask, seconds: number): Promise<number>;
  close(): void;
};

/** Sends load to one origin over keep-alive connections. */
export function httpLoad(url: string): HttpLoad {
  const { port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const ask = ({ method, path, headers, body }: Ask) =>
    new Promise<void>((resolve, reject) => {
      const all = { ...headers, host, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: all }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });

  return {
    async perSecond(next, seconds) {
      const startedAt = performance.now();
      const end = startedAt + seconds * 1_000;
      let answers = 0;
      const worker = async () => {
        while (performance.now() < end) {
          await ask(next());
          answers += 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
      return answers / ((performance.now() - startedAt) / 1_000);
    },
    close: () => agent.destroy(),
  };
}
