// Nothing in the repository may depend on the machine that it was written on.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './generated.mjs';

// Homes of people and build machines. Containers have paths of their own under /app and /var.
const TRACES = [/\/(?:work|home|root|Users)\/[\w.-]+/, /\bfile:\/\/\/(?!\$)/];
const TEXT =
  /\.(ts|tsx|js|mjs|cjs|json|ya?ml|md|css|html|sql|prisma|proto|sh|toml|txt|conf|tpl)$|(^|\/)(Dockerfile|run)$/;
const REGISTRY = 'https://registry.npmjs.org/';

/** Whether a file of this name holds text that people write. */
export const isText = (path) => TEXT.test(path);

/** The files that are, or would be, committed. */
export function repositoryFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

function traceIn(path) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const found = TRACES.map((trace) => trace.exec(line)?.[0]).find((match) => match !== undefined);
    return found ? [`${path}:${index + 1} names ${found}`] : [];
  });
}

function foreignRegistries() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved && /^https?:/.test(resolved) && !resolved.startsWith(REGISTRY)
      ? [`package-lock.json: ${path} is not from ${REGISTRY}`]
      : [],
  );
}

/** Paths of machines in text files, and packages that came from elsewhere than the public registry. */
export async function machineTraces() {
  const files = repositoryFiles().filter(
    (path) => isText(path) && path !== 'package-lock.json' && path !== 'scripts/machine-traces.mjs',
  );
  return [...files.flatMap(traceIn), ...foreignRegistries()];
}
