import { randomInt } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

const ANSWER_MS_MAX = 30_000;

export type Asked = {
  method?: string;
  headers?: Record<string, string>;
  /** Piece by piece, with a Content-Length among the headers, or at once. */
  body?: AsyncIterable<Buffer> | string;
};
/** `from` is the address of the gateway that answered. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer; from: string };

/** A browser with its cookies. */
export type Browser = {
  /** Rejects only when no answer arrives, or part of one. */
  send(path: string, asked?: Asked): Promise<Answer>;
  /** Calls a method and returns its answer. @throws when the call is refused */
  call<T>(method: string, body: object): Promise<T>;
};

export type Ingress = { browser(): Browser; close(): void };

/**
 * Sends requests to the published gateways in turn over kept connections, as an Ingress does. It retries nothing.
 */
export function openIngress(options: { url: string; port: number; hosts: () => readonly string[] }): Ingress {
  const { url, port, hosts } = options;
  const agents = new Map<string, Agent>();
  const { host, origin } = new URL(url);
  let turn = 0;

  function agentOf(address: string): Agent {
    const agent = agents.get(address) ?? new Agent({ keepAlive: true });
    agents.set(address, agent);
    return agent;
  }

  function send(path: string, { method = 'GET', headers, body }: Asked): Promise<Answer> {
    const addresses = hosts();
    turn += 1;
    const from = addresses[turn % addresses.length] ?? '';
    // Each request comes from another address, so that none reaches a rate limit.
    const visitor = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const about = { host, origin, 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': visitor };
    const target = { host: from, port, path, method, headers: { ...about, ...headers }, agent: agentOf(from) };
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => reject(new Error(`${method} ${path} of ${from}: ${error.message}`));
      const sent = httpRequest({ ...target, timeout: ANSWER_MS_MAX }, (response) => {
        response.toArray().then((chunks) => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: `${bytes}`, bytes, from });
        }, failed);
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', failed);
      if (typeof body === 'object') Readable.from(body).on('error', failed).pipe(sent);
      else sent.end(body);
    });
  }

  return {
    browser: () => browser(send),
    close() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function browser(ask: (path: string, asked: Asked) => Promise<Answer>): Browser {
  const cookies = new Map<string, string>();

  function keep({ headers }: Answer): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function send(path: string, asked: Asked = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(path, { ...asked, headers: { ...(cookie && { cookie }), ...asked.headers } });
    keep(answer);
    return answer;
  }

  return {
    send,
    async call<T>(method: string, body: object) {
      const headers = { 'content-type': 'application/json' };
      const answer = await send(`/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${answer.text}`);
      return JSON.parse(answer.text) as T;
    },
  };
}
