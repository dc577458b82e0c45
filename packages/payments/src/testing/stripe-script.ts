import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { stripeClient } from '../stripe/stripe-client.ts';

type Sent = Record<string, string>;
/** What Stripe answers to a request. */
export type Answer = object | ((sent: Sent) => object);

/** A refusal of Stripe's, by its code; `type` is the one of a wrong request unless given. */
export const refusal = (code: string, type = 'invalid_request_error') => ({ error: { type, code, message: code } });
export const declined = (code: string) => refusal(code, 'card_error');
export const list = (...data: object[]) => ({ object: 'list', has_more: false, data });

/**
 * Stripe's API with the answers that a test gives, by `POST /transfers`. What has no answer is refused as missing. `sent`
 * holds the requests that change something, with their values.
 */
export async function scriptedStripe(answers: Record<string, Answer>) {
  const sent: [string, Sent][] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    const values = Object.fromEntries([...searchParams, ...new URLSearchParams(await text(request))]);
    const call = `${request.method} ${pathname.replace('/v1', '')}`;
    if (request.method !== 'GET') sent.push([call, values]);
    const answer = answers[call] ?? refusal('resource_missing');
    const body = typeof answer === 'function' ? answer(values) : answer;
    const status = 'error' in body ? ((body.error as { type: string }).type === 'card_error' ? 402 : 400) : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const apiUrl = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    stripe: stripeClient({ secretKey: 'sk_test_123', apiUrl }),
    answers,
    sent,
    calls: () => sent.map(([call]) => call),
  };
}
