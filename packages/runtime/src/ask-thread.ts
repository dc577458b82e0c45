import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a thread may hold: one that needs more ends with an error, and the process lives on. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 128 };

/**
 * Has a thread of its own do something that takes this one too long: the file at `entry` gets `asked` as its `workerData`, and
 * posts one message. The thread ends with it.
 *
 * @throws what the thread throws; TimeoutError after `timeoutMs`
 */
export async function askThread<T>(entry: URL, asked: unknown, timeoutMs: number): Promise<T> {
  const worker = new Worker(entry, { workerData: asked, resourceLimits: THREAD_LIMITS });
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    return answer as T;
  } finally {
    void worker.terminate();
  }
}
