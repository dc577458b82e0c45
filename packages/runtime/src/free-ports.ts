import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { NAMESPACE } from './namespace.ts';

// Below the range of outgoing connections (Linux: from 32768), from which a port could be taken by any connection before
// it is listened on.
const RANGE = { from: 20_000, to: 32_000 };
const TRIES_MAX = 200;
const BESIDE_MS_MAX = 5_000;
const BESIDE_RETRY_MS = 20;

type FoundPort = { port: number; reserved: Server | undefined };

/**
 * Different free ports of 127.0.0.1. They stay reserved while this process lives: another process that looks for free
 * ports does not find them, even if nothing listens on them yet.
 *
 * @param range the first port to look at, and the one after the last
 * @throws when there are not enough
 */
export async function freePorts(count: number, range: { from: number; to: number } = RANGE): Promise<number[]> {
  return (await findPorts(count, range)).map(({ port }) => port);
}

async function findPorts(count: number, { from, to }: { from: number; to: number }): Promise<FoundPort[]> {
  // All are listened on until all are found, so that none is returned twice.
  const servers: Server[] = [];
  const found: FoundPort[] = [];
  try {
    for (let tries = 0; found.length < count; tries += 1) {
      if (tries > count + TRIES_MAX) throw new Error(`There are no ${count} free ports.`);
      const port = randomInt(from, to);
      const server = await listen(port, '127.0.0.1').catch(() => undefined);
      if (!server) continue;
      servers.push(server);
      const reserved = await reserve(port);
      if (reserved !== 'TAKEN') found.push({ port, reserved });
    }
    return found;
  } finally {
    await Promise.all(servers.map(close));
  }
}

/** Nothing where there are no addresses that end with their process. */
async function reserve(port: number): Promise<Server | undefined | 'TAKEN'> {
  if (process.platform !== 'linux') return undefined;
  const reserved = createServer().unref();
  return listening(reserved, { path: `\0${NAMESPACE}-free-port-${port}` }).catch(() => 'TAKEN' as const);
}

/** A free port of 127.0.0.1, reserved while this process lives. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** By an address that Linux forgets with its process, and that is apart wherever ports are. */
async function holdAlone(port: number): Promise<Server> {
  const until = performance.now() + BESIDE_MS_MAX;
  for (;;) {
    const server = createServer();
    try {
      await listening(server, { path: `\0${NAMESPACE}-port-${port}` });
      return server;
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (performance.now() >= until) throw refusalOf(port, error as Error);
      await delay(BESIDE_RETRY_MS);
    }
  }
}

/**
 * The port itself, or a free one for 0, on which `begin` then listens. Sockets that share a port would share it with
 * another process of the same user too, so that nobody else claims it until they listen: of two processes that start at
 * the same moment, the second waits for the first and finds the port in use.
 *
 * @throws when it is in use or not allowed
 */
export async function claimPort(
  wanted: number,
  host: string,
  begin: (port: number) => Promise<unknown> = async () => {},
): Promise<number> {
  const [found] = wanted === 0 ? await findPorts(1, RANGE) : [];
  const port = found?.port ?? wanted;
  const alone = process.platform === 'linux' ? await holdAlone(port) : undefined;
  try {
    await close(await listen(port, host).catch((error) => Promise.reject(refusalOf(port, error))));
    await begin(port);
    return port;
  } finally {
    for (const held of [alone, found?.reserved]) if (held) await close(held);
  }
}

function refusalOf(port: number, error: NodeJS.ErrnoException): Error {
  if (isInUse(error)) return new Error(`Port ${port} is in use. Set another PORT.`, { cause: error });
  if (error.code === 'EACCES') return new Error(`Port ${port} is not allowed. Set another PORT.`, { cause: error });
  return error;
}

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const listen = (port: number, host: string) => listening(createServer(), { port, host, exclusive: true });

function listening(server: Server, options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
