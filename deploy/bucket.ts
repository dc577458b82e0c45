// `npm run bucket`: creates the bucket that S3_* name, unless it exists. Like every new bucket it is private. For stores
// such as the one of docker-compose.yml; with other providers, create the bucket before Marquee is installed.
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { blobConfigSchema } from '@marquee/service/process-config';
import { makeBucket } from '@marquee/storage/s3-bucket';

const RETRY_MS = 1_000;
const TRIES_MAX = 60;

async function main(): Promise<void> {
  const config = loadConfig(blobConfigSchema, process.env);
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = config;
  if (!bucket) throw new ConfigError('S3_BUCKET is not set');
  const [accessKeyId, secretAccessKey] = [config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY];
  for (let tries = 1; ; tries += 1) {
    try {
      await makeBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey });
      process.stdout.write(`The bucket ${bucket} is there.\n`);
      return;
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
      await delay(RETRY_MS);
    }
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`The bucket could not be made: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
