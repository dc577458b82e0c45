import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import { build, type Plugin, type Rolldown } from 'vite';
import { themeScript } from './app/layout/theme-script.ts';
import { OFFLINE_WORDS, type OfflineCatalogues } from './app/offline/offline-words.ts';

const folder = join(import.meta.dirname, 'app', 'offline');
/** What the offline page shows: the styles, and both typefaces in Latin. */
const STYLES = /^assets\/root-[\w-]+\.css$/;
const FONTS = /^assets\/(?:fraunces-latin-opsz|inter-latin-wght)-normal-[\w-]+\.woff2$/;

const catalogues = join(import.meta.dirname, 'app', 'language', 'generated', 'served');

/** What the offline page says in each language, from the catalogues of the app. */
async function offlineCatalogues(): Promise<OfflineCatalogues> {
  const others = interfaceLanguageCodes.filter((code) => code !== 'en');
  const entries = others.map(async (code) => {
    const messages: Record<string, string> = JSON.parse(await readFile(join(catalogues, `${code}.json`), 'utf8'));
    const words = Object.entries(OFFLINE_WORDS).map(([name, text]) => {
      const translated = messages[text];
      if (!translated) throw new Error(`the offline page has no words in ${code} for "${text}"`);
      return [name, translated];
    });
    return [code, Object.fromEntries(words)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Writes the service worker, which knows the names of the offline page's files, and that page. */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((file) => STYLES.test(file));
      const fonts = Object.keys(bundle).filter((file) => FONTS.test(file));
      if (styles.length !== 1 || fonts.length !== 2) this.error('the files of the offline page have other names now');
      const script =
        themeScript + (await bundled('offline-page.ts', { OFFLINE_CATALOGUES: await offlineCatalogues() }));
      const scriptFile = `assets/offline-${hashOf(script)}.js`;
      const template = await readFile(join(folder, 'offline.html'), 'utf8');
      const page = template.replace('%STYLES%', `/${styles[0]}`).replace('%SCRIPT%', `/${scriptFile}`);
      const files = ['/offline.html', '/favicon.svg', ...[scriptFile, ...styles, ...fonts].map((file) => `/${file}`)];
      const worker = await bundled('service-worker.ts', { OFFLINE_FILES: { version: hashOf(page + files), files } });
      this.emitFile({ type: 'asset', fileName: scriptFile, source: script });
      this.emitFile({ type: 'asset', fileName: 'offline.html', source: page });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker });
    },
  };
}

/** A file of its own, without imports. */
async function bundled(entry: string, constants: Record<string, object>): Promise<string> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: { input: join(folder, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
