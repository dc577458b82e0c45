import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that `docker build` would be sent: tracked and new files, without those that .dockerignore names. */
export function contextFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const ignored = ignorePatterns(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
  return paths.filter((path) => !ignored.some((pattern) => pattern.test(path)));
}

/** The patterns of a .dockerignore: from the root, `**` for any folders, `*` within a name; they include all files below. */
export function ignorePatterns(text: string): RegExp[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      if (line.startsWith('!')) throw new Error(`${line}: exceptions are not understood here`);
      const pattern = line
        .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?');
      return new RegExp(`^${pattern}(?:/|$)`);
    });
}
