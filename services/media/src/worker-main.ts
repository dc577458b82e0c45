// The process `media-worker` of the scaled form: transcodes, and nothing else. As many as there is work for.
import { openBlobs } from '@marquee/service/open-platform';
import { blobConfigSchema } from '@marquee/service/process-config';
import { runProcess } from '@marquee/service/run-process';
import { configSchema } from './config.ts';
import { migrations, startMediaWorker } from './service.ts';

await runProcess({
  name: 'media-worker',
  schema: configSchema.extend(blobConfigSchema.shape),
  database: { service: 'media', migrations },
  start: async (config, platform) => startMediaWorker(config, { ...platform, blobs: await openBlobs(config) }),
});
