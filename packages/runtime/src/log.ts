import { type DestinationStream, type Logger as PinoLogger, pino, destination as pinoDestination } from 'pino';
import { currentCall } from './context.ts';
import { isReporting, type LoggedError, reportLogged } from './error-reports.ts';
import { traceIdOf } from './trace.ts';

export type Logger = PinoLogger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

const BUFFER_BYTES = 4096;
const FLUSH_MS = 250;
const CAUSES_MAX = 5;
const ERROR_LEVEL = 50;

const PERSONAL = [
  'email',
  'phone',
  'phoneNumber',
  'firstName',
  'lastName',
  'fullName',
  'username',
  'bio',
  'ip',
  'userAgent',
  'cookie',
  'cookies',
  'authorization',
  'token',
  'viewerToken',
  'sessionToken',
  'linkToken',
  'password',
  'secret',
  'digits',
];

// Without slashes: the path of a scoped package is not an address.
const EMAIL = /[^\s"'<>(),;:=/]+@[^\s"'<>(),;:=/]+\.[^\s"'<>(),;:=/]+/g;
const PHONE = /\+\d[\d ()-]{6,}\d/g;
const SIGNED = /[\w-]{11}\.[\w-]{20,}\.[\w-]{20,}/g;

/** The text without mail addresses, phone numbers and tokens. */
export function withoutPersonalData(text: string): string {
  return text.replace(EMAIL, '[email]').replace(PHONE, '[phone]').replace(SIGNED, '[token]');
}

// Only harmless fields: the detail of a database error, for example, quotes the row.
function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersonalData(String(error)) };
  const { code, reason, constraint } = error as { code?: unknown; reason?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    stack: error.stack && withoutPersonalData(error.stack),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: errorForLog(error.cause, depth + 1) }),
  };
}

/**
 * A structured logger: one JSON object a line with service, level, request id and trace id. Personal data is left out:
 * known fields are dropped, and addresses, phone numbers and tokens are struck from error messages. Lines are buffered
 * for up to 250 ms and written out when the process exits. Lines of the level error and above are reported as well
 * [SYS-07].
 */
export function createLogger(options: {
  service: string;
  level?: LogLevel | undefined;
  destination?: DestinationStream | undefined;
}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: { err: (error) => errorForLog(error), error: (error) => errorForLog(error) },
      hooks: {
        logMethod(line, method, level) {
          if (level >= ERROR_LEVEL && isReporting()) reportLine(options.service, line);
          method.apply(this, line);
        },
      },
      mixin() {
        const call = currentCall();
        return call ? { requestId: call.requestId, traceId: traceIdOf(call.traceparent) } : {};
      },
    },
    options.destination ?? standardOutput(),
  );
}

function reportLine(source: string, [first, second]: readonly unknown[]): void {
  const { err, error = err } = (typeof first === 'object' && first !== null ? first : {}) as Record<string, unknown>;
  const info = withoutPersonalData(String(typeof first === 'string' ? first : (second ?? '')));
  reportLogged({ source, error: error === undefined ? { type: 'Error', message: info } : errorForLog(error), info });
}

/** Written out by pino when the process exits. */
const standardOutput = () => pinoDestination({ fd: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
