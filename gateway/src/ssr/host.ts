import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { nameRoute } from '../request-trace.ts';
import { pickLanguage } from './language.ts';
import { measurePage, type PageAnswered } from './measure-page.ts';
import { type Filled, MicroCache } from './micro-cache.ts';
import { type PageMatch, pageMatcher } from './page-match.ts';
import { type PageRequest, pageRenderer, type RenderedPage, type RendererOptions } from './page-renderer.ts';
import type { StaticFiles } from './static-files.ts';

export type SsrHostOptions = Omit<RendererOptions, 'mode'> & {
  /** A built app with its files, or Vite, which builds as it goes. */
  source: { build: ServerBuild; files: StaticFiles } | { vite: ViteDevServer };
  /** The name of the cookie that is set after a write of this browser. */
  freshCookie: string;
  /** Clears that cookie. */
  clearFresh: (response: ServerResponse) => void;
  languages?: readonly [string, ...string[]];
  cache?: { lifeMs?: number; bytesMax?: number; now?: () => number };
};

export type SsrHost = {
  /** Express or Connect middleware for everything that is a page or a file of the web app. */
  handler: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /**
   * Answers from the cache, or returns false. Called after the check of the Host header and before Express, which costs
   * more than the page.
   */
  serveCached: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Drops the pages that carry these tags. */
  drop: (tags: readonly string[]) => void;
};

const LIFE_MS = 5_000;
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const ENTRY_BYTES_MAX = 2 * 1024 * 1024;
/** The status of a page that could not be rendered at all. */
const FAILED_STATUS = 503;
/** Longer than a loader's call may take, so that the page can still show that a service is unavailable. */
const RENDER_TIMEOUT_MS = 15_000;
/** The memory of an entry besides its body. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/** Addresses of files and of other parts of the gateway: 404 when missing, never a page. */
const NOT_PAGES = /^\/(?:assets|images|media|uploads|rpc|v|dev|superadmin|\.well-known|@[\w-]+)(?:\/|$)/;
const FILE_NAME = /\.(?:avif|css|gif|ico|jpe?g|js|json|map|mjs|mp4|php|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

type Renderer = { render: (page: PageRequest) => Promise<RenderedPage>; match: ReturnType<typeof pageMatcher> };

/** A page with the route that it is counted under. */
type KeptPage = RenderedPage & { route: string };

/** Renders the web app's pages, keeps the public ones for seconds, and serves its files. */
export function createSsrHost(options: SsrHostOptions): SsrHost {
  const { source, freshCookie, clearFresh, languages = ['en'] } = options;
  const development = 'vite' in source;
  const cache = new MicroCache<KeptPage>({
    lifeMs: development ? 0 : (options.cache?.lifeMs ?? LIFE_MS),
    bytesMax: options.cache?.bytesMax ?? CACHE_BYTES_MAX,
    entryBytesMax: ENTRY_BYTES_MAX,
    now: options.cache?.now,
  });
  const renderer = development ? viteRenderer(source.vite, options) : builtRenderer(source.build, options);
  const languageOf = (request: IncomingMessage) => pickLanguage(request.headers['accept-language'], languages);
  const isFresh = (request: IncomingMessage) => request.headers.cookie?.includes(`${freshCookie}=`) ?? false;

  const servePublic = async (
    request: IncomingMessage,
    response: ServerResponse,
    render: Renderer['render'],
    match: Extract<PageMatch, { kind: 'public' }>,
    answered: PageAnswered,
  ) => {
    const language = languageOf(request);
    let filled = false;
    const fill = () => {
      filled = true;
      return fillPage(render, match, language);
    };
    const key = cacheKey(language, match.canonical);
    const fresh = isFresh(request);
    let page: RenderedPage;
    if (!match.keepable) page = (await fill()).value;
    else page = await (fresh ? cache.refresh(key, match.tags, fill) : cache.load(key, match.tags, fill));
    if (fresh) clearFresh(response);
    answered(match.route, write(request, response, page), fresh || !match.keepable ? 'none' : filled ? 'miss' : 'hit');
  };

  const serveViewer = async (
    request: IncomingMessage,
    response: ServerResponse,
    render: Renderer['render'],
    route: string,
    answered: PageAnswered,
  ) => {
    const gone = new AbortController();
    const onClose = () => gone.abort();
    response.once('close', onClose);
    try {
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]);
      const address = request.url ?? '/';
      const page = await render({ kind: 'viewer', address, language: languageOf(request), signal, incoming: request });
      if (isFresh(request)) clearFresh(response);
      answered(route, write(request, response, page), 'none');
    } finally {
      response.off('close', onClose);
    }
  };

  const servePage = async (request: IncomingMessage, response: ServerResponse) => {
    const answered = measurePage();
    let route = 'other';
    try {
      const { render, match } = await renderer();
      const found = match(request.url ?? '/');
      route = found.route;
      nameRoute(response, route);
      if (found.kind === 'public') await servePublic(request, response, render, found, answered);
      else await serveViewer(request, response, render, route, answered);
    } catch (error) {
      if (!response.destroyed) answered(route, FAILED_STATUS, 'none');
      throw error;
    }
  };

  return {
    serveCached(request, response) {
      const address = request.url ?? '/';
      if (development || !isRead(request) || address.includes('?') || isFresh(request)) return false;
      const answered = measurePage();
      const page = cache.get(cacheKey(languageOf(request), address));
      if (page) answered(page.route, write(request, response, page), 'hit');
      return page !== undefined;
    },
    handler(request, response, next) {
      const pathname = pathOf(request.url ?? '/');
      const page = () => {
        if (NOT_PAGES.test(pathname) || FILE_NAME.test(pathname)) return plain(response, 404, 'Not found.\n');
        servePage(request, response).catch((error) => (response.destroyed ? undefined : next(error)));
      };
      if (!isWellFormed(pathname)) return plain(response, 400, 'This address cannot be read.\n');
      if (!isRead(request)) return plain(response, 405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
      if (development) return source.vite.middlewares(request, response, page);
      if (!source.files.serve(request, response, pathname)) page();
    },
    drop: (tags) => cache.drop(tags),
  };
}

