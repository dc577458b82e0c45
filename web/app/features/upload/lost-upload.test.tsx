import { jest } from '@jest/globals';
import { passing, pauseTimeouts, settledUntil } from '../../testing/paused-timeouts.ts';
import { startUpload, stopUpload } from './start-upload.ts';
import { uploadKey, uploadStore } from './upload-store.ts';

pauseTimeouts();

let sends = 0;
beforeEach(() => {
  sends = 0;
  jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    sends += 1;
    queueMicrotask(() => this.onerror?.(new ProgressEvent('error')));
  });
});
afterEach(() => jest.restoreAllMocks());

const TRIES = 11;
const item = () => uploadStore.get(uploadKey('lost', 'FILM_VIDEO'));

/** Sends a file over a connection that is lost, until its last try; the browser can read the file, or not. */
async function lose(arrayBuffer: () => Promise<ArrayBuffer>) {
  const file = Object.assign(new File(['film'], 'salt.mov'), { slice: () => ({ arrayBuffer }) as unknown as Blob });
  await startUpload('lost', 'FILM_VIDEO', file);
  for (let s = 0; s < 600 && sends < TRIES; s += 5) await passing(5_000);
  await settledUntil(() => item()?.step !== 'uploading');
}

test('an upload without a connection waits after its last try, and tries again a minute later [STU-11:offline]', async () => {
  await lose(async () => new ArrayBuffer(1));
  expect([sends, item()?.step]).toEqual([TRIES, 'waiting']);
  await passing(50_000);
  expect(sends).toBe(TRIES);
  await passing(10_000);
  await settledUntil(() => sends > TRIES);
  expect(sends).toBe(TRIES + 1);
  await stopUpload('lost', 'FILM_VIDEO');
});

test('a file that the browser cannot read any more is not tried for ever, and says so', async () => {
  await lose(() => Promise.reject(new DOMException('gone', 'NotFoundError')));
  expect(item()).toMatchObject({
    step: 'failed',
    message: 'This file was changed, moved or deleted. Please choose it again.',
  });
  await passing(600_000);
  expect(sends).toBe(TRIES);
});
