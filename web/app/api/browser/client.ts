import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { toApiError } from '../call-error.ts';
import { createServiceClient } from '../service-client.ts';
import { rpcTransport } from './transport.ts';

const clients = new Map<DescService, unknown>();

/**
 * Calls a service from the browser: `client(StudioService).createFilm({ … })`; one client per service and page. Unary
 * calls throw ApiError, streams ConnectError. The transport fills an empty `requestId`.
 */
export function client<S extends DescService>(service: S): Client<S> {
  const known =
    (clients.get(service) as Client<S> | undefined) ?? createServiceClient(service, rpcTransport(), toApiError);
  clients.set(service, known);
  return known;
}
