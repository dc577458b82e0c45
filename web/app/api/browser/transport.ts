import { Code, ConnectError, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { requestIds } from './request-ids.ts';
import { sessionEnded } from './session-events.ts';

const TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 400;

/**
 * Repeats a call once when the service was unavailable, provided that repeating is safe: a read, or a write whose
 * request id lets the service recognise it.
 */
const retryOnce: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const isSafe =
      request.method.idempotency === NO_SIDE_EFFECTS || ('requestId' in request.message && request.message.requestId);
    const retries = !request.stream && isSafe && ConnectError.from(error).code === Code.Unavailable;
    if (!retries || request.signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return next(request);
  }
};
const NO_SIDE_EFFECTS = 1;

const announceSessionEnd: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unauthenticated) window.dispatchEvent(new Event(sessionEnded));
    throw error;
  }
};

let transport: Transport | undefined;

/** The one transport of this page, to the gateway. */
export function rpcTransport(): Transport {
  transport ??= createConnectTransport({
    baseUrl: '/rpc',
    useBinaryFormat: true,
    defaultTimeoutMs: TIMEOUT_MS,
    // The first is the outermost: a repeated call carries the request id of the first attempt.
    interceptors: [announceSessionEnd, requestIds(), retryOnce],
  });
  return transport;
}
