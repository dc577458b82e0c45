import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Lane, type Pace, SlowLine } from './slow-line.ts';

/** A link between two processes that can fail as a network does. */
export type TcpProxy = {
  port: number;
  /** Resets every connection and refuses new ones. */
  refuse(): Promise<void>;
  /**
   * Like a machine that is gone: no packet arrives or is answered, not even the end of a connection. Existing connections
   * stay dead; new ones are accepted, and pass no data until the link is mended.
   */
  lose(): void;
  /** Adds latency, and leaves little bandwidth for all connections together. */
  slowDown(pace: Pace): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

export type ProxyTarget = { port: number } | { path: string };

type Pair = { near: Socket; far: Socket | undefined; lines: SlowLine[] };

export type ProxyOptions = {
  port?: number;
  /** The time after which the target detects a lost connection by keepalive. */
  targetLearnsMs?: number;
};

/** Listens on the port and passes bytes to the target. */
export async function tcpProxy(
  target: ProxyTarget,
  { port = 0, targetLearnsMs }: ProxyOptions = {},
): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const lanes: { there: Lane; back: Lane } = {
    there: { pace: undefined, freeAt: 0 },
    back: { pace: undefined, freeAt: 0 },
  };
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
    const pair: Pair = { near, far: undefined, lines: [] };
    pairs.add(pair);
    watch(pair, near);
    near.pause();
    if (!isLost) join(pair);
  }

  function join(pair: Pair): void {
    const far = 'path' in target ? connect(target.path) : connect(target.port, '127.0.0.1');
    pair.far = far;
    watch(pair, far);
    const [there, back] = [new SlowLine(lanes.there), new SlowLine(lanes.back)];
    pair.lines = [there, back];
    pair.near.pipe(there).pipe(far);
    far.pipe(back).pipe(pair.near);
  }

  /** Closes the side of the target; the other side does not learn of it. */
  function forget(far: Socket): void {
    far.removeAllListeners('close');
    far.destroy();
  }

  // When one side ends, so does the other, unless the link is lost.
  function watch(pair: Pair, socket: Socket): void {
    socket.on('error', () => {});
    socket.once('close', () => {
      // What a side sent before it closed arrives first, and the end of it behind that.
      const isUnderWay = socket.readableEnded && pair.lines.some((line) => line.isCarrying());
      if (pairs.has(pair) && !isUnderWay) end(pair);
    });
  }

  function end(pair: Pair): void {
    pairs.delete(pair);
    for (const line of pair.lines) line.destroy();
    pair.near.resetAndDestroy();
    // A Unix socket cannot be reset.
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
      for (const { near, far, lines } of pairs) {
        if (!far) continue;
        near.unpipe();
        far.unpipe();
        for (const line of lines) line.unpipe();
        near.pause();
        far.pause();
        if (targetLearnsMs !== undefined) setTimeout(() => forget(far), targetLearnsMs).unref();
      }
    },
    slowDown(pace) {
      for (const lane of [lanes.there, lanes.back]) lane.pace = pace;
    },
    async mend() {
      for (const lane of [lanes.there, lanes.back]) Object.assign(lane, { pace: undefined, freeAt: 0 });
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
