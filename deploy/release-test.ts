// `helm test`: asks the gateway at GATEWAY_URL for the front page as a visitor of PUBLIC_URL would, and for what only
// identity can answer. Needs the page, the film service behind it and identity.
import { request } from 'node:http';
import { loadConfig } from '@marquee/runtime/config';
import { z } from 'zod';

const ANSWER_MS_MAX = 20_000;

const { GATEWAY_URL, PUBLIC_URL } = loadConfig(z.object({ GATEWAY_URL: z.url(), PUBLIC_URL: z.url() }), process.env);
const visitor = {
  host: new URL(PUBLIC_URL).host,
  origin: new URL(PUBLIC_URL).origin,
  'user-agent': 'Mozilla/5.0 (release test)',
};

function ask(path: string, body?: object): Promise<{ status: number; text: string }> {
  const method = body ? 'POST' : 'GET';
  const headers = body ? { ...visitor, 'content-type': 'application/json', 'connect-protocol-version': '1' } : visitor;
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, GATEWAY_URL), { method, headers, timeout: ANSWER_MS_MAX }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path}: no answer in ${ANSWER_MS_MAX} ms`)));
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

function expected(what: string, is: boolean, { status, text }: { status: number; text: string }): void {
  process.stdout.write(`${is ? 'ok  ' : 'FAIL'} ${what}${is ? '' : `: ${status} ${text.slice(0, 300)}`}\n`);
  if (!is) process.exitCode = 1;
}

const page = await ask('/');
expected('the front page', page.status === 200 && page.text.includes('<title>Marquee'), page);
// An e-mail verification that nobody began: a refusal that identity words.
const refusal = await ask('/rpc/identity.v1.AuthService/CheckEmailVerification', {});
expected('identity answers through the gateway', [400, 401, 404, 412].includes(refusal.status), refusal);
