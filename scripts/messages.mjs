// The messages of the web app: where code has them, their catalogues, and what the app loads. See web/app/language/README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync, Visitor } from 'oxc-parser';
import PO from 'pofile';
import { root } from './generated.mjs';

export const LANGUAGES = ['es', 'fr'];
const folder = join(root, 'web', 'app', 'language');
const app = 'web/app';
const rules = 'packages/rules/src';
/** Files of rules whose texts are for staff, for emails or for signatures, or are worded by Intl. */
const NOT_SHOWN =
  /\/(?:back-office|settings|featured|campaigns|moderation|declared-settings|editorial-texts|countries|languages|interface-languages|email|format|phone|ticket-code)[\w-]*\.ts$/;

export function sourcesOf(path, extension = /\.tsx?$/) {
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extension.test(entry.name) && !/\.(?:test|d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !/\/(?:testing|generated)\//.test(file))
    .sort();
}

export function parse(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return { source, program };
}

export const lineOf = (source, offset) => source.slice(0, offset).split('\n').length;

/** The text of a literal, or of a template without values; undefined for everything else. */
export function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node?.type === 'JSXExpressionContainer') return textOf(node.expression);
  return undefined;
}

/** The texts of an argument of `_` or `msg`: a literal, or a choice between several. */
function textsOf(node) {
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node?.type === 'ParenthesizedExpression') return textsOf(node.expression);
  return [textOf(node)].filter((text) => text !== undefined);
}

/** A message that code names: the first argument of `_`, `msg` and `shown`, and the id of `Trans`. */
function messagesIn(file) {
  const { source, program } = parse(file);
  const found = [];
  const add = (text, at) => found.push({ text, place: `${file}:${lineOf(source, at)}` });
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !['_', 'msg'].includes(callee.name)) return;
      for (const text of textsOf(given[0])) add(text, callee.start);
    },
    JSXOpeningElement({ name, attributes, start }) {
      if (name.name !== 'Trans') return;
      const id = attributes.find((attribute) => attribute.name?.name === 'id');
      for (const text of textsOf(id?.value?.type === 'JSXExpressionContainer' ? id.value.expression : id?.value))
        add(text, start);
    },
  }).visit(program);
  return found;
}

const SENTENCE = /\p{Lu}?\p{L}+[\s'’]\p{L}|\p{L}{2,}[.!?…]$|^\p{Lu}[\p{L}-]+$/u;
const isWording = (text) =>
  SENTENCE.test(text) && !/^[A-Z_0-9]+$/.test(text) && !/^[\w-]+\/[\w-]+|^https?:|[{}<>=^$\\]/.test(text);

/** Texts that the rules share with services: they stay as they are there, and are worded where they are shown. */
function wordingsIn(file) {
  const { source, program } = parse(file);
  const found = [];
  const add = (text, at) => {
    if (isWording(text)) found.push({ text, place: `${file}:${lineOf(source, at)}` });
  };
  const skipped = new Set();
  new Visitor({
    ImportDeclaration: ({ source: from }) => void skipped.add(from),
    ExportNamedDeclaration: ({ source: from }) => void (from && skipped.add(from)),
    ExportAllDeclaration: ({ source: from }) => void skipped.add(from),
    TSLiteralType: ({ literal }) => void skipped.add(literal),
    Property: ({ key }) => void skipped.add(key),
    MemberExpression: ({ property }) => void skipped.add(property),
    Literal(node) {
      if (typeof node.value === 'string' && !skipped.has(node)) add(node.value, node.start);
    },
    TemplateLiteral({ quasis, start }) {
      const [first = '', ...rest] = quasis.map(({ value }) => value.cooked);
      add(
        rest.reduce((text, part, at) => `${text}«${at}»${part}`, first),
        start,
      );
    },
  }).visit(program);
  return found.map(({ text, place }) => ({ text: text.replace(/«(\d)»/g, '{$1}'), place }));
}

/** Each message with the places of the code that have it. */
export function messages() {
  const found = new Map();
  const add = ({ text, place }) => found.set(text, [...(found.get(text) ?? []), place]);
  for (const file of sourcesOf(app)) for (const one of messagesIn(file)) add(one);
  for (const file of sourcesOf(rules)) if (!NOT_SHOWN.test(file)) for (const one of wordingsIn(file)) add(one);
  // What services say, which they list themselves.
  const server = join(root, rules, 'server-messages.json');
  if (existsSync(server))
    for (const text of JSON.parse(readFileSync(server, 'utf8'))) add({ text, place: `${rules}/server-messages.json` });
  return found;
}

const catalogueFile = (language) => join(folder, `${language}.po`);

/** The translations of a language, by message. */
export function translations(language) {
  if (!existsSync(catalogueFile(language))) return new Map();
  const { items } = PO.parse(readFileSync(catalogueFile(language), 'utf8'));
  return new Map(items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']));
}

/** Adds new messages to the catalogues and removes unused ones; `more` has translations by language and message. */
export function updateCatalogues(more = {}) {
  const found = messages();
  for (const language of LANGUAGES) {
    const known = translations(language);
    const po = new PO();
    po.headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
      Language: language,
    };
    po.items = [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([text, places]) => {
        const item = new PO.Item();
        item.msgid = text;
        item.msgstr = [known.get(text) || more[language]?.[text] || ''];
        // Of a line's number every change would be a change of the catalogues.
        item.references = [...new Set(places.map((place) => place.replace(/:\d+$/, '')))];
        return item;
      });
    writeFileSync(catalogueFile(language), `${po.toString().trimEnd()}\n`);
  }
  return found;
}

/** Whether the app's own `compilePlain` suffices, which knows `{name}` and nothing else. */
export const isPlain = (text) => !/\{\s*\w+\s*,|'[{}]|#/.test(text);
const compiled = (text) => (isPlain(text) ? text : compileMessageOrThrow(text));

/** Keys of a catalogue under which names stand, by the list of the rules that has their codes. No message is called so. */
const NAMES = { countries: 'region', languages: 'language' };

/**
 * The names of countries and languages in the order of the language, a line each: `DE Alemania`. The app does not ask Intl
 * for them, because a browser has other names and another order than the server that rendered the page.
 */
function namesIn(language) {
  return Object.entries(NAMES).map(([list, type]) => {
    const display = new Intl.DisplayNames(language, { type });
    const lines = JSON.parse(readFileSync(join(root, rules, `${list}.json`), 'utf8'))
      .map(({ code }) => ({ code, name: display.of(code) }))
      .map(({ code, name }) => ({ code, name: `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}` }))
      .sort((a, b) => a.name.localeCompare(b.name, language));
    return [`names of ${list}`, lines.map(({ code, name }) => `${code} ${name}`).join('\n')];
  });
}

/** Writes what the app loads: all messages of a language, and of English those that are more than their text. */
export function compileCatalogues() {
  const output = join(folder, 'generated');
  // The server's bundle has the catalogues, and browsers load them as files.
  mkdirSync(join(output, 'served'), { recursive: true });
  const write = (language, entries) => {
    const text = `${JSON.stringify(Object.fromEntries(entries))}\n`;
    writeFileSync(join(output, `${language}.json`), text);
    if (language !== 'en') writeFileSync(join(output, 'served', `${language}.json`), text);
  };
  for (const language of LANGUAGES) {
    const words = [...translations(language)].filter(([, text]) => text !== '');
    write(language, [...words.map(([message, text]) => [message, compiled(text)]), ...namesIn(language)]);
  }
  const english = [...translations(LANGUAGES[0]).keys()].filter((message) => !isPlain(message));
  write(
    'en',
    english.map((message) => [message, compiled(message)]),
  );
}
