// `first load`: the scripts that a browser fetches before a public page works, which are those that the page's HTML names,
// as script or as modulepreload, in bytes as they are sent. BENCH_PATH names another page than the home page; the files
// are listed on stderr. `back office first load`: those of the back office's first screen, its list of films.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { printFigure } from '@marquee/runtime/bench/figure';
import { allSentBytes, backOfficeScripts, sentBytes } from '@marquee/testing/built-scripts';
import type * as ServerEntry from '../app/entry.server.tsx';

const build = join(import.meta.dirname, '..', 'build');
const server = await import(pathToFileURL(join(build, 'server', 'index.js')).href);
const { createLoadContext, createRequestHandler, takeDocument } = server.entry.module as typeof ServerEntry;
const answer = createRequestHandler(server, 'production');

/** Answers every call with nothing: which scripts a page names does not depend on its data. */
const transport = {
  unary: async (method: DescMethodUnary) => {
    const message = { hero: undefined, rails: [], films: [], nextCursor: '' };
    return { stream: false, service: method.parent, method, header: new Headers(), trailer: new Headers(), message };
  },
  stream: () => Promise.reject(new Error('no streams here')),
} as never;

async function documentOf(path: string): Promise<string> {
  const url = new URL(path, 'http://127.0.0.1');
  const context = createLoadContext({
    ...{ transportOf: () => transport, viewer: null, nonce: 'nonce', publicUrl: url.origin, language: 'en' },
    onError: (error) => console.error(error),
  });
  await answer(new Request(url), context);
  return takeDocument(context) ?? '';
}

/** The addresses of the scripts in a document: elements, preloads and what its module scripts import at once. */
function scriptsOf(document: string): string[] {
  const named = [
    ...document.matchAll(/<script[^>]* src="([^"]+)"/g),
    ...document.matchAll(/<link[^>]* rel="modulepreload"[^>]* href="([^"]+)"/g),
    ...document.matchAll(/\bimport (?:\* as \w+ from )?"(\/[^"]+)"/g),
  ];
  return [...new Set(named.map(([, address]) => address as string))];
}

async function sizesOf(address: string) {
  const path = join(build, 'client', address);
  const [plain, gzip, brotli] = await Promise.all(
    (['', '.gz', '.br'] as const).map((coding) => sentBytes(path, coding)),
  );
  return { address, plain: plain ?? 0, gzip: gzip ?? 0, brotli: brotli ?? 0 };
}

const path = process.env.BENCH_PATH ?? '/';
const sizes = await Promise.all(scriptsOf(await documentOf(path)).map(sizesOf));
for (const size of sizes.toSorted((a, b) => b.gzip - a.gzip)) console.error(JSON.stringify(size));
for (const coding of ['gzip', 'brotli'] as const) {
  const value = sizes.reduce((sum, size) => sum + size[coding], 0);
  printFigure({ name: `first load ${coding}`, value, unit: `bytes, ${path} in ${sizes.length} files` });
}

const office = await backOfficeScripts(join(import.meta.dirname, '..', '..'));
printFigure({
  name: 'back office first load gzip',
  value: await allSentBytes(office, '.gz'),
  unit: `bytes, /superadmin in ${office.length} files`,
});
