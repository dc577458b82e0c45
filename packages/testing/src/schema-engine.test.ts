// @inputs services
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaDiff } from './schema-engine.ts';
import { migrationsDir } from './service-sources.ts';
import { testDatabase } from './test-database.ts';

const schemaOf = (service: string) => readFile(join(migrationsDir(service), '..', 'schema.prisma'), 'utf8');

const services = readdirSync(join(import.meta.dirname, '../../../services')).filter((name) =>
  existsSync(migrationsDir(name)),
);

test.each(services)('the migrated database of %s is what its schema says', async (service) => {
  const { url } = await testDatabase(service);
  expect(await schemaDiff({ url, service, schema: await schemaOf(service) })).toBe('');
});

test('a column that only the schema has is found', async () => {
  const { url } = await testDatabase('notification');
  const schema = await schemaOf('notification');
  const changed = schema.replace('  kind          String\n', '  kind          String\n  extra String\n');
  expect(changed).not.toBe(schema);
  const diff = await schemaDiff({ url, service: 'notification', schema: changed });
  expect(diff).toContain('ADD COLUMN     "extra" TEXT NOT NULL');
});
