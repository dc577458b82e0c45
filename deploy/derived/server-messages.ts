import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';

const root = join(import.meta.dirname, '..', '..');

/** Where refusals are made: files of errors, others that make one, and the rules of requests. */
const SOURCES = [
  'services/*/src/**/*.ts',
  'packages/{data,events,runtime,service,storage}/src/**/*.ts',
  'gateway/src/**/*.ts',
];
const RULES = 'packages/rules/src/*.ts';
/** Tests, and what only operators read. */
const NOT_FOR_VIEWERS = /\.test\.ts$|config\.ts$|\/redis\/|\/testing\/|\/bench\//;
const MAKES_REFUSALS = /new DomainError\(|\bforbidden\(|\binvalid\(|from 'zod'/;
/** What only staff and operators of workers read, in English. */
const OF_STAFF =
  /\/(back-office|settings|moderation|featured|campaign|declared-|editorial-)[^/]*$|moderation-errors|marketing\/src\/settings\/|media\/src\/remote-workers\//;
/** Exports of rules that are texts for people, whatever they look like. */
const TEXTS = /MESSAGES$/;

type Node = { type?: string; [field: string]: unknown };

/** Every text that a service may answer a browser with, sorted: what the web app has to have in every language. */
export const serverMessages: readonly string[] = await collect();

export const serverMessagesText = () => `${JSON.stringify(serverMessages, null, 2)}\n`;

async function collect(): Promise<string[]> {
  const found = new Set<string>();
  const rules = filesOf(RULES);
  const makers = SOURCES.flatMap(filesOf).filter((path) => MAKES_REFUSALS.test(readFileSync(join(root, path), 'utf8')));
  for (const path of [...rules, ...makers]) for (const text of literalsIn(path)) if (isSentence(text)) found.add(text);
  for (const path of rules) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (TEXTS.test(name)) for (const text of textsOf(value)) found.add(text);
    }
  }
  return [...found].sort((one, other) => (one < other ? -1 : 1));
}

function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] });
  return files.filter((path) => !NOT_FOR_VIEWERS.test(path) && !OF_STAFF.test(path)).sort();
}

/** A capital letter first, then several words: no reason, no key, no SQL. */
function isSentence(text: string): boolean {
  return /^\p{Lu}[\p{L}'’]* ?[\p{Ll}’'{].* .*[\p{L}.!?)}…]$/u.test(text) && !/^[A-Z]{3,} /.test(text);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** The texts that stand whole in a file; a text that is put together has to be worded with places for its values. */
function literalsIn(path: string): string[] {
  const texts: string[] = [];
  visit(parseSync(readFileSync(join(root, path), 'utf8'), { syntax: 'typescript', target: 'es2022' }), texts);
  return texts;
}

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) for (const one of node) visit(one, texts);
  if (!node || typeof node !== 'object' || Array.isArray(node)) return;
  const { type, ...fields } = node as Node;
  if (type === 'ImportDeclaration') return;
  if (type === 'StringLiteral') texts.push(String(fields.value));
  const { expressions, quasis } = fields as { expressions?: unknown[]; quasis?: { cooked?: string }[] };
  if (type === 'TemplateLiteral' && expressions?.length === 0) texts.push(quasis?.[0]?.cooked ?? '');
  for (const field of Object.values(fields)) visit(field, texts);
}
