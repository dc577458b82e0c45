import { newId } from '@marquee/data/ids';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabase } from '@marquee/testing/test-database';
import { type BoundAsset, releaseUnused } from './bind-assets.ts';
import type { Media } from './media-client.ts';

test('an asset that cannot be released is logged, and those after it are released', async () => {
  const { log, lines } = recordingLog();
  const [stuck, next] = [newId(), newId()];
  const released: string[] = [];
  const release = async (mediaId: string) => {
    if (mediaId === stuck) throw new Error('media is unavailable');
    released.push(mediaId);
  };
  const bound = [stuck, next].map((mediaId) => ({ facts: { mediaId } }) as BoundAsset);
  await releaseUnused({ db: await testDatabase('film'), media: { release } as unknown as Media, log }, bound);
  expect(released).toEqual([next]);
  const msg = 'an asset stays bound to a film that does not use it';
  expect(lines()).toMatchObject([{ level: 'warn', msg, mediaId: stuck, err: { message: 'media is unavailable' } }]);
});
