import { defineConfig } from 'vite';

/** Builds the bare page for the bench, with the same React as the app's server build. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { ssr: 'bare-page.tsx', outDir: '../build/bench', emptyOutDir: true },
});
