import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { codeSplitting } from './code-splitting.ts';
import { compressAssets } from './compress-assets.ts';
import { nameEngineFile } from './name-engine-file.ts';
import { offlineFiles } from './offline-files.ts';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), nameEngineFile(), offlineFiles(), compressAssets('ssr')],
  // The server build holds everything it needs, with React's production code: see entry.server.tsx.
  ...(command === 'build' ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  resolve: { tsconfigPaths: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What vast-client parses with outside of browsers; bundled, it would cost every page one more script.
          external: ['@xmldom/xmldom'],
          output: { codeSplitting },
        },
      },
    },
  },
  // light-dark() stays as it is written: these are the first versions that know it.
  build: { target: ['chrome123', 'firefox120', 'safari17.5'], assetsInlineLimit: 0 },
}));
