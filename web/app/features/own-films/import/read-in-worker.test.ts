import { IMPORT_BYTES_MAX } from '@marquee/rules/imports';
import { readInWorker } from './read-in-worker.ts';

/** A worker that answers each file with its name, and breaks at one. */
class WorkerDouble {
  static made: WorkerDouble[] = [];
  onmessage?: (event: { data: unknown }) => void;
  onerror?: () => void;
  isTerminated = false;
  constructor() {
    WorkerDouble.made.push(this);
  }
  postMessage({ name }: File) {
    queueMicrotask(() => (name === 'broken.csv' ? this.onerror?.() : this.onmessage?.({ data: name })));
  }
  terminate() {
    this.isTerminated = true;
  }
}

test('a file is read beside the page, and one that is too large is not read at all [FLM-14:import]', async () => {
  Object.assign(globalThis, { Worker: WorkerDouble });
  const file = (bytes: number, name = 'diary.csv') => new File([new Uint8Array(bytes)], name);
  expect(await readInWorker(file(IMPORT_BYTES_MAX + 1))).toEqual({ problem: 'large', line: 0 });
  expect(WorkerDouble.made).toHaveLength(0);
  expect(await readInWorker(file(IMPORT_BYTES_MAX))).toBe('diary.csv');
  await expect(readInWorker(file(1, 'broken.csv'))).rejects.toThrow('the file could not be read');
  expect(WorkerDouble.made.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});

test('the worker answers a file with what it holds [FLM-14:import]', async () => {
  const answers: unknown[] = [];
  const scope = {
    postMessage: (answer: unknown) => answers.push(answer),
    onmessage: async (_event: { data: File }) => {},
  };
  Object.assign(globalThis, { self: scope });
  await import('./read-import.worker.ts');
  await scope.onmessage({ data: new File(['Name,Year\nSalt,2026'], 'watchlist.csv') });
  expect(answers).toMatchObject([{ kind: 'WATCHLIST', rows: [{ name: 'Salt', filmYear: 2026 }] }]);
});
