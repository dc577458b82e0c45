import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { recordingLog } from '@marquee/testing/recording-log';
import { mediaWorker } from './service.ts';
import { mediaService } from './testing/media-service.ts';

test('media and a worker that share a scratch folder each empty their own part of it at start', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { config, platform } = media;
  const workFile = (service: string) => writeFile(join(config.SCRATCH_DIR, service, 'work'), '');
  const workFiles = async () =>
    (await readdir(config.SCRATCH_DIR, { recursive: true })).filter((path) => path.endsWith('work')).sort();

  await workFile('media');
  const worker = await mediaWorker.start(config, platform);
  atEnd(() => worker.drain());
  await workFile('media-worker');
  expect(await workFiles()).toEqual(['media-worker/work', 'media/work']);
  await media.restart();
  expect(await workFiles()).toEqual(['media-worker/work']);
});

test('media that finds no ffmpeg on its path takes the builds of npm, and warns of them', async () => {
  const { log, lines } = recordingLog();
  await mediaService({ env: { PATH: '/nowhere', TRANSCODE_WORKER: '0' }, log });
  const old = (name: string) => ({
    level: 'warn',
    msg: `${name} is not installed; using the old build that npm carries, for development only`,
  });
  expect(lines()).toMatchObject([old('ffmpeg'), old('ffprobe')]);
});
