import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { matchRoutes, type RouteObject } from 'react-router';

const assets = fileURLToPath(new URL('../../web/build/client/assets', import.meta.url));
/** Stands for all pages of the back office. */
const BACK_OFFICE = 'admin';
const BACK_OFFICE_PATH = '/superadmin';
/** Since they were last taken. */
const opened = new Set<string>();
type Route = { id: string; parentId?: string; path?: string; index?: true; module: string };
/** The page of each script, by its path: its module below `web/app`. */
type Manifest = { scripts: ReadonlyMap<string, string>; routes: RouteObject[] };
let manifest: Manifest | undefined;

/** What the build says of the pages of the web app. */
function readManifest(): Manifest {
  if (manifest) return manifest;
  const name = readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each));
  if (!name) throw new Error('the web app is not built: its manifest is missing');
  const text = readFileSync(join(assets, name), 'utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const all = Object.values<Route>(routes);
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) =>
        index ? { id, path, index } : { id, path, caseSensitive: false, children: below(id) },
      );
  manifest = { scripts: new Map(all.map(({ id, module }) => [module, id])), routes: below(undefined) };
  return manifest;
}

/** The pages of an address, also where its loader redirects or refuses, so that no script of theirs loads. */
function pagesAt(pathname: string): string[] {
  const matches = matchRoutes(readManifest().routes, pathname.replace(/(?:\/_root)?\.data$/, '')) ?? [];
  return matches.flatMap(({ route: { id } }) => (id?.startsWith('routes/') ? [id] : []));
}

/** Notes which pages are asked for in a browser from now on, by their addresses and scripts. */
export function notePages(browser: Browser): void {
  browser.on('context', (context) => {
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(BACK_OFFICE_PATH)) opened.add(BACK_OFFICE);
      else if (pathname.startsWith('/assets/')) {
        const page = readManifest().scripts.get(pathname);
        const [, language] = /^\/assets\/(es|fr)-.*\.json$/.exec(pathname) ?? [];
        if (page) opened.add(page);
        if (language) opened.add(`language/${language}`);
      } else if (request.isNavigationRequest() || pathname.endsWith('.data')) {
        for (const page of pagesAt(pathname)) opened.add(page);
      }
    });
  });
}

/** The pages that loaded since this was last called, and the languages: `routes/film/home`, `language/es`, `admin`. */
export function takePages(): string[] {
  const pages = [...opened].sort();
  opened.clear();
  return pages;
}
