import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askThread } from './ask-thread.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thread-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A thread that runs this, with what it is asked as `asked`. */
function entry(code: string): URL {
  const file = join(folder, 'entry.mjs');
  writeFileSync(file, `import { parentPort, workerData as asked } from 'node:worker_threads';\n${code}`);
  return pathToFileURL(file);
}

test('a thread answers what it is asked', async () => {
  expect(await askThread(entry('parentPort.postMessage({ twice: 2 * asked.n });'), { n: 21 }, 60_000)).toEqual({
    twice: 42,
  });
});

test('a thread that throws, takes too long or needs too much memory is an error, and this process lives on', async () => {
  await expect(askThread(entry("throw new RangeError('too long');"), {}, 60_000)).rejects.toThrow('too long');
  const waits = entry('setInterval(() => {}, 1_000);');
  await expect(askThread(waits, {}, 50)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  const kept = entry("const all = []; for (;;) all.push(new Array(1_000_000).fill('much'));");
  await expect(askThread(kept, {}, 60_000)).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});
