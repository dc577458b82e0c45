// @requires ffmpeg
// @inputs services/media/src

import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { clipFolder } from '../testing/test-clips.ts';
import { openImporter } from './import-file.ts';

test(
  'a sample is imported once, packaged with the fewest renditions, and playable',
  async () => {
    const media = await mediaService();
    const clips = await clipFolder();
    const maker = media.maker();
    const importer = openImporter(media.config, media.platform);
    const path = await clips.film('sample.mp4', { size: '960x540' });
    const [id, filmId] = [media.newId(), media.newId()];
    const file = { id, path, filmId, ownerId: maker.accountId, slot: 'FILM_VIDEO', fileName: 'sample.mp4' } as const;
    const sample = { ...file, ladderMode: 'fewest', bound: true } as const;
    expect(await importer.importFile(sample)).toBe(id);
    expect(await importer.importFile(sample)).toBe(id);
    await importer.close();
    // What is imported takes nothing of what a maker may upload in a day.
    expect(await media.platform.db.query('SELECT 1 FROM upload_counts')).toEqual([]);
    const asset = await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(asset).toMatchObject({ filmId, renditions: [{ width: 960, height: 540 }] });
    const film = clientFor(media.server, PlaybackService, viewers.service('film'));
    const signed = await film.signPlayback({ assetId: id, filmId });
    const master = await (await fetch(media.url(`${signed.baseUrl}${signed.hlsManifest}`))).text();
    expect(master.match(/#EXT-X-STREAM-INF/g)).toHaveLength(1);
    const dash = await fetch(media.url(`${signed.baseUrl}${signed.dashManifest}`));
    expect(await dash.text()).toContain('type="static"');
    await clips.remove();
  },
  2 * TRANSCODE_MS,
);
