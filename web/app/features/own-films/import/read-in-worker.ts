import { IMPORT_BYTES_MAX } from '@marquee/rules/imports';
import type { ReadImport } from './read-import.ts';

/** Reads a file beside the page. A file that is too large is not read at all. */
export function readInWorker(file: File): Promise<ReadImport> {
  if (file.size > IMPORT_BYTES_MAX) return Promise.resolve({ problem: 'large', line: 0 });
  const worker = new Worker(new URL('./read-import.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadImport>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadImport>) => resolve(data);
    worker.onerror = () => reject(new Error('the file could not be read'));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
