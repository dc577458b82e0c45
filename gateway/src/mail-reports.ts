import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Logger } from '@marquee/runtime/log';
import { holderOf } from '@marquee/runtime/network';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import { boundedBody } from './bounded-body.ts';

/** Where a mail server passes on what comes back to the return path of mails, and what feedback loops send. */
export const MAIL_REPORTS = '/webhooks/mail';

const BODY_BYTES_MAX = 262_144;
/** Of one address: a mail server passes on everybody's. */
const PER_MINUTE_MAX = 120;

/** Passes a report on to notification. */
export type ReceiveMailReport = (report: { message: Uint8Array }) => Promise<unknown>;

type Options = {
  receive: ReceiveMailReport;
  limits: RateLimits;
  addressOf: (request: IncomingMessage) => string;
  log: Logger;
};

/**
 * Passes a message on byte for byte; what proves it is in it. A mail server tries again what is not answered with 2xx, and
 * gives up what was refused for good: 400 and 413. Who sends too many is asked to send them again later.
 */
export function mailReports({ receive, limits, addressOf, log }: Options) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number, text: string) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end(request.method === 'HEAD' ? '' : text);
    if (request.method !== 'POST') return end(405, 'This address takes reports of mail servers.\n');
    try {
      await limits.consume('mail-reports', holderOf(addressOf(request)), { points: PER_MINUTE_MAX, durationS: 60 });
    } catch {
      return end(503, 'Please send this again.\n');
    }
    const message = await boundedBody(request, BODY_BYTES_MAX);
    if (message === undefined) return end(413, 'This is too long.\n');
    if (message.length === 0) return end(400, 'This is no message.\n');
    try {
      await receive({ message });
      end(200, 'Received.\n');
    } catch (error) {
      const { code } = ConnectError.from(error);
      if (code === Code.InvalidArgument) return end(400, 'This is no message.\n');
      log.warn({ code: Code[code] }, 'a report of a mail server could not be passed on');
      end(503, 'Please send this again.\n');
    }
  };
}
