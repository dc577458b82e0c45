import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, NoAnswerError, openConnections } from './ask.ts';
import type { Exchange, Kind, Records } from './records.ts';

/** One browser: its cookies, its address, and a record of all its requests. */
export type Browser = {
  name: string;
  /** Sends one request. `check` returns what is wrong with an answer that claims success. */
  send(request: BrowserRequest): Promise<Answer>;
  /** Calls a method once; returns undefined when it was not acknowledged. */
  call<T>(kind: Kind, method: string, body: object): Promise<T | undefined>;
  /** Calls a method with the same body until it is acknowledged, as a person retries. */
  persist<T>(kind: Kind, method: string, body: object): Promise<T>;
  cookies: Map<string, string>;
};

export type BrowserRequest = {
  kind: Kind;
  what: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  check?: (answer: Answer) => string | undefined;
};

/** A write that was never acknowledged: refused for a reason that a retry cannot change, or out of time. */
export class NotAcknowledgedError extends Error {}

/** The message of an answer that broke off in the middle. */
export const BROKE_OFF = 'the answer broke off';

const ANSWER_MS_MAX = 25_000;
const DEADLINE_MS = 20_000;
const AGAIN_MS = 500;
const PERSIST_MS_MAX = 90_000;
const WAITING_HELPS = new Set(['unavailable', 'deadline_exceeded', 'aborted', 'resource_exhausted', '']);

export function openBrowser(url: string, name: string, records: Records): Browser {
  const cookies = new Map<string, string>();
  const ask = openConnections(ANSWER_MS_MAX);
  // An address of its own, so that rate limits by address do not apply.
  const address = `10.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;

  async function send(request: BrowserRequest): Promise<Answer> {
    const sentAt = performance.now();
    const note = (exchange: Pick<Exchange, 'status' | 'code' | 'message' | 'connectedAt'>, flaw?: string) => {
      const { kind, what } = request;
      const ended = { client: name, kind, what, sentAt, endedAt: performance.now(), ...exchange };
      records.exchanges.push(flaw === undefined ? ended : { ...ended, flaw });
    };
    try {
      const { path, method = 'GET', body } = request;
      const answer = await ask(new URL(path, url), { method, headers: headersOf(request), ...(body && { body }) });
      keepCookies(answer.headers);
      const isDone = answer.status >= 200 && answer.status < 300;
      note({ status: answer.status, ...refusalIn(answer) }, isDone ? request.check?.(answer) : undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      const { isBegun, message, connectedAt } = error;
      note({ status: 0, code: '', message: isBegun ? BROKE_OFF : message, ...(connectedAt && { connectedAt }) });
      return { status: 0, headers: new Headers(), body: Buffer.alloc(0) };
    }
  }

  const headersOf = (request: BrowserRequest): Record<string, string> => ({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
    'x-forwarded-for': address,
    'sec-fetch-site': 'same-origin',
    origin: url,
    ...(cookies.size > 0 && { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') }),
    ...request.headers,
  });

  function keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const gone = attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0');
      if (gone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function callOnce(kind: Kind, method: string, body: object): Promise<Answer> {
    return send({
      kind,
      what: method.slice(method.indexOf('/') + 1),
      path: `/rpc/${method}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'connect-protocol-version': '1',
        'connect-timeout-ms': String(DEADLINE_MS),
      },
      body: JSON.stringify(body),
    });
  }

  return {
    name,
    cookies,
    send,
    async call<T>(kind: Kind, method: string, body: object) {
      const answer = await callOnce(kind, method, body);
      return answer.status === 200 ? (JSON.parse(answer.body.toString()) as T) : undefined;
    },
    async persist<T>(kind: Kind, method: string, body: object) {
      const deadline = performance.now() + PERSIST_MS_MAX;
      for (;;) {
        const answer = await callOnce(kind, method, body);
        if (answer.status === 200) return JSON.parse(answer.body.toString()) as T;
        const { code, message } = refusalIn(answer);
        if (!WAITING_HELPS.has(code)) throw new NotAcknowledgedError(`${name}: ${method}: ${code}: ${message}`);
        if (performance.now() > deadline) throw new NotAcknowledgedError(`${name}: ${method}: never acknowledged`);
        await delay(AGAIN_MS);
      }
    },
  };
}

const TEXT_SHOWN_CHARACTERS = 300;

/** The text of a refusal that the viewer would read. */
function refusalIn({ status, body }: Answer): { code: string; message: string } {
  if (status < 400) return { code: '', message: '' };
  const text = body.toString();
  if (!text.startsWith('{')) return { code: '', message: readable(text) };
  try {
    const { code, reason, message } = JSON.parse(text) as { code?: string; reason?: string; message?: string };
    return { code: code ?? reason ?? '', message: message ?? '' };
  } catch {
    return { code: '', message: text.slice(0, TEXT_SHOWN_CHARACTERS) };
  }
}

const readable = (html: string) =>
  (/<h1[\s\S]*?<\/p>/.exec(html)?.[0] ?? html)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_SHOWN_CHARACTERS);
