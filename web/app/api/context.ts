import type { DescService } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { createContext, data } from 'react-router';
import { refusalOf, statusOf } from './api-error.ts';
import { filmServices } from './film-services.ts';
import { identityServices } from './identity-services.ts';
import { createServiceClient } from './services.ts';

/**
 * The calls a loader can make: `context.get(api).film.getFilm({ filmId })`. On a public page they are anonymous by
 * construction. A refusal is thrown as a route error with its status, and shows in the nearest error boundary;
 * `refusalOf(thrown)` reads it.
 */
export const api = createContext<Api>();
export type Api = ReturnType<typeof createApi>;

/** What every page may know of the site. */
export const site = createContext<{ publicUrl: string; language: string }>();

/** Builds the clients once for a source of transports; who is calling travels with the call, not in the client. */
export function createApi(transportOf: (service: DescService) => Transport) {
  const client = <const S extends readonly DescService[]>(services: S) =>
    createServiceClient(services, transportOf, asRouteError);
  return { film: client(filmServices), identity: client(identityServices), media: client([MediaService]) };
}

function asRouteError(error: unknown): unknown {
  const { code, reason, message, fields, metadata } = refusalOf(error);
  return data(
    { code, reason, message, fields, metadata },
    { status: statusOf({ code, reason, message, fields, metadata }) },
  );
}
