import type { DescService } from '@bufbuild/protobuf';
import { type Client, type Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { BROWSER_CALLER } from '@marquee/contracts/services';
import type { Clock } from '@marquee/runtime/clock';
import { newCall, runInCall } from '@marquee/runtime/context';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { atEnd } from './cleanup.ts';
import { serviceKey, viewerKey } from './test-keys.ts';
import { testClock } from './test-platform.ts';

const TIMEOUT_MS = 10_000;

/** A refused call: its code, and the detail that every refusal has. */
export class RpcError extends Error {
  readonly code: Code;
  readonly reason: string;
  readonly fields: { field: string; message: string }[];
  readonly metadata: Record<string, string>;
  /** The English text with places of a message that has any. */
  readonly text: string;
  readonly values: Record<string, string>;
  /** Those of the response. */
  readonly headers: Headers;

  constructor(error: ConnectError) {
    const [detail] = error.findDetails(ErrorDetailSchema);
    super(detail?.message ?? error.rawMessage, { cause: error });
    this.name = 'RpcError';
    this.code = error.code;
    this.reason = detail?.reason ?? '';
    this.fields = (detail?.fields ?? []).map(({ field, message }) => ({ field, message }));
    this.metadata = detail?.metadata ?? {};
    this.text = detail?.text ?? '';
    this.values = detail?.values ?? {};
    this.headers = error.metadata;
  }
}

export type ClientOptions = {
  /** An encoded ClientInfo, as the gateway sends. */
  clientInfoBytes?: Buffer;
  /** Which service this is, when its name does not follow from the contract's package. */
  callee?: string;
};

/**
 * A typed client of a running service that calls as this viewer: an account or a visitor through the gateway, or a
 * service for itself. Refusals are thrown as RpcError.
 */
export function clientFor<S extends DescService>(
  server: Server,
  service: S,
  viewer: Viewer,
  options: ClientOptions = {},
): Client<S> {
  const caller = viewer.kind === 'service' ? viewer.service : BROWSER_CALLER;
  const callee = options.callee ?? service.typeName.slice(0, service.typeName.indexOf('.'));
  return createClient(service, asViewer(transportTo(server, caller, callee), viewer, options));
}

type Server = { rpcPort: number } | { port: number };

/** Of each server those of its callers: to connect costs more than most calls, and a test has many viewers. */
const transports = new WeakMap<Server, Map<string, { transport: Transport; clock: Clock }>>();

function transportTo(server: Server, caller: string, callee: string): Transport {
  const [ofServer, clock] = [transports.get(server) ?? new Map(), testClock()];
  transports.set(server, ofServer);
  const address = `127.0.0.1:${'rpcPort' in server ? server.rpcPort : server.port}`;
  const key = `${address} ${caller} ${callee}`;
  const known = ofServer.get(key);
  if (known?.clock === clock) return known.transport;
  const transport = grpcTransport({
    address,
    service: caller,
    serviceKey: serviceKey(caller),
    callee,
    defaultTimeoutMs: TIMEOUT_MS,
    clock,
  });
  atEnd(() => transport.close());
  ofServer.set(key, { transport, clock });
  return transport;
}

function asViewer(transport: Transport, viewer: Viewer, options: ClientOptions): Transport {
  const call = () =>
    newCall({ viewer, viewerToken: tokenOf(accountOf(viewer)), clientInfoBytes: options.clientInfoBytes });
  return {
    unary: (...args) => runInCall(call(), () => transport.unary(...args)).catch(refuse),
    stream: async (...args) => {
      const response = await runInCall(call(), () => transport.stream(...args)).catch(refuse);
      return { ...response, message: refusing(response.message) };
    },
  };
}

function accountOf(viewer: Viewer): AccountViewer | undefined {
  if (viewer.kind === 'service') return viewer.onBehalfOf;
  return viewer.kind === 'account' ? viewer : undefined;
}

function tokenOf(account: AccountViewer | undefined): string | undefined {
  return account && issueViewerToken(viewerKey, account, testClock().now()).token;
}

async function* refusing<T>(messages: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof ConnectError ? new RpcError(error) : error;
}
