// @requires ffmpeg
// @inputs services/media/src

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { eventually } from '@marquee/testing/eventually';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { clipFolder } from '../testing/test-clips.ts';

const SCRIPT = fileURLToPath(new URL('../testing/worker-process.ts', import.meta.url));

test(
  'kill -9 in the middle of a transcode leaves no encoder behind, and the next process does it once [STU-06]',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const { platform, config, folder } = media;
    const root = join(folder, 'blobs');
    platform.blobs = await diskBlobs({ root });
    await media.restart();
    const clips = await clipFolder();
    const maker = media.maker();
    const path = await clips.film('killed.mp4', { size: '1280x720', seconds: 3 });
    const id = await media.upload(maker, { path });
    await media.checked(maker, id);

    const encoders: number[] = [];
    const worker: ChildProcess = fork(SCRIPT, [], {
      execArgv: ['--no-warnings'],
      env: {
        ...{ PATH: process.env.PATH, DATABASE_URL: platform.databaseUrl, BLOBS_ROOT: root },
        ...{ UPLOADS_DIR: config.UPLOADS_DIR, SCRATCH_DIR: join(folder, 'scratch-of-worker') },
        ...{ PLAYBACK_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`, CURSOR_KEY: config.CURSOR_KEY },
        ...{ UPLOAD_LINK_KEY: config.UPLOAD_LINK_KEY, PROTECTION_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}` },
        // It ends before it is done.
        X264_PRESET: 'slower',
      },
    });
    worker.on('message', (message: { pid: number; command: string }) => encoders.push(message.pid));
    await media.until(maker, id, ({ transcode }) => (transcode?.progressPercent ?? 0) > 0);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(encoders.length).toBeGreaterThan(0);
    await eventually(() => encoders.every((pid) => isGone(pid)));

    // Thirty seconds later, by the database's clock, the lease is over.
    const { db } = platform;
    const [left] = await db.query<{ status: string }>('SELECT status FROM transcodes');
    expect(left?.status).toBe('RUNNING');
    await db.query("UPDATE transcodes SET lease_until = lease_until - interval '40 seconds'");
    Object.assign(config, { TRANSCODE_WORKER: '1' });
    await media.restart();
    const done = await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(done.renditions).toHaveLength(3);
    expect((await media.events()).filter((type) => type === 'TranscodeCompleted')).toHaveLength(1);
    expect(await db.query('SELECT 1 FROM transcodes')).toHaveLength(1);
    await clips.remove();
  },
  3 * TRANSCODE_MS,
);

function isGone(group: number): boolean {
  try {
    process.kill(-group, 0);
    return false;
  } catch {
    return true;
  }
}
