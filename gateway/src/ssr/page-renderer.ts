import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DescService } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router';
import { forEachPart } from './build-parts.ts';
import { contentSecurityPolicy, newNonce, type PolicyOptions, sealScripts } from './content-security-policy.ts';
import { routePath } from './page-match.ts';

/** The viewer as pages see it. */
export type PageViewer = {
  accountId: string;
  roles: readonly ('ADMIN' | 'SUPER_USER')[];
  consumerType: 'UNSPECIFIED' | 'MOVIE_LOVER' | 'ENTERTAINMENT_PRO' | 'B2B';
  accountType: 'UNSPECIFIED' | 'INDIVIDUAL' | 'COMPANY';
  talents: readonly string[];
  onboarding: boolean;
};

/** A page to render. A public page gets no request, so that it cannot depend on who asked. */
export type PageRequest =
  | { kind: 'public'; address: string; language: string; signal: AbortSignal; keepsApart?: boolean }
  | { kind: 'viewer'; address: string; language: string; signal: AbortSignal; incoming: IncomingMessage };

/** What a page is rendered with. */
export type PageContext = {
  /** The same function for every page, so that clients are built once. */
  transportOf: (service: DescService) => Transport;
  viewer: PageViewer | null;
  /** Runs the rendering in the context of its call, which carries the viewer to the services. */
  run: <T>(render: () => Promise<T>) => Promise<T>;
};

/** What the web app's server entry exports besides its renderer. */
export type SsrEntry = {
  createRequestHandler: typeof createRequestHandler;
  matchRoutes: typeof matchRoutes;
  createLoadContext(values: {
    transportOf: PageContext['transportOf'];
    viewer: PageViewer | null;
    nonce: string;
    publicUrl: string;
    language: string;
    onError: (error: unknown) => void;
  }): RouterContextProvider;
  takeDocument(context: RouterContextProvider): string | null;
};

export type RendererOptions = {
  publicUrl: URL;
  createContext: (page: PageRequest) => PageContext | Promise<PageContext>;
  onError: (error: unknown) => void;
  policy?: PolicyOptions;
  /** What a public page depends on, besides its address. */
  vary?: string;
  /** Headers of every page, also of one from the cache. */
  headers?: Readonly<Record<string, string>>;
  mode: 'production' | 'development';
};

export type RenderedPage = {
  status: number;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer;
  etag: string | undefined;
  vary?: string | undefined;
  setsCookie: boolean;
};

const EDGE_LIFE_S = '1';
/** Of a page that a service did not answer for. */
const RETRY_AFTER_S = '5';

/** Returns a function that renders one page of the build into bytes. */
export function pageRenderer(build: ServerBuild, options: RendererOptions) {
  const entry = build.entry.module as unknown as SsrEntry;
  const handleFor = forEachPart(build, (part) => entry.createRequestHandler(part, options.mode));

  return async function render(page: PageRequest): Promise<RenderedPage> {
    const nonce = newNonce();
    const { transportOf, viewer, run } = await options.createContext(page);
    const { publicUrl, onError } = options;
    const context = entry.createLoadContext({
      transportOf,
      viewer: page.kind === 'public' ? null : viewer,
      nonce,
      publicUrl: publicUrl.origin,
      language: page.language,
      onError,
    });
    const request = new Request(`${publicUrl.origin}${page.address}`, {
      signal: page.signal,
      headers: { 'accept-language': page.language },
    });
    const handle = handleFor(routePath(new URL(request.url).pathname));
    const response = await run(() => handle(request, context));
    const document = entry.takeDocument(context);
    return document === null
      ? otherAnswer(page, response, options)
      : documentAnswer(page, response, document, nonce, options);
  };
}

function documentAnswer(
  page: PageRequest,
  response: Response,
  document: string,
  nonce: string,
  options: RendererOptions,
): RenderedPage {
  if (page.kind === 'viewer') {
    const policy = contentSecurityPolicy([`nonce-${nonce}`], options.policy);
    return answer(page, response, Buffer.from(document), options, policy);
  }
  const { html, sources } = sealScripts(document, nonce);
  return answer(page, response, Buffer.from(html), options, contentSecurityPolicy(sources, options.policy));
}

async function otherAnswer(page: PageRequest, response: Response, options: RendererOptions): Promise<RenderedPage> {
  const bytes = Buffer.from(await response.arrayBuffer());
  // React Router answers an empty 500 when even the error page failed, or the render timed out.
  const failed = response.status >= 500 && bytes.length === 0;
  if (failed && page.signal.aborted) {
    const headers = new Headers([...response.headers, ['content-type', 'text/plain; charset=utf-8']]);
    const late = new Response(null, { status: 503, headers });
    return answer(
      page,
      late,
      Buffer.from('This part of Marquee is not available right now. Please try again.\n'),
      options,
    );
  }
  if (failed) response.headers.set('content-type', 'text/plain; charset=utf-8');
  return answer(page, response, failed ? Buffer.from('Something went wrong on our side.\n') : bytes, options);
}

function answer(
  page: PageRequest,
  response: Response,
  body: Buffer,
  options: RendererOptions,
  policy?: string,
): RenderedPage {
  const headers = new Headers(response.headers);
  if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_AFTER_S);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    // A page says itself which abilities of the device it uses; no other page has any.
    if (name !== 'permissions-policy' || !headers.has(name)) headers.set(name, value);
  }
  if (policy) headers.set('content-security-policy', policy);
  headers.set('content-length', String(body.length));
  // The edge keeps nothing in another language than it keeps it for.
  if (!headers.has('content-language')) headers.set('content-language', page.language);
  const vary = options.vary ?? 'accept-encoding';
  const etag = page.kind === 'public' ? `"${hash('sha1', body, 'base64url')}"` : undefined;
  // Cached only here: a browser revalidates each time and gets 304 while the page is unchanged.
  headers.set('cache-control', page.kind === 'public' ? 'no-cache' : 'no-store');
  if (etag) {
    headers.set('etag', etag);
    headers.append('vary', vary);
  }
  const setsCookie = headers.has('set-cookie');
  // The edge caches a public page for this long, and removes the header.
  const keepable = page.kind === 'public' && !setsCookie && (response.status === 200 || response.status === 404);
  if (keepable && !page.keepsApart) headers.set('x-accel-expires', EDGE_LIFE_S);
  return { status: response.status, headers: [...headers].flat(), body, etag, vary, setsCookie };
}
