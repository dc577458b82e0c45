// Test files run again only when one of their inputs changed on this machine.
// A comment, `@inputs helm/marquee deploy/nginx`, names the files and folders that a test file reads besides what it
// imports. A test beside the code of a workspace needs none: all files of its workspace that are no code are its inputs,
// such as migrations and styles. What a file imports is found by itself, with the inputs that those files name; so are
// the tools of `@requires`, the lockfile and what every test stands on. ALL=1 runs every suite (scripts/test.mjs).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Inputs of every test. */
const ALWAYS = [
  'package.json',
  'package-lock.json',
  // Which file an import is.
  '*/package.json',
  'packages/*/package.json',
  'services/*/package.json',
  'jest.config.mjs',
  'packages/testing/global-setup.mjs',
  'packages/testing/icon-imports.mjs',
  'packages/testing/jest-runtime.mjs',
  'packages/testing/jsdom-environment.mjs',
  'packages/testing/node-environment.mjs',
  'packages/testing/page-faults.mjs',
  'packages/testing/src/setup-node.ts',
  'packages/testing/src/setup-web.ts',
  'scripts/test-components.mjs',
];
/** Installed, generated and written files, which are no inputs. */
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
const TEST = /\.test\.tsx?$/;
/** Documents, and translations: code imports what is generated from them. */
const NOT_READ = /\.(?:md|po)$/;
const CODE = /\.(?:mjs|js|tsx?)$/;
/** Where the code of a workspace is; a test there reads what it imports and the other files of its workspace. */
const BESIDE_CODE = /^((?:packages|services)\/[^/]+|gateway|web|admin)\/(?:src|app)\//;
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
 * The files and folders of which a test file's fingerprint is made, beside what they lead to.
 *
 * @param {string} name the test file's path from the root
 * @returns {string[] | undefined} undefined when it cannot be known what the file reads: it runs always
 */
export function inputsOfTest(root, name, source) {
  if (inputsNamedIn(source)) return [name];
  const workspace = BESIDE_CODE.exec(name)?.[1];
  if (!workspace) return undefined;
  const others = filesBelow(join(root, workspace)).map((path) => relative(root, path));
  return [name, ...others.filter((path) => !CODE.test(path) && !NOT_READ.test(path)).sort()];
}

/** What a journey stands on when it names nothing: the whole product, which this file names. */
const JOURNEY_CONFIG = 'e2e/playwright.config.ts';

/** The files of which the fingerprint of a file of journeys is made, beside what they lead to. */
export function inputsOfJourney(root, name) {
  return inputsNamedIn(readFileSync(join(root, name), 'utf8')) ? [name] : [name, JOURNEY_CONFIG];
}

/** What the pages of the web app have in common; `@inputs` of journeys name the rest of the product. */
const WEB = {
  code: 'web/app/',
  routes: 'web/app/routes',
  entries: ['root.tsx', 'entry.client.tsx', 'entry.server.tsx'],
};
/** Modules whose routes have ids of their own, so that a report does not name them: they belong to all. */
export const NAMED_APART = /^web\/app\/routes\/(?:rooms\/|settings\/settings\.tsx$)/;
/** What beside pages may be opened, with its files (e2e/support/pages.ts). */
const APART = {
  admin: /^admin\//,
  'language/es': /^web\/app\/language\/(?:.*\/)?es\.(?:po|json)$/,
  'language/fr': /^web\/app\/language\/(?:.*\/)?fr\.(?:po|json)$/,
};

/**
 * Finds the suites that passed on this machine with the inputs they have now.
 *
 * @param {{ root: string, folder?: string, toolsOf?: (source: string) => string[], now?: () => number }} options
 *   `toolsOf` gives what identifies the tools that a source file requires; `folder` keeps the stamps.
 */
