import type { DescService } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { renderToString } from 'react-dom/server';
import {
  createContext,
  createRequestHandler as createRouterHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type Api, api, createApi, site } from './api/context.ts';
import { NonceContext, pageNonce } from './api/nonce.ts';
import type { RouteHandle } from './api/route-handle.ts';
import { type Viewer, viewerContext } from './api/viewer.ts';
import { inLanguage } from './language/in-language.ts';
import { pageLanguage } from './language/words.ts';
import { errorTitle } from './layout/error-pages.tsx';

/** What the gateway gives for one page. */
export type PageValues = {
  transportOf: (service: DescService) => Transport;
  viewer: Viewer | null;
  nonce: string;
  publicUrl: string;
  language: string;
  /** Called with every error of loading or rendering, except refusals, which are answers. */
  onError: (error: unknown) => void;
};

// The build holds its own React and React Router, the production ones, whatever NODE_ENV the process has. The gateway
// takes both functions from here: two copies of React Router would not know each other's context.
export { matchRoutes } from 'react-router';

/** As React Router's; loads and renders each page in its language. */
export const createRequestHandler: typeof createRouterHandler = (build, mode) => {
  const handle = createRouterHandler(build, mode);
  return (request, context) =>
    inLanguage(context?.get(site).language ?? 'en', async () => inWords(await handle(request, context)));
};

/** A refused file, such as a table or a calendar, says so in words: React Router would show the refusal as JSON. */
async function inWords(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status < 400 || !headers.get('content-type')?.startsWith('application/json')) return response;
  const refused = { status, statusText: '', internal: false, data: await response.json() };
  const text = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${errorTitle(refused)}\n`, { status, headers: text });
}

const errorListener = createContext<(error: unknown) => void>();
const finished = createContext<string | null>(null);
const clients = new WeakMap<PageValues['transportOf'], Api>();

/** The context of one page's loaders. The gateway takes this from the build, so that context keys exist once. */
export function createLoadContext(values: PageValues): RouterContextProvider {
  const { transportOf, viewer, nonce, publicUrl, language, onError } = values;
  let made = clients.get(transportOf);
  if (!made) {
    made = createApi(transportOf);
    clients.set(transportOf, made);
  }
  const context = new RouterContextProvider();
  context.set(api, made);
  context.set(viewerContext, viewer);
  context.set(pageNonce, nonce);
  context.set(site, { publicUrl, language });
  context.set(errorListener, onError);
  return context;
}

/** The document that was rendered with this context, as one string: a stream would cost more than the page. */
export function takeDocument(context: RouterContextProvider): string | null {
  return context.get(finished);
}

const tail = '</body></html>';

/**
 * Renders the page in one go. The data of the loaders is read first and appended here, so that React does not have to
 * wait. A promise inside a loader's result is therefore not supported.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(pageNonce);
  const packed = entry.serverHandoffStream ? await readText(entry.serverHandoffStream) : '';
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />
    </NonceContext>
  );
  const markup = renderToString(page);
  const early = status === 200 ? scriptsOf(entry).map((code) => `<script nonce="${nonce}">${code}</script>`) : [];
  const script = `<script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${forScript(packed)});window.__reactRouterContext.streamController.close();</script>`;
  const body = markup.endsWith(tail) ? markup.slice(0, -tail.length) : markup;
  context.set(finished, `<!DOCTYPE html>${withEarly(body, early.join(''))}${script}${tail}`);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', pageLanguage());
  return new Response(null, { status, headers });
}

/**
 * Puts scripts behind the first one of the head, which is the page's own. A script waits for the stylesheets before it: at
 * the end of the body these would run when the styles have come, a round trip later. React skips what it does not know there.
 */
function withEarly(body: string, scripts: string): string {
  const end = '</script>';
  const first = body.indexOf(end);
  const isInHead = first >= 0 && first < body.indexOf('</head>');
  if (!scripts || !isInHead) return body + scripts;
  return body.slice(0, first + end.length) + scripts + body.slice(first + end.length);
}

/** The scripts that the page's routes have in its HTML. */
function scriptsOf({ staticHandlerContext: { matches } }: EntryContext): string[] {
  return matches.flatMap(({ route, params }) => (route.handle as RouteHandle | undefined)?.script?.(params) ?? []);
}

export function handleError(error: unknown, { request, context }: HandlerArgs): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context?.get(errorListener)(error);
}
type HandlerArgs = { request: Request; context?: Readonly<RouterContextProvider> };

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function forScript(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character);
}
