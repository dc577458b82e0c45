import { sourcesOf } from '@marquee/testing/service-sources';
import { databasesOf } from './databases.ts';
import { services } from './services.ts';

test('tests migrate the database of each service as it declares', () => {
  const declared = databasesOf(services);
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.map(({ name }) => ({ name, sources: sourcesOf(name) }))).toEqual(declared);
});
