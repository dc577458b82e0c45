import { connect, createServer, type Socket } from 'node:net';

/** A connection between a browser and the product that can be slow, and can be cut. */
export type WeakNetwork = {
  port: number;
  /** How fast the browser may send; unlimited by default. */
  slow(bytesPerS: number): void;
  /** Ends every connection, and refuses new ones until it is mended. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

const ANY_SPEED = Number.POSITIVE_INFINITY;

/** Listens on a free port and passes bytes to another one. */
export async function weakNetwork(target: number): Promise<WeakNetwork> {
  const sockets = new Set<Socket>();
  let bytesPerS = ANY_SPEED;
  let isCut = false;
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy();
    const product = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    product.pipe(browser);
    browser.on('data', (bytes) => {
      browser.pause();
      const go = () =>
        bytesPerS === ANY_SPEED
          ? browser.resume()
          : setTimeout(() => browser.resume(), (1000 * bytes.length) / bytesPerS);
      product.write(bytes, go);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    slow: (limit) => {
      bytesPerS = limit;
    },
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
