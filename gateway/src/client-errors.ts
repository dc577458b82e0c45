import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportLogged } from '@marquee/runtime/error-reports';
import { type Logger, withoutPersonalData } from '@marquee/runtime/log';
import { holderOf } from '@marquee/runtime/network';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import { z } from 'zod';

const BODY_BYTES_MAX = 2_048;
const PER_MINUTE_MAX = 30;

const reportSchema = z.object({
  source: z.string().regex(/^[a-z0-9-]{1,40}$/),
  error: z.string().max(80),
  info: z.string().max(300).default(''),
});

/**
 * Logs and reports errors that browsers tell as `{ source, error, info }` [SYS-07]. Browsers send kinds of errors, never typed text; what
 * looks like an address or a token is removed all the same.
 */
export function clientErrors(
  log: Logger,
  limits: RateLimits,
  addressOf: (request: IncomingMessage) => string,
  fromOurPages: (request: IncomingMessage) => boolean,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number) => response.writeHead(status).end();
    if (request.method !== 'POST') return void end(405);
    if (!fromOurPages(request)) return void end(403);
    try {
      await limits.consume('client-errors', holderOf(addressOf(request)), { points: PER_MINUTE_MAX, durationS: 60 });
    } catch {
      return void end(429);
    }
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length > BODY_BYTES_MAX) return void end(413);
    }
    const report = reportSchema.safeParse(parseJson(body));
    if (!report.success) return void end(400);
    const { source, error, info } = report.data;
    const kept = { source, error: withoutPersonalData(error), info: withoutPersonalData(info) };
    log.warn({ report: kept }, 'a browser reported an error');
    reportLogged({ source: kept.source, error: { type: kept.error, message: kept.info }, info: 'in a browser' });
    end(204);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
