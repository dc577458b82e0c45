import { testDatabase } from '@marquee/testing/test-database';
import * as assetStore from './asset-store.ts';

test('a check that is released twice, as when the answer was lost, is taken once by the next worker', async () => {
  const db = await testDatabase('media');
  const id = crypto.randomUUID();
  const about = { ownerId: crypto.randomUUID(), filmId: null, kind: 'VIDEO', slot: 'FILM_VIDEO', fileName: 'film.mp4' };
  await assetStore.insert(db, { id, ...about, sizeBytes: 1n, state: 'CHECKING' });
  const claim = async () =>
    (await assetStore.checks.claim(db, new Date(Date.now() + 60_000))) as assetStore.ClaimedCheck;
  const first = await claim();
  expect(first).toMatchObject({ id, attempt: 1, failures: 0 });
  expect(await assetStore.checks.release(db, first)).toBe(true);
  expect(await assetStore.checks.release(db, first)).toBe(false);
  const second = await claim();
  expect(second).toMatchObject({ id, attempt: 2, failures: 0 });
  expect(await assetStore.checks.release(db, first)).toBe(false);
  expect(await claim()).toBeUndefined();
});
