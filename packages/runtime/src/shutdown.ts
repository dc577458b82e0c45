import type { Logger } from './log.ts';

/** How long a process may take to end before it is ended. */
export const SHUTDOWN_MS_MAX = 25_000;

/** The cleanup of a process, run in reverse order of registration. */
export type Shutdown = {
  onShutdown(name: string, work: () => Promise<void> | void): void;
  /**
   * Runs every part once; a part that fails is logged, and the others still run. Resolves to whether all succeeded.
   */
  run(): Promise<boolean>;
};

/** An empty shutdown list. */
export function createShutdown(log: Logger): Shutdown {
  const parts: { name: string; work: () => Promise<void> | void }[] = [];
  let running: Promise<boolean> | undefined;

  async function runAll(): Promise<boolean> {
    let isClean = true;
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.work();
      } catch (err) {
        isClean = false;
        log.error({ err, part: part.name }, 'a part did not shut down cleanly');
      }
    }
    return isClean;
  }

  return {
    onShutdown(name, work) {
      parts.push({ name, work });
    },
    run() {
      running ??= runAll();
      return running;
    },
  };
}

/**
 * Starts, waits for SIGTERM or SIGINT, shuts down and exits. A second signal, or 25 s, ends the process at once. Exits
 * with 1 when the start or a part of the shutdown failed.
 */
export async function runUntilSignal(log: Logger, start: (shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = createShutdown(log);
  let ending = false;
  const end = async (exitCode: number) => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => {
      log.error('shutting down took too long');
      process.exit(1);
    }, SHUTDOWN_MS_MAX).unref();
    const isClean = await shutdown.run();
    if (exitCode === 0 && isClean) log.info('ended in order');
    process.exit(isClean ? exitCode : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!ending) log.info({ signal }, 'asked to end: finishing what runs');
      void end(0);
    });
  }
  try {
    await start(shutdown);
  } catch (err) {
    // The start may never have finished before the signal.
    if (ending) return;
    log.fatal({ err }, 'could not start');
    await end(1);
  }
}
