import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

// Below the range of outgoing connections (Linux: from 32768), from which a port could be taken by any connection before
// it is listened on.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES_MAX = 200;

/** Different free ports of 127.0.0.1. @throws when there are not enough */
export async function freePorts(count: number): Promise<number[]> {
  // All are held until all are found, so that none is returned twice.
  const servers: Server[] = [];
  try {
    for (let tries = 0; servers.length < count; tries += 1) {
      if (tries > count + TRIES_MAX) throw new Error(`There are no ${count} free ports.`);
      const server = await listen(randomInt(FIRST_PORT, LAST_PORT), '127.0.0.1').catch(() => undefined);
      if (server) servers.push(server);
    }
    return servers.map((server) => (server.address() as { port: number }).port);
  } finally {
    await Promise.all(servers.map(close));
  }
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** The port itself, or a free one for 0. @throws when it is in use or not allowed */
export async function claimPort(port: number, host: string): Promise<number> {
  if (port === 0) return freePort();
  const server = await listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Set another PORT.`, { cause: error });
    if (error.code === 'EACCES') throw new Error(`Port ${port} is not allowed. Set another PORT.`, { cause: error });
    throw error;
  });
  await close(server);
  return port;
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
