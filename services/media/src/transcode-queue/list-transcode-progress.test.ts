import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import * as assets from '../assets/assets.ts';
import { mediaService } from '../testing/media-service.ts';
import { storeVideo } from '../testing/stored-assets.ts';
import * as transcodes from './transcodes.ts';

test('film learns how far transcodes are; what is done or unknown is left out [STU-06:progress]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { db } = media.platform;
  const put = async () => {
    const { accountId: ownerId } = media.maker();
    const { assetId } = await storeVideo(media.platform, { ownerId, durationMs: 4_000 });
    const transcodeId = await db.transaction(async (tx) => {
      const id = await transcodes.queue(
        tx,
        { id: assetId, ownerId, durationMs: 4_000, ladderMode: 'full' },
        new Date(),
      );
      await assets.update(tx, assetId, { currentTranscodeId: id });
      return id;
    });
    return { assetId, transcodeId };
  };
  const [running, waiting, over] = [await put(), await put(), await put()];
  await db.query("UPDATE transcodes SET status = 'RUNNING', progress_percent = 42 WHERE id = $1", [
    running.transcodeId,
  ]);
  await db.query("UPDATE transcodes SET status = 'COMPLETE' WHERE id = $1", [over.transcodeId]);

  const film = clientFor(media.server, PlaybackService, viewers.service('film'));
  const assetIds = [running.assetId, waiting.assetId, over.assetId, newId(), 'no id'];
  const { progress } = await film.listTranscodeProgress({ assetIds });
  expect(progress.map(({ assetId, progressPercent, waiting: waits }) => [assetId, progressPercent, waits])).toEqual(
    expect.arrayContaining([
      [running.assetId, 42, false],
      [waiting.assetId, 0, true],
    ]),
  );
  expect(progress).toHaveLength(2);
});
