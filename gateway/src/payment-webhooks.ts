import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Logger } from '@marquee/runtime/log';
import { boundedBody } from './bounded-body.ts';

/** Where payment providers send their events: one address for each service that sells, by its name. */
export const PAYMENT_WEBHOOKS = '/webhooks/payments';

const BODY_BYTES_MAX = 262_144;
/** Headers that hold a signature. */
const SIGNATURES = ['stripe-signature', 'payment-signature'] as const;

/** Passes an event on to a service that sells. */
export type ReceivePaymentEvent = (event: { body: Uint8Array; signature: string }) => Promise<unknown>;

type Options = { receive: ReceivePaymentEvent; log: Logger };

/**
 * Passes an event on byte for byte: its signature is over the bytes, and only the service has the secret. A provider sends
 * again what is not answered with 2xx.
 */
export function paymentWebhooks({ receive, log }: Options) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number, text: string) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end(request.method === 'HEAD' ? '' : text);
    if (request.method !== 'POST') return end(405, 'This address takes events of the payment provider.\n');
    const signature = SIGNATURES.map((name) => request.headers[name]).find((value) => typeof value === 'string');
    const body = await boundedBody(request, BODY_BYTES_MAX);
    if (body === undefined) return end(413, 'This is too long.\n');
    if (!signature || body.length === 0) return end(400, 'This is no event of the payment provider.\n');
    try {
      await receive({ body, signature: String(signature) });
      end(200, 'Received.\n');
    } catch (error) {
      const { code } = ConnectError.from(error);
      if (code === Code.PermissionDenied || code === Code.InvalidArgument) return end(400, 'This was not accepted.\n');
      log.warn({ code: Code[code] }, 'an event of the payment provider could not be passed on');
      end(503, 'Please send this again.\n');
    }
  };
}
