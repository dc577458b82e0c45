import { connect, createServer, type Server, type Socket } from 'node:net';

/** A link between two processes that can fail as a network does. */
export type TcpProxy = {
  port: number;
  /** Resets every connection and refuses new ones. */
  refuse(): Promise<void>;
  /**
   * As when a machine is gone: nothing arrives and nothing is answered, not even that a connection has ended. What was
   * connected before never comes back to life; new connections are taken, and stand still until the link is mended.
   */
  lose(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

export type ProxyTarget = { port: number } | { path: string };

type Pair = { near: Socket; far: Socket | undefined };

export type ProxyOptions = {
  port?: number;
  /** After how long the target finds out that a lost connection is one, where it asks by keepalive. */
  targetLearnsMs?: number;
};

/** Listens on the port and passes bytes to the target. */
export async function tcpProxy(
  target: ProxyTarget,
  { port = 0, targetLearnsMs }: ProxyOptions = {},
): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isLost = false;
  let listening = await listen(port);
  const own = (listening.address() as { port: number }).port;

  async function listen(at: number): Promise<Server> {
    const server = createServer({ allowHalfOpen: true }, (near) => take(near));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', resolve);
    });
    return server;
  }

  function take(near: Socket): void {
    const pair: Pair = { near, far: undefined };
    pairs.add(pair);
    watch(pair, near);
    near.pause();
    if (!isLost) join(pair);
  }

  function join(pair: Pair): void {
    const far = 'path' in target ? connect(target.path) : connect(target.port, '127.0.0.1');
    pair.far = far;
    watch(pair, far);
    pair.near.pipe(far);
    far.pipe(pair.near);
  }

  /** The target ends its side, of which the other hears nothing. */
  function forget(far: Socket): void {
    far.removeAllListeners('close');
    far.destroy();
  }

  // Whoever ends it ends both sides, unless the link is lost: then nobody hears of it.
  function watch(pair: Pair, socket: Socket): void {
    socket.on('error', () => {});
    socket.once('close', () => {
      if (!pairs.has(pair)) return;
      end(pair);
    });
  }

  function end(pair: Pair): void {
    pairs.delete(pair);
    pair.near.resetAndDestroy();
    // A Unix socket knows no reset.
    if ('path' in target) pair.far?.destroy();
    else pair.far?.resetAndDestroy();
  }

  function reset(): void {
    for (const pair of [...pairs]) end(pair);
  }

  const stopListening = () => new Promise<void>((resolve) => listening.close(() => resolve()));
  return {
    port: own,
    async refuse() {
      reset();
      if (listening.listening) await stopListening();
    },
    lose() {
      isLost = true;
      for (const { near, far } of pairs) {
        if (!far) continue;
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
        if (targetLearnsMs !== undefined) setTimeout(() => forget(far), targetLearnsMs).unref();
      }
    },
    async mend() {
      if (!listening.listening) listening = await listen(own);
      if (!isLost) return;
      isLost = false;
      for (const pair of pairs) if (!pair.far && !pair.near.destroyed) join(pair);
    },
    async close() {
      reset();
      if (listening.listening) await stopListening();
    },
  };
}
