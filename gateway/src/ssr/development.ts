import type { Server } from 'node:http';
import type { ViteDevServer } from 'vite';

/**
 * Vite as middleware of the gateway's own server. Run node with --conditions=development: otherwise two builds of React
 * Router meet. Imported here alone, so that production never loads Vite.
 */
export async function openVite({
  webDirectory,
  server,
}: {
  webDirectory: string;
  server: Server;
}): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    root: webDirectory,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
}
