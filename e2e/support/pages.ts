import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';

const assets = fileURLToPath(new URL('../../web/build/client/assets', import.meta.url));
/** Stands for all pages of the back office. */
const BACK_OFFICE = 'admin';
/** Since they were last taken. */
const opened = new Set<string>();
let scripts: Map<string, string> | undefined;

/** The script of each page of the web app, by its path, with the page's module below `web/app`. */
function scriptsOfPages(): Map<string, string> {
  if (scripts) return scripts;
  const name = readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each));
  if (!name) throw new Error('the web app is not built: its manifest is missing');
  const text = readFileSync(join(assets, name), 'utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  scripts = new Map(Object.values<{ id: string; module: string }>(routes).map(({ id, module }) => [module, id]));
  return scripts;
}

/** Notes which pages load in a browser from now on, by their scripts. */
export function notePages(browser: Browser): void {
  browser.on('context', (context) => {
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/admin/')) opened.add(BACK_OFFICE);
      else if (pathname.startsWith('/assets/')) {
        const page = scriptsOfPages().get(pathname);
        const [, language] = /^\/assets\/(es|fr)-.*\.json$/.exec(pathname) ?? [];
        if (page) opened.add(page);
        if (language) opened.add(`language/${language}`);
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
