import { createElement } from 'react';
import { data, type LoaderFunctionArgs, type ServerBuild, useLoaderData } from 'react-router';
import { api, site } from './api/context.ts';
import { pageNonce } from './api/nonce.ts';
import { getViewer } from './api/viewer.ts';
import * as entry from './entry.server.tsx';

type Loader = (args: LoaderFunctionArgs) => unknown;

const dangerouslySetInnerHTML = { __html: 'first()' };
const head = () =>
  createElement(
    'head',
    null,
    createElement('script', { dangerouslySetInnerHTML }),
    createElement('style', null, '*{}'),
  );

function Page() {
  const shown = JSON.stringify(useLoaderData());
  return createElement('html', null, head(), createElement('body', null, createElement('p', null, shown)));
}

function ErrorBoundary() {
  return createElement('html', null, createElement('body', null, 'an error'));
}

/** An app of one route, which shows the data of its loader in the body. */
function appOf(loader: Loader, handle?: object): ServerBuild {
  return {
    entry: { module: entry },
    routes: { root: { id: 'root', path: '/', module: { default: Page, ErrorBoundary, loader, handle } } },
    assets: {
      entry: { imports: [], module: '' },
      routes: { root: { id: 'root', hasLoader: true } },
      url: '',
      version: '1',
    },
    ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

const transportOf = () => ({}) as never;
const viewer = { accountId: 'a1' } as never;

async function render(loader: Loader, signal?: AbortSignal, handle?: object) {
  const errors: unknown[] = [];
  const context = entry.createLoadContext({
    ...{ transportOf, viewer, nonce: 'secret-nonce', publicUrl: 'https://marquee.example', language: 'pt' },
    onError: (error) => errors.push(error),
  });
  const request = new Request('https://marquee.example/', { signal: signal ?? null });
  const response = await entry.createRequestHandler(appOf(loader, handle), 'production')(request, context);
  return { context, errors, response, document: entry.takeDocument(context) ?? '' };
}

test('a page is rendered in one go, with the data of its loaders at its end', async () => {
  const { response, document } = await render(() => ({ title: '</script><i>&' }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(document).toMatch(/^<!DOCTYPE html><html>.*<script nonce="secret-nonce">.*<\/script><\/body><\/html>$/s);
  expect(document).toContain('streamController.close()');
  expect(document.split('</body></html>')).toHaveLength(2);
  // Nothing of the data ends the script that carries it.
  expect(document).toContain('\\u003c/script\\u003e\\u003ci\\u003e\\u0026');
});

test('a route may have a script in its HTML, before any styles and with the nonce, but not beside an error', async () => {
  const handle = { script: () => 'early()' };
  const { document } = await render(() => ({}), undefined, handle);
  expect(document).toContain('<script>first()</script><script nonce="secret-nonce">early()</script><style>');
  const failed = await render(
    () => {
      throw new Response(null, { status: 404 });
    },
    undefined,
    handle,
  );
  expect(failed.document).not.toContain('early()');
});

test('loaders get the calls, the viewer, the nonce and what every page may know', async () => {
  const seen: unknown[] = [];
  const loader: Loader = ({ context }) => {
    seen.push(context.get(api));
    return { viewer: getViewer(context), nonce: context.get(pageNonce), site: context.get(site) };
  };
  const { document } = await render(loader);
  for (const known of ['a1', 'secret-nonce', 'https://marquee.example', 'pt']) expect(document).toContain(known);
  await render(loader);
  // The clients of a gateway are made once.
  expect(seen[0]).toHaveProperty('catalogue');
  expect(seen[1]).toBe(seen[0]);
});

test('a failure is reported to the gateway; a refusal, and a request that ended, are not', async () => {
  const failure = new Error('broken');
  const failed = await render(() => {
    throw failure;
  });
  expect([failed.response.status, failed.errors]).toEqual([500, [failure]]);
  expect(failed.document).toContain('an error');
  const refused = await render(() => {
    throw data({ reason: 'NOT_FOUND' }, { status: 404 });
  });
  expect([refused.response.status, refused.errors]).toEqual([404, []]);

  const errors: unknown[] = [];
  const { context } = await render(() => null);
  context.get = (() => (error: unknown) => errors.push(error)) as never;
  entry.handleError(failure, { request: new Request('https://a.example/', { signal: AbortSignal.abort() }), context });
  expect(errors).toEqual([]);
});
