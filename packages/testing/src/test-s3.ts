import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import { makeBucket } from '@marquee/storage/s3-bucket';
import type { S3Connection } from '@marquee/storage/s3-client';
import { atEnd } from './cleanup.ts';
import { findProgram } from './test-components.ts';
import { type TestServer, testServer } from './test-server.ts';

/** An S3 store; acknowledged objects survive `stop` and `start`. */
export type TestS3 = TestServer & {
  /** Its address and keys, with an empty bucket. */
  connection: Required<Pick<S3Connection, 'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'secretAccessKey'>>;
  /** Another empty bucket. */
  bucket(): Promise<TestS3['connection']>;
};

const START_MS = 60_000;
const HEALTH = '/health';

/** A real S3-compatible server (Versity's gateway to a folder) with its data in a temporary folder, for one test file. */
export async function testS3(): Promise<TestS3> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-s3-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  const flags = ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', '--health', HEALTH];
  const server = testServer({
    command: [versitygw(), ...flags, 'posix', dir],
    env: { PATH: process.env.PATH, ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
    isServing: async () => (await fetch(`${endpoint}${HEALTH}`)).ok,
    startMs: START_MS,
  });

  const bucket = async () => {
    const name = `test-${randomBytes(6).toString('hex')}`;
    const connection = { endpoint, region: 'us-east-1', bucket: name, accessKeyId, secretAccessKey };
    await makeBucket(connection);
    return connection;
  };
  await server.start();
  return { connection: await bucket(), bucket, ...server };
}

function versitygw(): string {
  const found = findProgram('versitygw');
  if (!found) throw new Error('There is no S3 server: node scripts/install-go-program.mjs versitygw');
  return found;
}
