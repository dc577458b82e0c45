import type { Logger } from '@marquee/runtime/log';

/** `failed` is what the log says where a row fails, with what `about` says of the row. */
type Sweep<T> = { signal: AbortSignal; log: Logger; failed: string; about?: (row: T) => object };

/**
 * Works on each row in turn. One that fails is logged and left to the next round; the others are worked on all the same.
 *
 * @throws the signal's reason, between two rows, once it is aborted
 */
export async function sweep<T>(
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
  { signal, log, failed, about }: Sweep<T>,
): Promise<void> {
  for (const row of rows) {
    signal.throwIfAborted();
    try {
      await work(row);
    } catch (err) {
      log.warn({ err, ...about?.(row) }, failed);
    }
  }
}
