// @requires kafka
// @inputs docker-compose.yml deploy/compose

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { migrate } from '@marquee/data/migrations';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { kafkaFolder } from '@marquee/testing/test-components';
import pg from 'pg';
import { databasesOf } from '../databases.ts';
import { databaseNames, services } from '../services.ts';
import { writeSecrets } from './make-secrets.ts';

const TEST_MS_MAX = 120_000;

function folderOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `marquee-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the script with a psql that records its input, and returns that. */
function statementsOf(script: string, secrets: string): string[] {
  const bin = folderOf('bin');
  writeFileSync(join(bin, 'psql'), '#!/bin/sh\ncat\n');
  chmodSync(join(bin, 'psql'), 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}`, SECRETS: join(secrets, 'postgres') };
  const text = execFileSync('sh', [script], { env, encoding: 'utf8' });
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

test(
  'each service has a role that can only connect to its own database, and has the rights to migrate it [SYS-02:compose]',
  async () => {
    const dir = folderOf('postgres');
    const secrets = folderOf('secrets');
    writeSecrets(secrets);
    const postgres = await startEmbeddedPostgres({
      dataDir: join(dir, 'data'),
      socketDir: join(dir, 'socket'),
      logFile: join(dir, 'log'),
      settings: { fsync: 'off' },
    });
    atEnd(() => postgres.stop());
    const run = async (url: string, statements: string[]) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    const urlAs = (role: string, database: string) => postgres.url(database).replace('//postgres@', `//${role}@`);
    await run(postgres.url('postgres'), statementsOf(join(import.meta.dirname, 'create-databases.sh'), secrets));
    for (const { name, sources } of databasesOf(services)) {
      const applied = await migrate({ url: urlAs(name, name), dirs: sources, log: silentLog });
      expect(applied.length).toBeGreaterThan(0);
    }
    for (const name of databaseNames.filter((service) => service !== 'identity')) {
      await expect(run(urlAs(name, 'identity'), ['SELECT 1'])).rejects.toThrow(/permission denied for database/);
    }
  },
  TEST_MS_MAX,
);

test(
  "the broker's settings are settings of this Kafka [SYS-02:compose]",
  async () => {
    const dir = folderOf('kafka');
    mkdirSync(join(dir, 'data'));
    const shipped = readFileSync(join(import.meta.dirname, 'kafka.properties'), 'utf8');
    writeFileSync(join(dir, 'properties'), shipped.replace('/var/lib/kafka/data', join(dir, 'data')));
    const compose = readFileSync(join(import.meta.dirname, '..', '..', 'docker-compose.yml'), 'utf8');
    const cluster = /--cluster-id (\S+)/.exec(compose)?.[1] ?? '';
    const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '--cluster-id', cluster, '--config'];
    for (const times of ['first', 'again']) {
      const { status, stderr } = spawnSync('java', ['-cp', join(kafkaFolder, '*'), ...tool, join(dir, 'properties')], {
        encoding: 'utf8',
      });
      expect([times, status, status === 0 ? '' : stderr]).toEqual([times, 0, '']);
    }
    expect(existsSync(join(dir, 'data', 'meta.properties'))).toBe(true);
  },
  TEST_MS_MAX,
);
