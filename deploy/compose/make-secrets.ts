import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@marquee/service/define-service';
import { databaseVariable } from '@marquee/service/process-config';
import { databasesOf } from '../databases.ts';
import { writeKeys } from '../keys/make-keys.ts';
import { services as declared } from '../services.ts';

const SECRET_BYTES = 24;
const secret = () => randomBytes(SECRET_BYTES).toString('hex');

type Files = Record<string, string>;

/** Secrets other than keys: files by container, each named like its variable. */
function makeSecrets(services: readonly Service[]): Record<string, Files> {
  const databases = databasesOf(services).map(({ name }) => name);
  const passwords = Object.fromEntries(databases.map((name) => [name, secret()]));
  const urlOf = (name: string) => `postgresql://${name}:${passwords[name]}@postgres:5432/${name}`;
  const redis = secret();
  const bucket: Files = { S3_ACCESS_KEY_ID: secret(), S3_SECRET_ACCESS_KEY: secret() };
  const shared: Files = { REDIS_URL: `redis://:${redis}@redis:6379` };
  const databaseFile = (name: string): Files => ({ [databaseVariable(name)]: urlOf(name) });
  const processes = services.map(({ name, database, uses }): [string, Files] => [
    name,
    { ...shared, ...(database && databaseFile(database.name)), ...(uses.includes('blobs') && bucket) },
  ]);
  return {
    ...Object.fromEntries(processes),
    migrate: Object.assign({}, ...databases.map(databaseFile)) as Files,
    objects: bucket,
    postgres: { POSTGRES_PASSWORD: secret(), ...passwords },
    redis: { 'redis.conf': `requirepass ${redis}\n` },
    grafana: { GF_SECURITY_ADMIN_PASSWORD: secret() },
  };
}

// Only its container mounts each folder, and may run as another user. No container mounts the parent.
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o444;

/** Writes the keys and secrets of docker-compose.yml: a folder for each container, and `public` for all. */
export function writeSecrets(folder: string, services: readonly Service[] = declared): void {
  writeKeys(folder, services);
  for (const [name, files] of Object.entries(makeSecrets(services))) {
    mkdirSync(join(folder, name), { recursive: true, mode: FOLDER_MODE });
    for (const [variable, value] of Object.entries(files)) {
      writeFileSync(join(folder, name, variable), value, { mode: FILE_MODE });
    }
  }
}
