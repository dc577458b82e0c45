import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient, type Transport } from '@connectrpc/connect';

type AnyMethod = (...args: unknown[]) => unknown;

/** A client of a service. `onError` turns what a unary call throws into what its caller expects. */
export function createServiceClient<S extends DescService>(
  service: S,
  transport: Transport,
  onError: (error: unknown) => unknown,
): Client<S> {
  const client = createClient(service, transport);
  const methods = Object.entries(client as Record<string, AnyMethod>).map(([name, call]) => {
    const isUnary = service.method[name]?.methodKind === 'unary';
    return [name, isUnary ? translated(call, onError) : call];
  });
  return Object.fromEntries(methods);
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
