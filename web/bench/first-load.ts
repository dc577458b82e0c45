// What a browser fetches of scripts before a public page works: those that the page's HTML names, as script or as
// modulepreload, in bytes as they are sent. `node web/bench/first-load.ts [PATH …]` after `npm run build` in web.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DescMethodUnary } from '@bufbuild/protobuf';
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

/** As compress-assets.ts wrote it; a file too small for that is sent as it is. */
async function sizesOf(address: string) {
  const path = join(build, 'client', address);
  const plain = await readFile(path);
  const compressed = (ending: string) => readFile(path + ending).catch(() => plain);
  const [brotli, gzip] = await Promise.all([compressed('.br'), compressed('.gz')]);
  return { address, plain: plain.length, gzip: gzip.length, brotli: brotli.length };
}

for (const path of process.argv.length > 2 ? process.argv.slice(2) : ['/']) {
  const sizes = await Promise.all(scriptsOf(await documentOf(path)).map(sizesOf));
  const total = (key: 'plain' | 'gzip' | 'brotli') => sizes.reduce((sum, size) => sum + size[key], 0);
  const [plain, gzip, brotli] = [total('plain'), total('gzip'), total('brotli')];
  console.log(JSON.stringify({ name: `first load ${path}`, scripts: sizes.length, plain, gzip, brotli }));
  if (process.env.EACH) for (const size of sizes.sort((a, b) => b.gzip - a.gzip)) console.log(JSON.stringify(size));
}
