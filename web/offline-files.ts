import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { themeScript } from './app/layout/theme-script.ts';

const folder = join(import.meta.dirname, 'app', 'offline');
/** What the offline page shows: the styles, and both typefaces in Latin. */
const STYLES = /^assets\/root-[\w-]+\.css$/;
const FONTS = /^assets\/(?:fraunces-latin-opsz|inter-latin-wght)-normal-[\w-]+\.woff2$/;

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
      const script = themeScript + (await bundled('offline-page.ts'));
      const scriptFile = `assets/offline-${hashOf(script)}.js`;
      const template = await readFile(join(folder, 'offline.html'), 'utf8');
      const page = template.replace('%STYLES%', `/${styles[0]}`).replace('%SCRIPT%', `/${scriptFile}`);
      const files = ['/offline.html', '/favicon.svg', ...[scriptFile, ...styles, ...fonts].map((file) => `/${file}`)];
      const worker = await bundled('service-worker.ts', { version: hashOf(page + files), files });
      this.emitFile({ type: 'asset', fileName: scriptFile, source: script });
      this.emitFile({ type: 'asset', fileName: 'offline.html', source: page });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker });
    },
  };
}

/** A file of its own, without imports. */
async function bundled(entry: string, files: object = {}): Promise<string> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { OFFLINE_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: { input: join(folder, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