export function openStamps({
  root,
  folder = join(homedir(), '.cache', 'marquee', 'passed'),
  toolsOf = () => [],
  now = Date.now,
}) {
  const stampOf = (fingerprint) => join(folder, fingerprint);
  let isPruned = false;
  const prune = () => {
    if (isPruned) return;
    isPruned = true;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
    }
  };
  const known = new Map();
  /** A file's hash and the files that it names; read again only when its size or time changed. */
  const read = (path) => {
    const { size, mtimeMs } = statSync(path);
    const before = known.get(path);
    if (before?.size === size && before.mtimeMs === mtimeMs) return before;
    const content = readFileSync(path);
    const file = { size, mtimeMs, hash: createHash('sha256').update(content).digest('hex'), leads: [], tools: [] };
    if (CODE.test(path)) {
      const source = content.toString();
      file.leads = [
        ...importsOf(path, source),
        ...(inputsNamedIn(source) ?? []).flatMap((name) => filesAt(root, name)),
      ];
      file.tools = toolsOf(source);
    }
    known.set(path, file);
    return file;
  };

  /** These files and all their inputs, with the hash of each. */
  const find = (files) => {
    const found = new Map();
    const waiting = files.flatMap((name) => filesAt(root, name));
    while (waiting.length > 0) {
      const path = waiting.pop();
      if (found.has(path)) continue;
      const file = read(path);
      found.set(path, file.hash);
      waiting.push(...file.leads);
    }
    return found;
  };

  /**
   * Whether a file belongs to other pages than these alone: it is the module of one, or only such modules import it. A module
   * of a route without a page, such as a feed, belongs to all.
   */
  const isOfOthers = (pages) => {
    const modules = filesAt(root, WEB.routes).filter((path) => /^export default /m.test(readFileSync(path, 'utf8')));
    const isOpened = (path) => pages.includes(relative(join(root, WEB.code), path).replace(/\.tsx?$/, ''));
    const name = (path) => relative(root, path);
    const isOther = (path) => modules.includes(path) && !isOpened(path) && !NAMED_APART.test(name(path));
    const shared = find([
      ...WEB.entries.map((entry) => WEB.code + entry),
      ...filesAt(root, WEB.routes)
        .filter((path) => !isOther(path))
        .map(name),
    ]);
    const others = find(modules.filter(isOther).map(name));
    const apart = Object.keys(APART).filter((each) => !pages.includes(each));
    return (path) =>
      (others.has(path) && !shared.has(path) && name(path).startsWith(WEB.code)) ||
      apart.some((each) => APART[each].test(name(path)));
  };
  const pagesFile = (suite) => join(folder, `pages-${suite.replaceAll('/', '-')}`);

  return {
    /** The paths of these files and all their inputs, from the root. */
    inputs: (...files) => [...find([...ALWAYS, ...files]).keys()].map((path) => relative(root, path)),
    /** A hash of these files and all their inputs; with `pages`, without what only other pages stand on. */
    fingerprint(files, pages) {
      const all = find([...ALWAYS, ...files]);
      const isLeftOut = pages ? isOfOthers(pages) : () => false;
      const found = new Map([...all].filter(([path]) => !isLeftOut(path)));
      const hash = createHash('sha256').update([...files, ...(pages ?? [])].join('\0'));
      for (const path of [...found.keys()].sort()) hash.update(`\0${relative(root, path)}\0${found.get(path)}`);
      const tools = new Set([...found.keys()].flatMap((path) => read(path).tools));
      return hash.update([...tools].sort().join('\0')).digest('hex');
    },
    /** A recorded pass with this fingerprint: its titles and its time. */
    passed(fingerprint) {
      const stamp = stampOf(fingerprint);
      return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined;
    },
    /** The pages that a suite opened when it last passed here. */
    pagesOf(suite) {
      return existsSync(pagesFile(suite)) ? JSON.parse(readFileSync(pagesFile(suite), 'utf8')) : undefined;
    },
    /** Records that all of a suite passed, and the pages it opened, and removes records older than a month. */
    notePassed(fingerprint, { suite, titles, pages }) {
      mkdirSync(folder, { recursive: true });
      prune();
      if (pages) writeFileSync(pagesFile(suite), JSON.stringify(pages));
      writeFileSync(stampOf(fingerprint), JSON.stringify({ suite, titles, at: new Date(now()).toISOString() }));
    },
  };
}

function importsOf(path, source) {
  const { resolve } = createRequire(path);
  const specifiers = SPECIFIERS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, specifier]) => specifier));
  return specifiers
    .filter((specifier) => OWN_SPECIFIER.test(specifier))
    .flatMap((specifier) => {
      const folder = join(dirname(path), specifier);
      // A folder that the file itself is in is where its paths begin, such as the root: what is read there is named.
      if (specifier.startsWith('.') && path.startsWith(join(folder, '/'))) return [];
      if (specifier.startsWith('.') && existsSync(folder)) return filesBelow(folder);
      try {
        // What bundlers ask for beside the path: `./words.json?url`.
        return [resolve(specifier.replace(/\?\w+$/, ''))];
      } catch {
        // A text that looks like an import, or an import that only a bundler resolves.
        return [];
      }
    });
}

/** A file, or all files below a folder; `*` stands for every name of one level. A name that does not exist is an error. */
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

// A test is no input of another one.
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    LEFT_OUT.has(entry.name) || TEST.test(entry.name) || entry.isSymbolicLink()
      ? []
      : filesBelow(join(path, entry.name)),
  );
}
