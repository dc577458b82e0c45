// `node helm/chart-files.ts` copies into the chart what it brings and is kept elsewhere.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const deploy = join(import.meta.dirname, '..', 'deploy');
const files = join(import.meta.dirname, 'marquee', 'files');

export type ChartFile = { source: string; copy: string };

/**
 * What the chart brings and is kept elsewhere: the edge's nginx and the rules of Prometheus. A chart reads nothing
 * outside of its folder, and symbolic links do not survive every checkout, so these are copies.
 */
export function chartFiles(): ChartFile[] {
  const edge = ['media.conf', 'nginx.conf', 'proxy.conf'].map((name) => ['nginx', 'edge', name] as const);
  const rules = readdirSync(join(deploy, 'observability', 'rules'))
    .sort()
    .map((name) => ['observability/rules', 'rules', name] as const);
  return [...edge, ...rules].map(([from, to, name]) => ({
    source: join(deploy, from, name),
    copy: join(files, to, name),
  }));
}

if (import.meta.main) {
  rmSync(files, { recursive: true, force: true });
  for (const { source, copy } of chartFiles()) {
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(source, copy);
  }
}
