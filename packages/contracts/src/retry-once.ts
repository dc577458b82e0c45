import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { isRead } from './idempotency.ts';

/** Where the answer does not say when. */
const RETRY_AFTER_MS = 400;
/** A call that may only be repeated later than this fails at once: its page says so, and has a button to try again. */
const RETRY_AFTER_MS_MAX = 5_000;

/**
 * Repeats a browser's call once when the service was unavailable, provided that repeating is safe: a read, or a write
 * whose request id lets the service recognise it. It waits as long as `Retry-After` says, up to 5 s. Stands after
 * `requestIds()`, so that both carry the same id.
 */
export const retryOnce: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (thrown) {
    const isSafe = isRead(request.method) || ('requestId' in request.message && request.message.requestId);
    const error = ConnectError.from(thrown);
    const waitMs = retryAfterMs(error);
    const retries = !request.stream && isSafe && error.code === Code.Unavailable && waitMs <= RETRY_AFTER_MS_MAX;
    if (!retries) throw thrown;
    await pause(waitMs, request.signal);
    return next(request);
  }
};

function retryAfterMs({ metadata }: ConnectError): number {
  // Ours are whole seconds; a date is treated as no time at all.
  const seconds = Number.parseInt(metadata.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? RETRY_AFTER_MS : seconds * 1_000;
}

/** Ends early when the call is given up: its repetition then fails as the first attempt would have. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
