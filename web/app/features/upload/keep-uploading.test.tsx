import { passing, pauseTimeouts } from '../../testing/paused-timeouts.ts';
import { resumeBy, resumeLater, watchPage } from './keep-uploading.ts';
import { type UploadStep, uploadStore } from './upload-store.ts';

pauseTimeouts();

const put = (step: UploadStep) =>
  uploadStore.put({
    ...{ key: 'k', filmId: 'f', slot: 'FILM_VIDEO', fileName: 'salt.mov', sentBytes: 1, totalBytes: 2 },
    step,
  });
let resumed = 0;
beforeEach(() => {
  resumed = 0;
  watchPage();
  resumeBy('k', () => {
    resumed += 1;
  });
});
afterEach(() => uploadStore.remove('k'));

test.each<[UploadStep, number]>([
  ['waiting', 1],
  ['offline', 1],
  ['uploading', 0],
  ['failed', 0],
])('when the network is back, an upload in the step %s is resumed %i times [STU-11:offline]', (step, times) => {
  put(step);
  window.dispatchEvent(new Event('online'));
  expect(resumed).toBe(times);
});

test.each<[UploadStep, UploadStep]>([
  ['uploading', 'offline'],
  ['waiting', 'offline'],
  ['checking', 'checking'],
  ['failed', 'failed'],
])('without a network the step %s becomes %s [STU-11:offline]', (before, after) => {
  put(before);
  window.dispatchEvent(new Event('offline'));
  expect(uploadStore.get('k')?.step).toBe(after);
});

test('an upload that has no further try of its own is resumed after a while, once, unless it was stopped', async () => {
  put('waiting');
  resumeLater('k');
  await passing(59_999);
  expect(resumed).toBe(0);
  await passing(1);
  expect(resumed).toBe(1);
  await passing(200_000);
  expect(resumed).toBe(1);
  resumeLater('k');
  uploadStore.remove('k');
  await passing(200_000);
  expect(resumed).toBe(1);
});

test('an upload has one later try, which a sooner one or another upload replaces', async () => {
  put('waiting');
  resumeLater('k');
  resumeLater('k');
  await passing(60_000);
  expect(resumed).toBe(1);
  resumeLater('k');
  window.dispatchEvent(new Event('online'));
  expect(resumed).toBe(2);
  await passing(60_000);
  expect(resumed).toBe(2);
  resumeLater('k');
  resumeBy('k', () => {
    resumed += 10;
  });
  await passing(60_000);
  expect(resumed).toBe(2);
});

test.each<[UploadStep, boolean]>([
  ['uploading', true],
  ['waiting', true],
  ['offline', true],
  ['queued', true],
  ['checking', true],
  ['attached', false],
  ['refused', false],
  ['failed', false],
])('closing the tab while an upload is %s asks first: %s [STU-11:leaving]', (step, asks) => {
  put(step);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(asks);
});
