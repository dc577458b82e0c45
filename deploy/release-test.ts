// `helm test`: requests the front page from the gateway at GATEWAY_URL, as a visitor of PUBLIC_URL would, and makes calls
// that only film and only identity can answer. Prints a line for each, and fails when one of them does not answer.
import { request } from 'node:http';
import { loadConfig } from '@marquee/runtime/config';
import { z } from 'zod';

const ANSWER_MS_MAX = 20_000;
const TEXT_SHOWN_CHARACTERS = 300;

const { GATEWAY_URL, PUBLIC_URL } = loadConfig(z.object({ GATEWAY_URL: z.url(), PUBLIC_URL: z.url() }), process.env);
const visitor = {
  host: new URL(PUBLIC_URL).host,
  origin: new URL(PUBLIC_URL).origin,
  'user-agent': 'Mozilla/5.0 (release test)',
};

type Answer = { status: number; text: string };

function ask(path: string, body?: object): Promise<Answer> {
  const method = body ? 'POST' : 'GET';
  const headers = body ? { ...visitor, 'content-type': 'application/json', 'connect-protocol-version': '1' } : visitor;
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, text: `no answer: ${error.message || error.code}` });
    const sent = request(new URL(path, GATEWAY_URL), { method, headers, timeout: ANSWER_MS_MAX }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('error', failed);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`nothing for ${ANSWER_MS_MAX} ms`)));
    sent.on('error', failed);
    sent.end(body && JSON.stringify(body));
  });
}

function expected(what: string, is: boolean, { status, text }: Answer): void {
  const why = `${status || ''} ${text.slice(0, TEXT_SHOWN_CHARACTERS)}`.replace(/\s+/g, ' ').trim();
  process.stdout.write(is ? `ok   ${what}\n` : `FAIL ${what}: ${why}\n`);
  if (!is) process.exitCode = 1;
}

const page = await ask('/');
expected('the front page', page.status === 200 && page.text.includes('<title>Marquee'), page);
const films = await ask('/rpc/film.v1.CatalogueService/ListFilms', {});
expected('film answers through the gateway', films.status === 200, films);
// An e-mail verification that was never started, which identity refuses.
const refusal = await ask('/rpc/identity.v1.AuthService/CheckEmailVerification', {});
expected('identity answers through the gateway', [400, 401, 404, 412].includes(refusal.status), refusal);
