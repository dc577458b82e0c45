// @requires s3

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { makeBucket } from '@marquee/storage/s3-bucket';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import { blobCheck, openBlobStore } from './open-platform.ts';
import { blobConfigSchema } from './process-config.ts';
import { watchBlobs } from './process-telemetry.ts';

const metrics = openMetrics({ service: 'media' });
let s3: TestS3;
beforeAll(async () => {
  s3 = await testS3();
}, 60_000);

const isUp = async (dependency: string) =>
  new RegExp(`^marquee_dependency_up\\{[^}]*dependency="${dependency}"[^}]*\\} (\\d)$`, 'm').exec(
    await metrics.text(),
  )?.[1];

/** Watches the store that the environment names, as a process does, with what it logs. */
async function watched(env: Record<string, string>) {
  const said: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void said.push(JSON.parse(line)) };
  const store = await openBlobStore(loadConfig(blobConfigSchema, env));
  const unwatch = watchBlobs(store, createLogger({ service: 'media', destination }));
  atEnd(async () => unwatch());
  await eventually(() => said.length > 0);
  return { said, unwatch };
}

test('a bucket that does not exist is reported as down, and logged at the start [SYS-04:metrics]', async () => {
  const { endpoint, accessKeyId, secretAccessKey, region } = s3.connection;
  const env = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const bucket = 'made-later';
  const { said, unwatch } = await watched({ ...env, S3_BUCKET: bucket });
  expect(said).toMatchObject([
    { level: 'warn', dependency: 's3', err: { message: expect.stringContaining('its bucket does not exist') } },
  ]);
  expect(await isUp('s3')).toBe('0');

  await makeBucket({ endpoint, accessKeyId, secretAccessKey, region, bucket });
  expect(await isUp('s3')).toBe('1');
  expect(said).toHaveLength(1);
  unwatch();

  const found = await watched({ ...env, S3_BUCKET: bucket });
  expect(found.said).toMatchObject([{ level: 'info', dependency: 's3', msg: 'the blob store answers' }]);
});

test('a folder that is gone is reported as down [SYS-04:metrics]', async () => {
  const root = join(await mkdtemp(join(tmpdir(), 'blobs-')), 'blobs');
  const { said } = await watched({ BLOBS_DIR: root });
  expect(said).toMatchObject([{ dependency: 'disk', msg: 'the blob store answers' }]);
  expect(await isUp('disk')).toBe('1');
  await rm(root, { recursive: true });
  expect(await isUp('disk')).toBe('0');
});

test('a folder for blobs that cannot be made is reported with its path and its setting', async () => {
  const root = join(import.meta.filename, 'blobs');
  const check = blobCheck(loadConfig(blobConfigSchema, { BLOBS_DIR: root }));
  await expect(check.check()).rejects.toThrow(`the folder ${root} cannot be made or written (ENOTDIR)`);
  expect(check.setting).toBe('BLOBS_DIR');
});
