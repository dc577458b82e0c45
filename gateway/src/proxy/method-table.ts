import {
  type DescMethod,
  type DescService,
  fromBinary,
  fromJson,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { Client, credentials } from '@grpc/grpc-js';
import { isRead } from '@marquee/contracts/idempotency';
import type { SigningKey } from '@marquee/runtime/keys';
import { channelOptions } from '@marquee/runtime/rpc/channel';
import { Outgoing } from '@marquee/runtime/rpc/outgoing';

/** The client of one service and what its calls carry. */
export type Upstream = { service: DescService; callee: string; client: Client; outgoing: Outgoing };

/** One method that browsers may call. */
export type ProxiedMethod = {
  method: DescMethod;
  /** gRPC's path. */
  path: string;
  upstream: Upstream;
  streaming: boolean;
  /** May be called by GET. */
  sideEffectFree: boolean;
  requestBytesMax: number;
  /** The request's bytes from Connect's JSON. @throws ConnectError INVALID_ARGUMENT */
  requestFromJson(text: string): Buffer;
  responseToJson(bytes: Buffer): Buffer;
};

export type MethodTableOptions = {
  services: DescService[];
  /** gRPC addresses by service type name. */
  routes: Readonly<Record<string, string>>;
  /** The process that serves a service, for which the gateway's token is issued. */
  calleeOf: (service: DescService) => string;
  isServiceOnly: (method: DescMethod) => boolean;
  requestBytesMax: (method: DescMethod) => number;
  registry: Registry;
  serviceKey?: SigningKey | undefined;
};

/** Every routed method except SERVICE methods, by `<package.Service>/<Method>`. */
export function methodTable(options: MethodTableOptions): Map<string, ProxiedMethod> {
  const table = new Map<string, ProxiedMethod>();
  for (const service of options.services) {
    const address = options.routes[service.typeName];
    if (address === undefined) continue;
    const callee = options.calleeOf(service);
    const outgoing = new Outgoing({ service: 'gateway', callee, serviceKey: options.serviceKey });
    const upstream = { service, callee, outgoing, client: clientOf(service, address) };
    for (const method of service.methods) {
      if (options.isServiceOnly(method) || !fitsHttp1(method)) continue;
      table.set(`${service.typeName}/${method.name}`, proxiedMethod(method, upstream, options));
    }
  }
  return table;
}

// A browser cannot stream its request.
function fitsHttp1(method: DescMethod): boolean {
  return method.methodKind === 'unary' || method.methodKind === 'server_streaming';
}

function proxiedMethod(method: DescMethod, upstream: Upstream, options: MethodTableOptions): ProxiedMethod {
  const { registry } = options;
  return {
    method,
    upstream,
    path: `/${method.parent.typeName}/${method.name}`,
    streaming: method.methodKind === 'server_streaming',
    sideEffectFree: isRead(method),
    requestBytesMax: options.requestBytesMax(method),
    requestFromJson(text) {
      try {
        return Buffer.from(toBinary(method.input, fromJson(method.input, JSON.parse(text), { registry })));
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : 'the request is not JSON';
        throw new ConnectError(message, Code.InvalidArgument, undefined, undefined, cause);
      }
    },
    responseToJson: (bytes) =>
      Buffer.from(JSON.stringify(toJson(method.output, fromBinary(method.output, bytes), { registry }))),
  };
}

function clientOf(service: DescService, address: string): Client {
  return new Client(address, credentials.createInsecure(), channelOptions(service));
}
