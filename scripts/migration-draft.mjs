// npm run migration:draft -- SERVICE NAME: writes the next migration of a service, from what its migrations make to
// what its schema.prisma says. The SQL is a draft: read it, and make it safe for the code before and after it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { schemaDiff } from '@marquee/testing/schema-engine';
import { migrationsDir, sourcesOf } from '@marquee/testing/service-sources';
import { silentLog } from '@marquee/testing/silent-log';
import { startTestPostgres } from '@marquee/testing/test-postgres';

const [service, name] = process.argv.slice(2);
if (!service || !/^[a-z0-9_]+$/.test(name ?? '')) {
  console.error('npm run migration:draft -- SERVICE name_of_the_change');
  process.exit(1);
}

const dir = migrationsDir(service);
const postgres = await startTestPostgres();
try {
  const admin = openDatabase({ url: postgres.url, log: silentLog, applicationName: 'draft' });
  await admin.query('CREATE DATABASE draft');
  await admin.close();
  const url = new URL(postgres.url);
  url.pathname = '/draft';
  await migrate({ url: url.href, dirs: sourcesOf(service), log: silentLog });
  const schema = readFileSync(join(dir, '..', 'schema.prisma'), 'utf8');
  const sql = await schemaDiff({ url: url.href, service, schema });
  if (sql === '') console.log('The migrations already make what the schema says.');
  else {
    const last = readdirSync(dir).reduce((highest, file) => Math.max(highest, Number.parseInt(file, 10) || 0), 0);
    const path = join(dir, `${String(last + 1).padStart(4, '0')}_${name}.sql`);
    writeFileSync(path, `${sql}\n`);
    console.log(`${path}\n\n${sql}`);
  }
} finally {
  await postgres.stop();
}
