// @inputs web/app
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const app = join(import.meta.dirname, '..');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(app, path), 'utf8') }));

const importing = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('react-query is no part of any page’s first load: one module imports it, which others import when they need it', () => {
  expect(importing(/from '(?:@tanstack\/react-query|@connectrpc\/connect-query)'/)).toEqual(['data/queries.ts']);
  expect(importing(/^import (?!type )[^;]*\/queries\.ts'/m)).toEqual([]);
  expect(importing(/^import [^;]*\/account-calls\.ts'/m)).toEqual([]);
  expect(importing(/import\('\.\/queries\.ts'\)/).sort()).toEqual(['data/use-more.ts', 'data/use-own.ts']);
});

test('clients of services are made in one module', () => {
  expect(importing(/\bcreateClient\b/)).toEqual(['api/service-client.ts']);
});
