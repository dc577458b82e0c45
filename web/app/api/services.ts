import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient, type Transport } from '@connectrpc/connect';

type Methods<S extends readonly DescService[]> = S extends readonly [
  infer First extends DescService,
  ...infer Rest extends readonly DescService[],
]
  ? Client<First> & Methods<Rest>
  : unknown;

type AnyMethod = (...args: unknown[]) => unknown;

/**
 * One object with the methods of several services of one owner. `onError` turns what a unary call throws into what
 * its caller expects; a stream throws ConnectError.
 */
export function createServiceClient<const S extends readonly DescService[]>(
  services: S,
  transportOf: (service: DescService) => Transport,
  onError: (error: unknown) => unknown,
): Methods<S> {
  const methods: Record<string, AnyMethod> = {};
  for (const service of services) {
    const client = createClient(service, transportOf(service)) as Record<string, AnyMethod>;
    for (const method of service.methods) {
      const call = client[method.localName];
      if (!call || method.localName in methods) throw new Error(`${service.typeName}.${method.name} cannot be added`);
      methods[method.localName] = method.methodKind === 'unary' ? translated(call, onError) : call;
    }
  }
  return methods as Methods<S>;
}

function translated(call: AnyMethod, onError: (error: unknown) => unknown): AnyMethod {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      throw onError(error);
    }
  };
}