function builtRenderer(build: ServerBuild, options: SsrHostOptions): () => Promise<Renderer> {
  const made = { render: pageRenderer(build, { ...options, mode: 'production' }), match: pageMatcher(build) };
  return async () => made;
}

/** Loads the app for every request, so that an edit shows without a restart. */
function viteRenderer(vite: ViteDevServer, options: SsrHostOptions): () => Promise<Renderer> {
  const policy = { ...options.policy, development: true };
  return async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    return { render: pageRenderer(build, { ...options, policy, mode: 'development' }), match: pageMatcher(build) };
  };
}

async function fillPage(
  render: Renderer['render'],
  { canonical: address, route }: { canonical: string; route: string },
  language: string,
): Promise<Filled<KeptPage>> {
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  const page = await render({ kind: 'public', address, language, signal });
  const kept = page.status === 200 || page.status === 404;
  return {
    value: { ...page, route },
    bytes: page.body.length + ENTRY_OVERHEAD_BYTES,
    storable: kept && !page.setsCookie,
    shareable: !page.setsCookie,
  };
}

function cacheKey(language: string, canonical: string): string {
  return `${language} ${canonical}`;
}

function pathOf(address: string): string {
  const at = address.indexOf('?');
  return at === -1 ? address : address.slice(0, at);
}

/** True for an absolute path with valid percent encoding. */
function isWellFormed(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
  } catch {
    return false;
  }
  return pathname.startsWith('/');
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** @returns the status that went out */
function write(request: IncomingMessage, response: ServerResponse, page: RenderedPage): number {
  if (response.destroyed) return page.status;
  if (page.etag && page.status === 200 && request.headers['if-none-match'] === page.etag) {
    response.writeHead(304, ['etag', page.etag, 'cache-control', 'no-cache']).end();
    return 304;
  }
  response.writeHead(page.status, page.headers as string[]);
  response.end(request.method === 'HEAD' ? undefined : page.body);
  return page.status;
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(text);
}
