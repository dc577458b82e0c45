import { testDatabase } from '@marquee/testing/test-database';
import * as assetStore from './asset-store.ts';

test('a check that is let go of twice, as when the answer was lost, counts once and is taken by the next', async () => {
  const db = await testDatabase('media');
  const [id, worker, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const about = { ownerId: crypto.randomUUID(), filmId: null, kind: 'VIDEO', slot: 'FILM_VIDEO', fileName: 'film.mp4' };
  await assetStore.insert(db, { id, ...about, sizeBytes: 1n, state: 'CHECKING' });
  const released = async () => {
    await assetStore.releaseCheck(db, id, worker);
    const [row] = await db.query('SELECT check_attempts AS attempts, check_lease_owner AS owner FROM assets');
    return row;
  };
  expect(await assetStore.claimCheck(db, worker, 30)).toMatchObject({ id, checkAttempts: 1 });
  for (const _ of ['done', 'done again']) expect(await released()).toEqual({ attempts: 0, owner: null });
  expect(await assetStore.claimCheck(db, other, 30)).toMatchObject({ id, checkAttempts: 1 });
  expect(await released()).toEqual({ attempts: 1, owner: other });
});
