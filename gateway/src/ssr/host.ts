import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@marquee/runtime/clock';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { readCookie } from '../cookies.ts';
import { isRead } from '../is-read.ts';
import { Overloaded } from '../overloaded.ts';
import { nameRoute } from '../request-trace.ts';
import { Admission, type AdmissionOptions, type Reader } from './admission.ts';
import { sayBusy } from './busy-page.ts';
import { CodedPage } from './coded-page.ts';
import { contentCoding } from './content-coding.ts';
import { languageOfRequest } from './language.ts';
import { measurePage, type PageAnswered } from './measure-page.ts';
import { type Filled, MicroCache } from './micro-cache.ts';
import { type PageMatch, pageMatcher } from './page-match.ts';
import { type PageRequest, pageRenderer, type RenderedPage, type RendererOptions } from './page-renderer.ts';
import type { StaticFiles } from './static-files.ts';

export type SsrHostOptions = Omit<RendererOptions, 'mode'> & {
  /** A built app with its files, or Vite, which builds as it goes. */
  source: { build: ServerBuild; files: StaticFiles } | { vite: ViteDevServer };
  clock: Clock;
  /** Who asks, for a share of the renders. */
  readerOf: (request: IncomingMessage) => Reader;
  /** Whether the browser sends a session, which may have ended. */
  sendsSession: (request: IncomingMessage) => boolean;
  /** Whether the viewer has blocked somebody or is blocked: then a page of a person may not exist for them. */
  hasBlocks: (request: IncomingMessage) => Promise<boolean>;
  /** The name of the cookie that holds the time of this browser's last write, in milliseconds since 1970. */
  freshCookie: string;
  /** Clears that cookie. */
  clearFresh: (response: ServerResponse) => void;
  /** The languages of pages; the first is everybody's who wants none of them. */
  languages?: readonly [string, ...string[]];
  /** The name of the cookie with the language that somebody has chosen. */
  languageCookie?: string;
  cache?: { lifeMs?: number; bytesMax?: number; now?: () => number };
  admission?: Partial<AdmissionOptions>;
};

