import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Logger } from '@marquee/runtime/log';
import { holderOf, networkOf } from '@marquee/runtime/network';
import { LRUCache } from 'lru-cache';
import { boundedBody } from './bounded-body.ts';
import type { MinuteCounts } from './minute-counts.ts';

/** Where payment providers send their events: one address for each service that sells, by its name. */
export const PAYMENT_WEBHOOKS = '/webhooks/payments';

const BODY_BYTES_MAX = 262_144;
/** Of what one address sends and no provider signed. Good events have no limit: a sale brings thousands at once. */
const WRONG_A_MINUTE = 20;
/** Of all addresses of a network together. */
const WRONG_OF_NETWORK_A_MINUTE = 20 * WRONG_A_MINUTE;
/** Addresses of which a good event came are remembered for this long. */
const GOOD_MS = 24 * 3_600_000;
const GOOD_MAX = 1_000;
/** Headers that hold a signature. */
const SIGNATURES = ['stripe-signature', 'payment-signature'] as const;

const LATER = 'Please send this again.\n';

/** Passes an event on to a service that sells. */
export type ReceivePaymentEvent = (event: { body: Uint8Array; signature: string }) => Promise<unknown>;

type Options = {
  receive: ReceivePaymentEvent;
  /** What was wrong of each address and network, for this seller alone: a secret that is wrong at one stops no other. */
  wrong: MinuteCounts;
  addressOf: (request: IncomingMessage) => string;
  log: Logger;
};

/**
 * Passes an event on byte for byte: its signature is over the bytes, and only the service has the secret. A provider sends
 * again what is not answered with 2xx. An address that sends many wrong ones is not heard for the rest of the minute: nothing
 * is read, and no signature is checked. One that brought a good event is always heard: events of all a provider's customers
 * come from the same addresses, and some of them are not for us.
 */
export function paymentWebhooks({ receive, wrong, addressOf, log }: Options) {
  const good = new LRUCache<string, true>({ max: GOOD_MAX, ttl: GOOD_MS });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number, text: string) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end(request.method === 'HEAD' ? '' : text);
    if (request.method !== 'POST') return end(405, 'This address takes events of the payment provider.\n');
    const address = addressOf(request);
    const [holder, network] = [holderOf(address), `network ${networkOf(address)}`];
    const isRefused = () =>
      !good.has(holder) && (wrong.of(holder) >= WRONG_A_MINUTE || wrong.of(network) >= WRONG_OF_NETWORK_A_MINUTE);
    const endWrong = (status: number, text: string) => {
      wrong.add(holder);
      wrong.add(network);
      end(status, text);
    };
    if (isRefused()) return end(503, LATER);
    const signature = SIGNATURES.map((name) => request.headers[name]).find((value) => typeof value === 'string');
    const body = await boundedBody(request, BODY_BYTES_MAX);
    if (body === undefined) return endWrong(413, 'This is too long.\n');
    if (!signature || body.length === 0) return endWrong(400, 'This is no event of the payment provider.\n');
    // Others of the address were wrong while this one arrived.
    if (isRefused()) return end(503, LATER);
    try {
      await receive({ body, signature: String(signature) });
      good.set(holder, true);
      end(200, 'Received.\n');
    } catch (error) {
      const { code } = ConnectError.from(error);
      if (code === Code.PermissionDenied || code === Code.InvalidArgument)
        return endWrong(400, 'This was not accepted.\n');
      log.warn({ code: Code[code] }, 'an event of the payment provider could not be passed on');
      end(503, LATER);
    }
  };
}
