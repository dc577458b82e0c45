import { Code, ConnectError, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { requestIds } from '@marquee/contracts/request-ids';
import { retryOnce } from '@marquee/contracts/retry-once';
import { onlyOfPageAccount } from './only-of-page-account.ts';
import { sessionEnded } from './session-events.ts';

const TIMEOUT_MS = 20_000;
// As protobuf numbers it. The enum is in the large module of descriptors, which pages need not load.
const NO_SIDE_EFFECTS = 1;
const announceSessionEnd: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unauthenticated) {
      const isWrite = request.method.idempotency !== NO_SIDE_EFFECTS;
      window.dispatchEvent(new CustomEvent(sessionEnded, { detail: { isWrite } }));
    }
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
    interceptors: [onlyOfPageAccount, announceSessionEnd, requestIds(), retryOnce],
  });
  return transport;
}
