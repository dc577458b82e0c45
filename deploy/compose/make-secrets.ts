import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@marquee/service/platform';
import { writeKeys } from '../keys/make-keys.ts';

const SECRET_BYTES = 24;
const secret = () => randomBytes(SECRET_BYTES).toString('hex');

/** Whose process works on whose database. */
const WORKERS: Record<string, string> = { 'media-worker': 'media' };

type Files = Record<string, string>;

/** Secrets besides the keys: files by container, named as the variables that they are for. */
function makeSecrets(): Record<string, Files> {
  const passwords = Object.fromEntries(SERVICE_NAMES.map((name) => [name, secret()]));
  const urlOf = (name: string) => `postgresql://${name}:${passwords[name]}@postgres:5432/${name}`;
  const redis = secret();
  const bucket: Files = { S3_ACCESS_KEY_ID: secret(), S3_SECRET_ACCESS_KEY: secret() };
  const shared: Files = { REDIS_URL: `redis://:${redis}@redis:6379` };
  const databaseOf = (name: string): Files => ({ [`DATABASE_URL_${name.toUpperCase()}`]: urlOf(name) });
  const processes = [...SERVICE_NAMES, ...Object.keys(WORKERS)].map((name): [string, Files] => [
    name,
    { ...shared, ...databaseOf(WORKERS[name] ?? name), ...(/^media/.test(name) && bucket) },
  ]);
  return {
    ...Object.fromEntries(processes),
    gateway: shared,
    migrate: Object.assign({}, ...SERVICE_NAMES.map(databaseOf)) as Files,
    objects: bucket,
    postgres: { POSTGRES_PASSWORD: secret(), ...passwords },
    redis: { 'redis.conf': `requirepass ${redis}\n` },
    grafana: { GF_SECURITY_ADMIN_PASSWORD: secret() },
  };
}

// Each folder is mounted by its container alone, which may run as another user; what is above them, by none.
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o444;

/** Writes the keys and secrets of docker-compose.yml: a folder for each container, and `public` for all. */
export function writeSecrets(folder: string): void {
  writeKeys(folder);
  for (const [name, files] of Object.entries(makeSecrets())) {
    mkdirSync(join(folder, name), { recursive: true, mode: FOLDER_MODE });
    for (const [variable, value] of Object.entries(files)) {
      writeFileSync(join(folder, name, variable), value, { mode: FILE_MODE });
    }
  }
}
