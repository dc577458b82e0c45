import { compressAssets } from '@marquee/web/compress-assets';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/superadmin/',
  plugins: [react(), compressAssets('client')],
  // light-dark() stays as it is written: these are the first versions that know it.
  build: { outDir: 'dist', target: ['chrome123', 'firefox120', 'safari17.5'], sourcemap: false },
});
