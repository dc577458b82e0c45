import type { DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { toApiError } from '../api-error.ts';
import { createServiceClient } from '../services.ts';
import { sessionEnded } from './session-events.ts';

const timeoutMs = 20_000;
const retryAfterMs = 400;

/**
 * A call that found nobody home is tried once more where twice is once: a read, or a write that carries the id by which
 * its service knows it again.
 */
const tryAgain: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const isOnce =
      request.method.idempotency === noSideEffects || ('requestId' in request.message && request.message.requestId);
    const again = !request.stream && isOnce && isUnavailable(error);
    if (!again || request.signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return next(request);
  }
};
const noSideEffects = 1;

const noticeEnd: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unauthenticated) window.dispatchEvent(new Event(sessionEnded));
    throw error;
  }
};

function isUnavailable(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unavailable;
}

let transport: Transport | undefined;

/** The one transport of this page, to the gateway. */
export function rpcTransport(): Transport {
  transport ??= createConnectTransport({
    baseUrl: '/rpc',
    useBinaryFormat: true,
    defaultTimeoutMs: timeoutMs,
    interceptors: [noticeEnd, tryAgain],
  });
  return transport;
}

/** The same methods as `context.get(api)` has, called from the browser; they throw ApiError. */
export function browserClient<const S extends readonly DescService[]>(services: S) {
  return createServiceClient(services, rpcTransport, toApiError);
}
