import { create, type DescMethod } from '@bufbuild/protobuf';
import {
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerInterceptor,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { type Access, Audience, accessOf, RateClass } from '@marquee/contracts/access';
import { AccessSchema } from '@marquee/contracts/access/v1/access_pb';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { memoryRateLimits, type RateLimits, rateLimitsOfService } from '../rate-limits.ts';
import type { Revocations } from '../revocations.ts';
import type { Verifier } from '../verifier.ts';
import { codecOf } from './codec.ts';
import { createHealth, type ServerHealth } from './health.ts';
import type { BoundMethod, Implementation } from './implement.ts';
import type { Gate } from './run-call.ts';
import {
  bidiStreamingHandler,
  clientStreamingHandler,
  type OpenStreams,
  serverStreamingHandler,
  shuttingDown,
} from './serve-streaming.ts';
import { unaryHandler } from './serve-unary.ts';

export { type CallContext, type Handlers, type Implementation, implement } from './implement.ts';

export const REQUEST_BYTES_MAX = 1024 * 1024;
export const CONNECTION_AGE_MS = 60_000;
const LEAVE_MS_MAX = 60_000;

export type ServeOptions = {
  /** The callee that tokens of other services must name. */
  service: string;
  host: string;
  /** 0 chooses a free port. */
  port: number;
  log: Logger;
  verifier: Verifier;
  implementations: Implementation[];
  revocations?: Revocations | undefined;
  /** 1 MiB by default. */
  maxRequestBytes?: number | undefined;
  clock?: Clock | undefined;
  /** Counts calls; in this process by default. */
  rateLimits?: RateLimits | undefined;
  /**
   * Connections of this age close after their calls, so that clients find new replicas; one minute by default, and never with
   * Infinity. A stream that lasts longer than that and is silent for ten seconds ends with its connection: the client's ping
   * on a closing connection fails [grpc-node issue 3068].
   */
  maxConnectionAgeMs?: number | undefined;
  /** Interceptors of grpc-js, outermost first. */
  interceptors?: ServerInterceptor[] | undefined;
  /** Returns the policy of a method; from its contract by default. */
  policy?: ((method: DescMethod) => Access | undefined) | undefined;
};

export type RpcServer = {
  readonly port: number;
  readonly health: ServerHealth;
  /** Closes connections after their calls, so that clients find other replicas; still accepts new ones. */
  leave(): void;
  /** Refuses new calls, ends open streams as UNAVAILABLE, lets the rest finish for at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
};

/**
 * Serves implementations over gRPC, and grpc.health.v1 beside them.
 *
 * @throws when a method declares no access policy, or two implementations share a service
 */
export async function serve(options: ServeOptions): Promise<RpcServer> {
  const policy = options.policy ?? accessOf;
  const rateLimits = rateLimitsOfService(options.rateLimits ?? memoryRateLimits(), options.service);
  const gate: Gate = { ...options, rateLimits };
  const open: OpenStreams = new Set();
  const { health, implementation: healthService } = createHealth(
    options.implementations.map((i) => i.service.typeName),
  );

  const ageMs = options.maxConnectionAgeMs ?? CONNECTION_AGE_MS;
  const server = new Server({
    'grpc.max_receive_message_length': options.maxRequestBytes ?? REQUEST_BYTES_MAX,
    'grpc.enable_channelz': 0,
    ...(options.interceptors && { interceptors: options.interceptors }),
    ...(Number.isFinite(ageMs) && { 'grpc.max_connection_age_ms': ageMs }),
  });
  const served = new Set<string>();
  for (const implementation of options.implementations) {
    const { typeName } = implementation.service;
    if (served.has(typeName)) throw new Error(`${typeName} is implemented twice`);
    served.add(typeName);
    addImplementation(server, implementation, gate, open, policy);
  }
  addImplementation(server, healthService, gate, open, () => probe);

  const port = await bind(server, `${options.host}:${options.port}`);
  health.setServing(true);
  const closeConnections = (graceMs: number) => server.drain(`${options.host}:${port}`, graceMs);
  return {
    port,
    health,
    leave: () => closeConnections(LEAVE_MS_MAX),
    async drain(graceMs) {
      health.setServing(false);
      for (const end of [...open]) end(shuttingDown());
      // Destroys connections that are still open. forceShutdown would not: without channelz it has no list of them.
      closeConnections(graceMs);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
  };
}

// The health protocol has no access option of ours; it only reports serving or not.
const probe = create(AccessSchema, { audience: Audience.PUBLIC, rateClass: RateClass.READ });

function addImplementation(
  server: Server,
  implementation: Implementation,
  gate: Gate,
  open: OpenStreams,
  policy: (method: DescMethod) => Access | undefined,
): void {
  const definitions: Record<string, MethodDefinition<Buffer, Buffer>> = {};
  const handlers: Record<string, UntypedHandleCall> = {};
  for (const bound of implementation.methods) {
    const access = policy(bound.method);
    if (!access) throw new Error(`${bound.method.parent.typeName}/${bound.method.name} declares no access policy`);
    definitions[bound.method.name] = definitionOf(bound.method);
    handlers[bound.method.name] = handlerOf(bound, access, gate, open) as UntypedHandleCall;
  }
  server.addService(definitions, handlers);
}

function handlerOf(bound: BoundMethod, access: Access, gate: Gate, open: OpenStreams) {
  switch (bound.kind) {
    case 'unary':
      return unaryHandler(bound, access, gate);
    case 'server_streaming':
      return serverStreamingHandler(bound, access, gate, open);
    case 'client_streaming':
      return clientStreamingHandler(bound, access, gate);
    case 'bidi_streaming':
      return bidiStreamingHandler(bound, access, gate, open);
  }
}

// grpc-js passes bytes: messages are decoded after the policy has admitted the call.
function definitionOf(method: DescMethod): MethodDefinition<Buffer, Buffer> {
  const asIs = (bytes: Buffer) => bytes;
  return {
    path: codecOf(method).path,
    requestStream: method.methodKind === 'client_streaming' || method.methodKind === 'bidi_streaming',
    responseStream: method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming',
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error) reject(error);
      else resolve(port);
    });
  });
}
