import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  // light-dark() stays as it is written: these are the first versions that know it.
  build: { target: ['chrome123', 'firefox120', 'safari17.5'], assetsInlineLimit: 0 },
});
