import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportLogged } from '@marquee/runtime/error-reports';
import { type Logger, withoutPersonalData } from '@marquee/runtime/log';
import { holderOf } from '@marquee/runtime/network';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import { z } from 'zod';

const BODY_BYTES_MAX = 4_096;
const FRAMES_MAX = 8;
const PER_MINUTE_MAX = 30;

const reportSchema = z.object({
  source: z.string().regex(/^[a-z0-9-]{1,40}$/),
  error: z.string().max(80),
  info: z.string().max(300).default(''),
  /** Files of a build with line and column. */
  stack: z
    .array(z.string().regex(/^(?:superadmin\/)?assets\/[\w.-]{1,100}\.js:\d{1,6}:\d{1,7}$/))
    .max(FRAMES_MAX)
    .default([]),
  /** A route's pattern, such as /feed/:filmId. */
  route: z
    .string()
    .max(150)
    .regex(/^[\w/:.*?-]*$/)
    .default(''),
  build: z
    .string()
    .max(100)
    .regex(/^[\w.-]*$/)
    .default(''),
});

/**
 * Logs and reports errors of browsers, as `{ source, error, info, stack, route, build }` [SYS-07]. Browsers send kinds of
 * errors, never typed text; what looks like an address or a token is removed all the same.
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
    const { source, error, info, stack, route, build } = report.data;
    const kept = { source, error: withoutPersonalData(error), info: withoutPersonalData(info), stack, route, build };
    log.warn({ report: kept }, 'a browser reported an error');
    const thrown = { type: kept.error, message: kept.info, ...(stack.length > 0 && { stack: stackOf(kept) }) };
    reportLogged({ source, error: thrown, info: 'in a browser', page: { route, build } });
    end(204);
  };
}

/** As Node writes stacks, which the reports read. */
function stackOf({ error, info, stack }: { error: string; info: string; stack: string[] }): string {
  return [`${error}: ${info}`, ...stack.map((frame) => `    at ${frame}`)].join('\n');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
