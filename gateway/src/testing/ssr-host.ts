import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach } from '@jest/globals';
import { systemClock } from '@marquee/runtime/clock';
import { listenLocally } from '@marquee/testing/listen-locally';
import {
  createContext,
  createRequestHandler,
  data,
  matchRoutes,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Reader } from '../ssr/admission.ts';
import { createSsrHost, type SsrHost } from '../ssr/host.ts';
import type { PageRequest, PageViewer } from '../ssr/page-renderer.ts';

type Loader = (page: {
  url: URL;
  request: Request;
  params: Record<string, string>;
  nonce: string;
  viewer: PageViewer | null;
}) => unknown;

const nonceKey = createContext<string>();
export const viewerKey = createContext<PageViewer | null>();
const documentKey = createContext<string | null>(null);

/** A build with the parts that the host uses. The document is the leaf's data and one script with the nonce. */
export function buildOf(routes: Record<string, { path: string; publicPage?: object; loader: Loader }>): ServerBuild {
  const manifest = Object.fromEntries(
    Object.entries(routes).map(([id, { path, publicPage, loader }]) => [
      id,
      {
        id,
        path,
        module: {
          default: () => null,
          handle: { publicPage },
          loader: ({ url, request, params, context }: Parameters<typeof loaderArgs>[0]) =>
            loader(loaderArgs({ url, request, params, context })),
        },
      },
    ]),
  );
  const entry = {
    createRequestHandler,
    matchRoutes,
    createLoadContext: ({ nonce, viewer }: { nonce: string; viewer: PageViewer | null }) => {
      const context = new RouterContextProvider();
      context.set(nonceKey, nonce);
      context.set(viewerKey, viewer);
      return context;
    },
    takeDocument: (context: RouterContextProvider) => context.get(documentKey),
    handleError: () => undefined,
    default: async (
      _request: Request,
      status: number,
      headers: Headers,
      { staticHandlerContext }: { staticHandlerContext: { loaderData: object } },
      context: RouterContextProvider,
    ) => {
      const data = JSON.stringify(Object.values(staticHandlerContext.loaderData));
      context.set(documentKey, `<p>${data}</p><script nonce="${context.get(nonceKey)}">ours()</script>`);
      headers.set('content-type', 'text/html');
      return new Response(null, { status, headers });
    },
  };
  return {
    entry: { module: entry },
    routes: manifest,
    assets: { routes: {}, version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

function loaderArgs(args: {
  url: URL;
  request: Request;
  params: Record<string, string>;
  context: RouterContextProvider;
}) {
  const { url, request, params, context } = args;
  return { url, request, params, nonce: context.get(nonceKey), viewer: context.get(viewerKey) };
}

const viewer = { accountId: 'of-the-viewer' } as PageViewer;
export let renders: PageRequest[];
export let errors: unknown[];
export let host: SsrHost;
export let server: Server;
export let received: number;
export let left: number;
export const admission = { busyRunningMax: 1, runningMax: 1, perAddressMax: 2, waitMsMax: 60_000, isBusy: () => true };
export let origin: string;
/** What a test may change. */
export const given = {
  now: 0,
  content: '',
  reader: {} as Reader,
  hasBlocks: async () => false,
  /** What the film's loader gives or throws instead of the film. */
  answer: undefined as (() => unknown) | undefined,
};

export const routes = {
  film: {
    path: '/feed/:filmId',
    publicPage: {
      tags: ({ filmId }: Record<string, string>) => [`film:${filmId}`],
      query: ['sort', 'genre'],
      unless: ['preview'],
    },
    loader: (({ url, request, params, viewer }) => {
      if (params.filmId === 'none') throw new Response(null, { status: 404 });
      if (params.filmId === 'broken') throw new Error('broken');
      if (given.answer) return given.answer();
      return {
        content: given.content,
        url: `${url.pathname}${url.search}`,
        headers: [...request.headers.keys()],
        viewer,
      };
    }) as Loader,
  },
  person: {
    path: '/profiles/:profileId',
    publicPage: { tags: ({ profileId }: Record<string, string>) => [`profile:${profileId}`], keepsApart: true },
    loader: (({ params, viewer }) => {
      if (viewer && params.profileId === 'blocked') throw new Response(null, { status: 404 });
      return { person: params.profileId, viewer };
    }) as Loader,
  },
  rest: {
    path: '*',
    loader: (({ url }) => data({ origin: url.origin }, { status: 404 })) as Loader,
  },
  account: {
    path: '/account',
    loader: (({ request, viewer }) => ({ cookie: request.headers.get('cookie'), viewer })) as Loader,
  },
};

beforeEach(async () => {
  renders = [];
  errors = [];
  given.now = 0;
  given.content = 'first';
  given.answer = undefined;
  given.reader = { address: '192.0.2.1' };
  given.hasBlocks = async () => false;
  received = 0;
  left = 0;
  server = createServer();
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  host = createSsrHost({
    source: { build: buildOf(routes), files: { serve: () => false } },
    publicUrl: new URL('https://marquee.example'),
    clock: systemClock,
    readerOf: () => given.reader,
    sendsSession: ({ headers }) => headers.cookie?.includes('session=') ?? false,
    hasBlocks: () => given.hasBlocks(),
    admission,
    freshCookie: 'fresh',
    clearFresh: (response) => response.setHeader('set-cookie', 'fresh=; Max-Age=0'),
    headers: { 'x-content-type-options': 'nosniff' },
    onError: (error) => errors.push(error),
    cache: { now: () => given.now },
    createContext: (page) => {
      renders.push(page);
      return { transportOf: () => ({}) as never, viewer, run: (render) => render() };
    },
  });
  server.on('request', (request, response) => {
    received += 1;
    response.once('close', () => {
      if (!response.writableFinished) left += 1;
    });
    if (host.serveEarly(request, response)) return;
    host.handler(request, response, (error) => {
      errors.push(error);
      response.writeHead(500).end();
    });
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

export const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}${path}`, { headers, method, redirect: 'manual' });
export const text = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
