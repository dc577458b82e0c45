import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { Client, credentials } from '@grpc/grpc-js';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { type Call, newCall, runInCall } from '../context.ts';
import { generateSigningKey, publicKeys, type SigningKey } from '../keys.ts';
import { createLogger } from '../log.ts';
import { createRevocations } from '../revocations.ts';
import { codecOf } from '../rpc/codec.ts';
import type { Implementation } from '../rpc/implement.ts';
import { Outgoing } from '../rpc/outgoing.ts';
import { type RpcServer, type ServeOptions, serve } from '../rpc/serve.ts';
import { errorFromStatus } from '../rpc/status.ts';
import { type GrpcTransport, type GrpcTransportOptions, grpcTransport } from '../rpc/transport.ts';
import { createVerifier } from '../verifier.ts';
import type { AccountViewer } from '../viewer.ts';
import { issueViewerToken } from '../viewer-token.ts';

export type Who = 'visitor' | 'lover' | 'pro' | 'staff' | 'admin' | 'steppedUp';

/** The error that a promise ends with. */
export async function settled(work: Promise<unknown>): Promise<ConnectError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ConnectError) return outcome;
  throw outcome ?? new Error('it did not fail');
}

function viewerOf(who: Exclude<Who, 'visitor'>, clock: FixedClock): AccountViewer {
  return {
    kind: 'account',
    accountId: `account-${who}`,
    sessionId: `session-${who}`,
    roles: who === 'admin' ? ['ADMIN'] : who === 'staff' || who === 'steppedUp' ? ['SUPER_USER'] : [],
    consumerType: who === 'pro' ? 'ENTERTAINMENT_PRO' : 'MOVIE_LOVER',
    accountType: 'INDIVIDUAL',
    talents: [],
    onboarding: false,
    ...(who === 'steppedUp' && { steppedUpAt: clock.now() }),
  };
}

/** Servers and clients on real sockets, with keys and a clock of their own; all closed after the tests. */
export function rpcHarness() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const viewerKey = generateSigningKey();
  const foreignKey = generateSigningKey();
  const serviceKeys: Record<string, SigningKey> = Object.fromEntries(
    ['gateway', 'film', 'notification'].map((name) => [name, generateSigningKey()]),
  );
  const verifier = createVerifier({
    viewerKeys: publicKeys(viewerKey),
    serviceKeys: Object.fromEntries(Object.entries(serviceKeys).map(([name, key]) => [name, publicKeys(key)])),
    clock,
  });
  const revocations = createRevocations({ clock });
  const lines: string[] = [];
  const log = createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  const servers: RpcServer[] = [];
  const transports: GrpcTransport[] = [];

  afterAll(async () => {
    for (const transport of transports) transport.close();
    await Promise.all(servers.map((server) => server.drain(100)));
  });

  const service = (name: string): SigningKey => {
    const key = serviceKeys[name];
    if (!key) throw new Error(`no key of ${name}`);
    return key;
  };

  return {
    clock,
    revocations,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    keys: {
      service,
      viewerToken: (who: Exclude<Who, 'visitor'>) =>
        issueViewerToken(viewerKey, viewerOf(who, clock), clock.now()).token,
      foreignViewerToken: (who: Exclude<Who, 'visitor'>) =>
        issueViewerToken(foreignKey, viewerOf(who, clock), clock.now()).token,
    },
    async serveOne(implementations: Implementation[], options: Partial<ServeOptions> = {}): Promise<RpcServer> {
      const server = await serve({
        service: 'identity',
        host: '127.0.0.1',
        port: 0,
        log,
        verifier,
        revocations,
        clock,
        implementations,
        ...options,
      });
      servers.push(server);
      return server;
    },
    /** A transport that calls as `film` by default. Tokens of the caller are only sent when a caller is named. */
    transport(server: RpcServer, options: Partial<GrpcTransportOptions> = {}): GrpcTransport {
      const made = grpcTransport({
        address: `127.0.0.1:${server.port}`,
        service: 'film',
        callee: 'identity',
        defaultTimeoutMs: 10_000,
        clock,
        ...(options.service && { serviceKey: service(options.service) }),
        ...options,
      });
      transports.push(made);
      return made;
    },
    /** Runs the work as a viewer. */
    as<T>(who: Who, work: () => T, call: Partial<Call> = {}): T {
      const viewerToken =
        who === 'visitor' ? undefined : issueViewerToken(viewerKey, viewerOf(who, clock), clock.now()).token;
      return runInCall(newCall({ ...call, viewerToken }), work);
    },
    /** Sends bytes as they are. */
    rawUnary(server: RpcServer, method: DescMethod, bytes: Buffer): Promise<Buffer> {
      const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
      const outgoing = new Outgoing({ service: 'film', callee: 'identity' });
      const asIs = (value: Buffer) => value;
      const metadata = outgoing.metadata(outgoing.origin(), undefined);
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(codecOf(method).path, asIs, asIs, bytes, metadata, (error, response) => {
          client.close();
          if (response) resolve(response);
          else reject(error ? errorFromStatus(error, true) : new ConnectError('no response', Code.Internal));
        });
      });
    },
  };
}
