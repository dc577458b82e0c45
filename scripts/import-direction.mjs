// Imports point one way: apps to contracts and rules, services and gateway to packages, never service to service.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { root } from './generated.mjs';
import { repositoryFiles } from './machine-traces.mjs';

const packagesBelow = {
  rules: [],
  contracts: [],
  runtime: ['contracts'],
  storage: ['runtime'],
  geo: ['runtime'],
  data: ['contracts', 'runtime'],
  events: ['contracts', 'runtime', 'data'],
  search: ['rules', 'runtime', 'data'],
  ledger: ['runtime', 'data'],
  payments: ['rules', 'contracts', 'runtime', 'data', 'ledger'],
  service: ['contracts', 'runtime', 'storage', 'data', 'events'],
  testing: ['rules', 'contracts', 'runtime', 'storage', 'data', 'events', 'search', 'ledger', 'payments', 'service'],
};
const services = readdirSync(join(root, 'services'));
const product = [
  'rules',
  'contracts',
  'runtime',
  'storage',
  'data',
  'events',
  'search',
  'ledger',
  'payments',
  'service',
];

// The platform names the types of the adapters that services get, and the reader of settings those of their declarations.
const typesOnly = { runtime: ['events', 'storage'], service: ['rules'] };

// Besides its own folder. Tests may also use `testing`.
function allowedFor(folder) {
  const [top, name] = folder.split('/');
  if (top === 'packages') return packagesBelow[name] ?? [];
  if (top === 'web') return ['contracts', 'rules'];
  // The back office is built as the web app is.
  if (top === 'admin') return ['contracts', 'rules', 'web'];
  if (top === 'gateway') return [...product, 'geo'];
  if (top === 'services') return product;
  if (top === 'demo') return [...product, ...services];
  if (top === 'deploy') return [...product, 'geo', 'gateway', ...services, 'demo'];
  if (['load-tests', 'faults', 'bench', 'helm'].includes(top))
    return [...product, 'gateway', ...services, 'demo', 'deploy', 'load-tests'];
  if (top === 'e2e') return [...product, 'testing', 'deploy'];
  return [...product, 'testing'];
}

function folderOf(path) {
  const [top, name] = path.split('/');
  return top === 'packages' || top === 'services' ? `${top}/${name}` : top;
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|\n\s*import\s+['"]([^'"]+)['"]/g;
const TEST =
  /(\.test\.tsx?|\/bench\/.*|\/(?:src|app|embedded|nginx)\/testing\/.*|^deploy\/(?:scaled|every-method)\/.*|^(?:bench|faults)\/.*|^helm\/tests\/.*|\/stories\/.*)$/;

function problemIn(path, specifier, typeOnly) {
  const folder = folderOf(path);
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, dirname(path), specifier))
      .split(sep)
      .join('/');
    // A test of what all clients share needs a generated one, and only services have one.
    if (TEST.test(path) && /^services\/[^/]+\/gen\//.test(target)) return undefined;
    // A part of `npm test` writes its report as the runners do.
    if (TEST.test(path) && target === 'scripts/junit.mjs') return undefined;
    return folderOf(target) === folder ? undefined : `${path} reaches into ${folderOf(target)} by a relative path`;
  }
  const name = /^@marquee\/([^/]+)/.exec(specifier)?.[1];
  if (!name || folder.endsWith(`/${name}`) || folder === name) return undefined;
  const allowed = [...allowedFor(folder), ...(TEST.test(path) ? ['testing', ...product] : [])];
  if (typeOnly) allowed.push(...(typesOnly[folder.split('/')[1]] ?? []));
  return allowed.includes(name) ? undefined : `${path} may not import ${specifier}`;
}

/** The imports in a forbidden direction. */
export async function importProblems() {
  const sources = repositoryFiles().filter(
    (path) => /\.(ts|tsx)$/.test(path) && !path.includes('/gen/') && folderOf(path) !== 'scripts',
  );
  return sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(IMPORT)].flatMap(
      ([, , type, from, dynamic, bare]) => problemIn(path, from ?? dynamic ?? bare, Boolean(type)) ?? [],
    );
  });
}
