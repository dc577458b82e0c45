// The process `media` of the scaled form: uploads, pictures and playback. `media-worker` transcodes.
import { openBlobs } from '@marquee/service/open-platform';
import { blobConfigSchema } from '@marquee/service/process-config';
import { runProcess } from '@marquee/service/run-process';
import { configSchema } from './config.ts';
import { migrations, startMedia } from './service.ts';

await runProcess({
  name: 'media',
  schema: configSchema.extend(blobConfigSchema.shape),
  database: { service: 'media', migrations },
  start: async (config, platform) => startMedia(config, { ...platform, blobs: await openBlobs(config) }),
});
