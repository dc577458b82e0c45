import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { mediaService } from '../testing/media-service.ts';
import { playableFilm } from '../testing/playable-film.ts';

test('what an edge asks before each segment is measured as the segments are, and its failures too [SYS-04:segments]', async () => {
  const metrics = openMetrics({ service: 'media' });
  const counts = async () =>
    [...(await metrics.text()).matchAll(/^marquee_segment_seconds_count\{asked="(.+)",status="(\d+)",.+\} (\d+)$/gm)]
      .map(([, asked, status, count]) => `${asked} ${status}: ${count}`)
      .sort();
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { assetId, filmId, version } = await playableFilm(media, { 'master.m3u8': Buffer.from('#EXTM3U\n') });
  const { sessionId } = viewers.movieLover();
  const { baseUrl } = await media.film().signPlayback({ assetId, filmId, sessionId });
  const ask = async (token = '') => (await fetch(media.url(`/playback-access/${token}/${version}`))).status;
  const token = baseUrl.split('/')[2];

  // Its answer is asked of the database, which is not itself: the edge makes 503 of it.
  await media.platform.db.query('ALTER TABLE transcodes RENAME TO transcodes_unavailable');
  expect(await ask(token)).toBe(500);
  await media.platform.db.query('ALTER TABLE transcodes_unavailable RENAME TO transcodes');
  expect(await ask(token)).toBe(204);
  expect(await ask('nonsense')).toBe(403);
  expect((await fetch(media.url(`${baseUrl}master.m3u8`))).status).toBe(200);
  await eventually(async () =>
    expect(await counts()).toEqual(['access 204: 1', 'access 403: 1', 'access 500: 1', 'file 200: 1']),
  );
  metrics.close();
});
