// Suites over slow tools run again only when something that they are made of changed on this machine.
// A test file opts in by a comment, `@inputs helm/marquee deploy/nginx`: the files and folders that it reads besides
// what it imports. What it imports is found by itself, with the inputs that those files name; so are the tools of
// `@requires`, the lockfile and what every test stands on. ALL=1 runs every suite (scripts/test.mjs).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** What every test stands on. */
const ALWAYS = ['package-lock.json', 'jest.config.mjs', 'packages/testing', 'scripts/test-components.mjs'];
/** What is installed, generated or written by a run. */
const LEFT_OUT = new Set([
  '.cache',
  '.data',
  '.git',
  '.react-router',
  'build',
  'dist',
  'gen',
  'generated',
  'node_modules',
  'reports',
  'test-results',
]);
const CODE = /\.(?:mjs|js|tsx?)$/;
const OWN_SPECIFIER = /^(?:\.{1,2}\/|@marquee\/)/;
const SPECIFIERS = [
  /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
  /\bimport\.meta\.resolve\(\s*['"]([^'"]+)['"]/g,
];

/** The files and folders that a source names in `@inputs` comments; undefined when it has none. */
export function inputsNamedIn(source) {
  const lines = [...source.matchAll(/^[ \t]*(?:\/\/|\/?\*+)[ \t]*@inputs[ \t]+(.+?)(?:[ \t]*\*\/)?$/gm)];
  return lines.length > 0 ? lines.flatMap(([, names]) => names.trim().split(/\s+/)) : undefined;
}

/**
 * Knows which suites passed on this machine with the inputs they have now.
 *
 * @param {{ root: string, folder?: string, toolsOf?: (source: string) => string[], now?: () => number }} options
 *   `toolsOf` gives what identifies the tools that a source requires; `folder` keeps the stamps.
 */
export function openStamps({
  root,
  folder = join(homedir(), '.cache', 'marquee', 'passed'),
  toolsOf = () => [],
  now = Date.now,
}) {
  const stampOf = (fingerprint) => join(folder, fingerprint);

  return {
    /** A hash over everything that these files are made of. */
    fingerprint(...files) {
      const hash = createHash('sha256');
      const paths = closure(root, [...ALWAYS, ...files]);
      for (const path of [...paths].sort()) {
        const content = readFileSync(path);
        hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
      }
      for (const file of files) hash.update(`${file}\0${toolsOf(readFileSync(join(root, file), 'utf8')).join('\0')}\0`);
      return hash.digest('hex');
    },
    /** What is known of a pass with this fingerprint: how many tests, and when. */
    passed(fingerprint) {
      const stamp = stampOf(fingerprint);
      return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined;
    },
    /** Notes that a suite passed whole, and drops notes that are a month old. */
    notePassed(fingerprint, { suite, tests }) {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
      }
      writeFileSync(stampOf(fingerprint), JSON.stringify({ suite, tests, at: new Date(now()).toISOString() }));
    },
  };
}

/** The files below these paths with all that they import and name, as absolute paths. */
function closure(root, names) {
  const found = new Set();
  const waiting = names.flatMap((name) => filesAt(root, name));
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (found.has(path)) continue;
    found.add(path);
    if (!CODE.test(path)) continue;
    const source = readFileSync(path, 'utf8');
    waiting.push(...importsOf(path, source), ...(inputsNamedIn(source) ?? []).flatMap((name) => filesAt(root, name)));
  }
  return found;
}

function importsOf(path, source) {
  const { resolve } = createRequire(path);
  return SPECIFIERS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, specifier]) => specifier))
    .filter((specifier) => OWN_SPECIFIER.test(specifier))
    .flatMap((specifier) => {
      try {
        const resolved = resolve(specifier);
        return statSync(resolved).isFile() ? [resolved] : [];
      } catch {
        // Words that look like an import, or what only a bundler finds.
        return [];
      }
    });
}

/** A file, or all files below a folder; `*` stands for every name of one level. A name that is nowhere is an error. */
function filesAt(root, name) {
  const paths = name
    .split('/')
    .reduce(
      (bases, part) =>
        part === '*'
          ? bases.flatMap((base) => readdirSync(base).flatMap((one) => (LEFT_OUT.has(one) ? [] : [join(base, one)])))
          : bases.map((base) => join(base, part)),
      [root],
    );
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length === 0) throw new Error(`@inputs names ${name}, which does not exist`);
  return existing.flatMap(filesBelow);
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    LEFT_OUT.has(entry.name) || entry.isSymbolicLink() ? [] : filesBelow(join(path, entry.name)),
  );
}
