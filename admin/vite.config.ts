import { compressAssets } from '@marquee/web/compress-assets';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/superadmin/',
  plugins: [react(), compressAssets('client')],
  // light-dark() stays as it is written: these are the first versions that know it.
  build: {
    outDir: 'dist',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // All of them preload modules by themselves.
    modulePreload: { polyfill: false },
    // What the first screen asks services is one file: together it is compressed better.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'calls',
              test: /[\\/]contracts[\\/]gen[\\/](?:access[\\/]v1[\\/]access|identity[\\/]v1[\\/](?:account|auth)|film[\\/]v1[\\/](?:film|back_office))_pb/,
            },
            // What lists share, with the parts of Mantine that they need: small files are sent uncompressed.
            {
              name: 'lists',
              test: /[\\/]admin[\\/]src[\\/]shell[\\/](?:forbidden|list-end|list-search|load-failed)\./,
            },
          ],
        },
      },
    },
  },
});
