import { testDatabase } from '@marquee/testing/test-database';
import * as assets from './assets.ts';

test('a check that is released twice, as when the answer was lost, is taken once by the next worker', async () => {
  const db = await testDatabase('media');
  const id = crypto.randomUUID();
  const about = { ownerId: crypto.randomUUID(), filmId: null, kind: 'VIDEO', slot: 'FILM_VIDEO', fileName: 'film.mp4' };
  await assets.insert(db, { id, ...about, sizeBytes: 1n, state: 'CHECKING' });
  const claim = async () => (await assets.checks.claim(db, new Date(Date.now() + 60_000))) as assets.ClaimedCheck;
  const first = await claim();
  expect(first).toMatchObject({ id, attempt: 1, failures: 0 });
  expect(await assets.checks.release(db, first)).toBe(true);
  expect(await assets.checks.release(db, first)).toBe(true);
  const second = await claim();
  expect(second).toMatchObject({ id, attempt: 2, failures: 0 });
  expect(await assets.checks.release(db, first)).toBe(false);
  expect(await claim()).toBeUndefined();
});
