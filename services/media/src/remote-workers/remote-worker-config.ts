import { secret } from '@marquee/service/secret';
import { z } from 'zod';
import { mediaVariables } from '../config.ts';

/** The environment of a worker on another machine. */
export const remoteWorkerConfig = mediaVariables
  .pick({
    ...{ SCRATCH_DIR: true, TRANSCODE_THREADS: true, X264_PRESET: true },
    ...{ FFMPEG_PATH: true, FFPROBE_PATH: true, PACKAGER_PATH: true, PATH: true },
  })
  .extend({
    SITE_URL: z
      .url()
      .refine(
        (url) => url.startsWith('https://') || /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(`${url}/`),
        'SITE_URL must begin with https://',
      )
      .describe('address of the site, as PUBLIC_URL says it; paths below /workers of it are used'),
    WORKER_KEY: secret().describe('key of this worker, as the back office shows it once'),
  });
