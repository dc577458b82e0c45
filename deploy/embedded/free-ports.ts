import { createServer, type Server } from 'node:net';

/** Ports of 127.0.0.1 that nobody listens on, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held until all are found, so that none is given twice.
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** The port itself, or for 0 a free one. @throws when it is taken or not allowed */
export async function claimPort(port: number, host: string): Promise<number> {
  const server = await listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Set another PORT.`, { cause: error });
    if (error.code === 'EACCES') throw new Error(`Port ${port} is not allowed. Set another PORT.`, { cause: error });
    throw error;
  });
  const claimed = (server.address() as { port: number }).port;
  await close(server);
  return claimed;
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
