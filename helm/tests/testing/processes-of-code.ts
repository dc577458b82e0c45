import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

export type ProcessOfCode = { name: string; entry: string; database: string | undefined };

/** Every process that some file of the services or the gateway starts, as it says of itself. */
export function processesOfCode(): ProcessOfCode[] {
  const folders = readdirSync(join(root, 'services')).map((name) => join(root, 'services', name, 'src'));
  return [...folders, join(root, 'gateway', 'src')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join(folder, file), 'utf8');
        const name = /runProcess\(\{\s*name: '([^']+)'/.exec(source)?.[1];
        const database = /database: \{ service: '([^']+)'/.exec(source)?.[1];
        return name ? [{ name, entry: relative(root, join(folder, file)), database }] : [];
      }),
  );
}
