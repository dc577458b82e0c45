import { createStackParser, createTransport, type Event, type Exception } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { connectErrorReporter, type ErrorReport, type LoggedError } from '../error-reports.ts';
import type { Logger } from '../log.ts';
import { NAMESPACE } from '../namespace.ts';
import { errorReportsDropped } from './instruments.ts';

export type ErrorReportsOptions = {
  /** Where reports go: `https://<key>@<host>/<project>`. */
  dsn: string;
  /** The version that runs. */
  release: string;
  /** The process's name. */
  service: string;
  log: Logger;
};

export type OpenErrorReports = { close(): Promise<void> };

/** Maximum of reports a minute, so that an unavailable database does not flood the service; further ones are dropped and counted. */
const REPORTS_PER_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;
const WAITING_MAX = 64;
const SEND_MS_MAX = 5_000;
const TOO_LARGE = 413;
const CLOSE_MS_MAX = 3_000;
const stackParser = createStackParser(nodeStackLineParser());

/**
 * Sends what is logged as an error, and what browsers report, to an error-reporting service in the Sentry envelope
 * format [SYS-07]: source, error, info and release, nothing else. Sending delays nobody.
 */
export function openErrorReports({ dsn, release, service, log }: ErrorReportsOptions): OpenErrorReports {
  const lost = lossLog(log);
  const client = new ServerRuntimeClient({
    dsn,
    release,
    stackParser,
    integrations: [],
    includeServerName: false,
    sendClientReports: false,
    platform: 'node',
    transport: (options) =>
      createTransport(
        { ...options, bufferSize: WAITING_MAX, recordDroppedEvent: () => lost.add() },
        async ({ body }) => {
          // The library counts what fails to be sent, and 413; other refusals are for us to count.
          const { status, headers } = await send(options.url, options.headers, body).catch((error: unknown) => {
            lost.say(error);
            throw error;
          });
          if (status >= 400) lost.say(new Error(`the error-reporting service answered ${status}`));
          else lost.end();
          if (status >= 400 && status !== TOO_LARGE) lost.add();
          return {
            statusCode: status,
            headers: {
              'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
              'retry-after': headers.get('retry-after'),
            },
          };
        },
      ),
  });
  client.init();
  const isWithinLimit = perMinute();
  connectErrorReporter((report) => {
    if (isWithinLimit()) client.captureEvent(eventOf(report, service));
    else errorReportsDropped.add(1);
  });
  return {
    async close() {
      connectErrorReporter(undefined);
      await client.close(CLOSE_MS_MAX);
    },
  };
}

function send(url: string, headers: Record<string, string> | undefined, body: string | Uint8Array): Promise<Response> {
  return fetch(url, {
    ...{ method: 'POST', body: body as Uint8Array<ArrayBuffer>, redirect: 'error' },
    ...(headers && { headers }),
    signal: AbortSignal.timeout(SEND_MS_MAX),
  });
}

function eventOf({ source, error, info, page }: ErrorReport, service: string): Event {
  return {
    level: 'error',
    logger: NAMESPACE,
    transaction: source,
    tags: { service, source, ...page, ...(typeof error.reason === 'string' && { reason: error.reason }) },
    extra: { info },
    exception: { values: exceptionsOf(error) },
  };
}

/** The causes first, as the format has it. */
function exceptionsOf({ type, message, stack, cause }: LoggedError): Exception[] {
  const frames = stack ? stackParser(stack) : [];
  return [
    ...(cause ? exceptionsOf(cause) : []),
    { type, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) },
  ];
}

function perMinute(): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) count = 0;
    minute = now;
    count += 1;
    return count <= REPORTS_PER_MINUTE_MAX;
  };
}

/** Counts what is lost, and logs the reason once: as a warning, which is not reported. */
function lossLog(log: Logger) {
  let failing = false;
  return {
    add: () => errorReportsDropped.add(1),
    say(error: unknown) {
      if (!failing) log.warn({ err: error }, 'error reports cannot be sent and are dropped');
      failing = true;
    },
    end() {
      if (failing) log.info('error reports are sent again');
      failing = false;
    },
  };
}
