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