export type SsrHost = {
  /** Express or Connect middleware for everything that is a page or a file of the web app. */
  handler: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /**
   * Answers from the cache or refuses the page of a flood, or returns false. Called after the check of the Host header
   * and before Express, which costs more than either.
   */
  serveEarly: (request: IncomingMessage, response: ServerResponse) => boolean;
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
/** How far the clocks of gateways may differ: a page rendered this soon after a write is rendered again for its author. */
const CLOCK_SKEW_MS = 250;

/** Half of the time in which an uncached page is to be there, so that the render itself has the other half. */
const WAIT_MS_MAX = 500;
const ADMISSION: AdmissionOptions = {
  busyRunningMax: 2,
  runningMax: 64,
  waitMsMax: WAIT_MS_MAX,
  perAddressMax: 8,
  perNetworkMax: 16,
  calmPerAddress: 2,
  calmPerNetwork: 8,
};

/** Addresses of files and of other parts of the gateway: 404 when missing, never a page. */
const NOT_PAGES =
  /^\/(?:assets|exports|images|media|uploads|rpc|v|dev|superadmin|workers|\.well-known|@[\w-]+)(?:\/|$)/;
const FILE_NAME = /\.(?:avif|css|gif|ico|jpe?g|js|json|map|mjs|mp4|php|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

/** What search engines read, under names of files; routes of the app answer them. */
const FOR_SEARCH_ENGINES = /^\/(?:robots\.txt|sitemap\.xml)$/;

type Renderer = { render: (page: PageRequest) => Promise<RenderedPage>; match: ReturnType<typeof pageMatcher> };

/** A public page with the route that it is counted under. */
type KeptPage = { coded: CodedPage; route: string; keepsApart: boolean };

/** Renders the web app's pages, keeps the public ones for seconds, and serves its files. */
export function createSsrHost(given: SsrHostOptions): SsrHost {
  const { source, freshCookie, clearFresh, languages = ['en'], languageCookie } = given;
  // Of cookies it is only the language's.
  const options = languages.length > 1 ? { ...given, vary: 'accept-encoding, accept-language, cookie' } : given;
  const development = 'vite' in source;
  const cache = new MicroCache<KeptPage>({
    lifeMs: development ? 0 : (options.cache?.lifeMs ?? LIFE_MS),
    bytesMax: options.cache?.bytesMax ?? CACHE_BYTES_MAX,
    entryBytesMax: ENTRY_BYTES_MAX,
    now: options.cache?.now,
  });
  const renderer = development ? viteRenderer(source.vite, options) : builtRenderer(source.build, options);
  const languageOf = (request: IncomingMessage) => languageOfRequest(request, languageCookie, languages);
  const isFresh = (request: IncomingMessage) => request.headers.cookie?.includes(`${freshCookie}=`) ?? false;
  const admission = new Admission({ ...ADMISSION, ...options.admission });
  const cacheNow = options.cache?.now ?? (() => performance.now());

  /** The instant of the cache's clock from which pages hold the last write of this browser. */
  const wroteAt = (request: IncomingMessage): number | undefined => {
    const ageMs = options.clock.now().getTime() - Number(readCookie(request, freshCookie) ?? Number.NaN);
    return ageMs >= -CLOCK_SKEW_MS ? cacheNow() - Math.max(0, ageMs - CLOCK_SKEW_MS) : undefined;
  };

  const isKeptApart = async (request: IncomingMessage) =>
    options.sendsSession(request) && (await options.hasBlocks(request));

  const servePublic = async (
    request: IncomingMessage,
    response: ServerResponse,
    render: Renderer['render'],
    match: Extract<PageMatch, { kind: 'public' }>,
    answered: PageAnswered,
  ) => {
    const language = languageOf(request);
    const reader = options.readerOf(request);
    const gone = goneSignal(response);
    let filled = false;
    const fill = (unwanted: AbortSignal) => {
      filled = true;
      return admission.run(reader, unwanted, () => fillPage(render, match, language, unwanted));
    };
    const fresh = isFresh(request);
    const key = cacheKey(language, match.canonical);
    const page = match.keepable
      ? await cache.load(key, { tags: match.tags, fill, gone, after: wroteAt(request) })
      : (await fill(gone)).value;
    const coded = await page.coded.in(contentCoding(request.headers['accept-encoding']));
    if (fresh) clearFresh(response);
    answered(match.route, write(request, response, coded), match.keepable ? (filled ? 'miss' : 'hit') : 'none');
  };

  const serveViewer = async (
    request: IncomingMessage,
    response: ServerResponse,
    render: Renderer['render'],
    route: string,
    answered: PageAnswered,
  ) => {
    const gone = goneSignal(response);
    const address = request.url ?? '/';
    const page = await admission.run(options.readerOf(request), gone, () =>
      inTime(gone, (signal) =>
        render({ kind: 'viewer', address, language: languageOf(request), signal, incoming: request }),
      ),
    );
    if (isFresh(request)) clearFresh(response);
    answered(route, write(request, response, page), 'none');
  };

  const servePage = async (request: IncomingMessage, response: ServerResponse) => {
    const answered = measurePage();
    let route = 'other';
    try {
      const { render, match } = await renderer();
      const found = match(request.url ?? '/');
      route = found.route;
      nameRoute(response, route);
      const isPublic = found.kind === 'public' && !(found.keepsApart && (await isKeptApart(request)));
      if (isPublic) await servePublic(request, response, render, found, answered);
      else await serveViewer(request, response, render, route, answered);
    } catch (error) {
      if (response.destroyed) return;
      answered(route, FAILED_STATUS, 'none');
      if (!(error instanceof Overloaded)) throw error;
      sayBusy(request, response, { language: languageOf(request), headers: options.headers });
    }
  };

  return {
    serveEarly(request, response) {
      if (development || !isRead(request)) return false;
      const address = request.url ?? '/';
      const key = cacheKey(languageOf(request), address);
      const answered = measurePage();
      const page = address.includes('?') || isFresh(request) ? undefined : cache.get(key);
      // The handler asks whether it exists for this viewer.
      if (page?.keepsApart && options.sendsSession(request)) return false;
      if (page) writeKept(request, response, page, answered);
      if (page || !isPage(pathOf(address)) || cache.isFilling(key)) return page !== undefined;
      const isRefused = admission.refuses(options.readerOf(request));
      if (isRefused) {
        answered('other', FAILED_STATUS, 'none');
        sayBusy(request, response, { language: languageOf(request), headers: options.headers });
      }
      return isRefused;
    },
    handler(request, response, next) {
      const pathname = pathOf(request.url ?? '/');
      const page = () => {
        if (!isPage(pathname)) return plain(response, 404, 'Not found.\n');
        servePage(request, response).catch(next);
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
  {
    canonical: address,
    route,
    keepsApart,
  }: Pick<Extract<PageMatch, { kind: 'public' }>, 'canonical' | 'route' | 'keepsApart'>,
  language: string,
  unwanted: AbortSignal,
): Promise<Filled<KeptPage>> {
  const page = await inTime(unwanted, (signal) => render({ kind: 'public', address, language, signal, keepsApart }));
  const kept = page.status === 200 || page.status === 404;
  const coded = new CodedPage(page);
  return {
    value: { coded, route, keepsApart },
    bytes: coded.bytesMax + ENTRY_OVERHEAD_BYTES,
    storable: kept && !page.setsCookie,
    shareable: !page.setsCookie,
  };
}

/** Renders until it is unwanted or takes too long. Its timer ends with it: AbortSignal.timeout would fire for each page. */
async function inTime(
  unwanted: AbortSignal,
  render: (signal: AbortSignal) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RENDER_TIMEOUT_MS);
  try {
    return await render(AbortSignal.any([unwanted, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Aborts when the client of a response has left before its end. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
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

function isPage(pathname: string): boolean {
  return FOR_SEARCH_ENGINES.test(pathname) || (!NOT_PAGES.test(pathname) && !FILE_NAME.test(pathname));
}

/** Writes at once what was compressed before. */
function writeKept(
  request: IncomingMessage,
  response: ServerResponse,
  { coded, route }: KeptPage,
  answered: PageAnswered,
): void {
  const answer = (page: RenderedPage) => answered(route, write(request, response, page), 'hit');
  const page = coded.in(contentCoding(request.headers['accept-encoding']));
  if (page instanceof Promise) page.then(answer, (error) => response.destroy(error));
  else answer(page);
}

/** @returns the status that went out */
function write(request: IncomingMessage, response: ServerResponse, page: RenderedPage): number {
  if (page.etag && page.status === 200 && request.headers['if-none-match'] === page.etag) {
    response
      .writeHead(304, ['etag', page.etag, 'cache-control', 'no-cache', 'vary', page.vary ?? 'accept-encoding'])
      .end();
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
