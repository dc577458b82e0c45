import type { Server } from 'node:http';
import type { ViteDevServer } from 'vite';

/**
 * Vite as middleware of the gateway's server. Needs node --conditions=development, or else two builds of React Router are
 * loaded. Only this file imports Vite, so that production never loads it.
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
