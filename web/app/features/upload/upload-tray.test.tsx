import { act, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { uploadStore } from './upload-store.ts';
import { UploadTray } from './upload-tray.tsx';

const sending = (filmId: string, fileName: string) =>
  uploadStore.put({
    ...{ key: `${filmId}:FILM_VIDEO`, filmId, slot: 'FILM_VIDEO', fileName },
    ...{ sentBytes: 40, totalBytes: 100, step: 'uploading' },
  });

async function openAt(path: string) {
  const Stub = createRoutesStub([{ path: '*', Component: UploadTray }]);
  await act(async () => void render(<Stub initialEntries={[path]} />));
}

beforeEach(() => {
  sending('f1', 'salt.mov');
  sending('f2', 'light.mov');
});

test('every page shows what is on its way, and says how far once', async () => {
  await openAt('/');
  expect(screen.getByRole('progressbar', { name: 'Uploading salt.mov' }).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('link', { name: /light\.mov/ }).getAttribute('href')).toBe('/content/f2/upload');
  expect(screen.getAllByText(/40%/)).toHaveLength(2);
});

test('the upload page of a film shows its own uploads, and the tray only those of other films', async () => {
  await openAt('/content/f1/upload');
  expect(screen.queryByText('salt.mov')).toBeNull();
  expect(screen.getByText('light.mov')).toBeTruthy();
  act(() => uploadStore.remove('f2:FILM_VIDEO'));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

test.each([
  ['uploading', true, false],
  ['waiting', true, false],
  ['queued', true, false],
  ['checking', false, false],
  ['attached', false, true],
  ['refused', false, true],
  ['failed', false, true],
] as const)('an upload in step %s shows its progress: %s; it can be closed: %s', async (step, shows, closes) => {
  act(() => uploadStore.remove('f2:FILM_VIDEO'));
  act(() => uploadStore.change('f1:FILM_VIDEO', { step, message: 'This is no video.' }));
  await openAt('/');
  expect(screen.queryByRole('progressbar') !== null).toBe(shows);
  const close = screen.queryByRole('button', { name: 'Close' });
  expect(close !== null).toBe(closes);
  if (close) act(() => close.click());
  expect(uploadStore.get('f1:FILM_VIDEO') === undefined).toBe(closes);
});

test('a file of no bytes is not sent at all', async () => {
  act(() => uploadStore.remove('f2:FILM_VIDEO'));
  act(() => uploadStore.change('f1:FILM_VIDEO', { sentBytes: 0, totalBytes: 0 }));
  await openAt('/');
  expect(screen.getByText('Uploading... 0%')).toBeTruthy();
});
