import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@marquee/service/define-service';
import { entryOf } from './chart-values.ts';
import { jsonText } from './json-text.ts';

const root = join(import.meta.dirname, '..', '..');

/** deploy/package.json with a dependency on the package of every service, since services.ts imports them all. */
export function deployPackage(services: readonly Service[], current: string): string {
  const manifest = JSON.parse(current) as { name: string; dependencies: Record<string, string> };
  const packages = services.map(packageOf).filter((name) => name !== manifest.name);
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(packages.map((name) => [name, '*'])) };
  const sorted = Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1));
  return jsonText({ ...manifest, dependencies: Object.fromEntries(sorted) });
}

/** The name in the package.json nearest to the service's entry. */
function packageOf(service: Service): string {
  let folder = join(root, entryOf(service), '..');
  while (!existsSync(join(folder, 'package.json'))) folder = join(folder, '..');
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
}
