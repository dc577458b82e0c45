import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { clamdScanner, ScannerUnavailableError } from './malware-scanner.ts';

/** Answers what clamd seldom does, once a stream has ended. The end of a stream is a block without bytes. */
async function answering(answer: (socket: Socket) => unknown) {
  const state = { open: 0 };
  const server = createServer((socket) => {
    state.open += 1;
    socket.on('close', () => (state.open -= 1)).on('error', () => {});
    socket.on('data', (bytes) => bytes.subarray(-4).equals(Buffer.alloc(4)) && answer(socket));
  });
  const address = `tcp://127.0.0.1:${await listenLocally(server)}`;
  const folder = await mkdtemp(join(tmpdir(), 'scanned-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), 'film');
  const scan = (signal = new AbortController().signal) => clamdScanner(address).scan(join(folder, 'file'), signal);
  return { state, scan };
}

test('an answer that comes in parts is read whole, and its connection is closed', async () => {
  const { state, scan } = await answering((socket) => {
    socket.write('stream: Eicar', () => socket.write('-Signature FOUND\0'));
  });
  const { signal } = new AbortController();
  expect(await scan(signal)).toBe('Eicar-Signature');
  await eventually(() => state.open === 0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each([
  ['has an error of its own', 'INSTREAM size limit exceeded. ERROR\0', 'clamd answered "INSTREAM size limit'],
  ['does not end', 'x'.repeat(5_000), 'the connection ended without an answer'],
  ['is cut off', 'stream: O', 'the connection ended without an answer'],
])('an answer that %s is no verdict', async (_what, text, reason) => {
  const { scan } = await answering((socket) =>
    socket.write(text, () => {
      if (text.startsWith('stream')) socket.end();
    }),
  );
  const failed = await scan().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ScannerUnavailableError);
  expect((failed as Error).message).toContain(reason);
});

test('a scan that waits for its answer ends with its signal, and so does its connection', async () => {
  const asked = Promise.withResolvers<void>();
  const { state, scan } = await answering(() => asked.resolve());
  const stopping = new AbortController();
  const scanned = scan(stopping.signal);
  await asked.promise;
  stopping.abort(new Error('stopping'));
  await expect(scanned).rejects.toThrow('stopping');
  await eventually(() => state.open === 0);
});
