// The generated folders, their sources, and whether they are up to date. Plain JavaScript, since it runs before the install.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Increment when generate.mjs changes its output.
const GENERATION = 2;
const stampFile = join(root, 'node_modules', '.cache', 'marquee', 'generated.json');

function filesBelow(folder, extension) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, extension);
      return entry.name.endsWith(extension) ? [path] : [];
    })
    .sort();
}

/** A hash over names and contents. */
export function contentHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = readFileSync(path);
    hash.update(`${path.slice(root.length)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Contracts and their generated code: `module` is the folder of the .proto files, `template` is buf's configuration. */
export function protoUnit(name, module, output, template) {
  const sources = filesBelow(resolve(root, module), '.proto');
  return {
    kind: 'proto',
    name,
    module,
    template,
    output: join(root, output),
    sources: [...sources, join(root, template)],
  };
}

function prismaUnits() {
  const services = join(root, 'services');
  if (!existsSync(services)) return [];
  return readdirSync(services)
    .map((service) => ({ service, schema: join(services, service, 'prisma', 'schema.prisma') }))
    .filter(({ schema }) => existsSync(schema))
    .map(({ service, schema }) => ({
      kind: 'prisma',
      name: `${service} database client`,
      folder: join(services, service),
      output: join(services, service, 'gen', 'prisma'),
      sources: [schema],
    }));
}

/** What the web app loads of its messages in each language. */
function wordsUnit() {
  const folder = join(root, 'web', 'app', 'language');
  const rules = join(root, 'packages', 'rules', 'src');
  const sources = [
    ...['es.po', 'fr.po'].map((name) => join(folder, name)),
    ...['countries.json', 'languages.json'].map((name) => join(rules, name)),
    join(root, 'scripts', 'messages.mjs'),
  ];
  return { kind: 'words', name: 'words of the web app', output: join(folder, 'generated'), sources };
}

/** The units that every command needs. Each has its sources and its output folder. */
function units() {
  return [
    protoUnit('contracts', 'proto', 'packages/contracts/gen', 'buf.gen.yaml'),
    wordsUnit(),
    ...prismaUnits(),
  ].filter(({ sources }) => sources.every((path) => existsSync(path)));
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

// The generators' own versions count as sources.
function toolVersions() {
  const versions = ['@bufbuild/protoc-gen-es', 'prisma', '@lingui/message-utils']
    .map((name) => {
      try {
        return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
      } catch {
        return 'absent';
      }
    })
    .join(' ');
  return `${versions} ${GENERATION}`;
}

/** The units whose sources or tools changed since they were generated, each with its new hash. */
export function staleUnits(among = units()) {
  const stamps = readStamps();
  const tools = toolVersions();
  return among
    .map((unit) => ({ ...unit, hash: `${tools} ${contentHash(unit.sources)}` }))
    .filter((unit) => stamps[unit.output.slice(root.length)] !== unit.hash || !existsSync(unit.output));
}

/** Records that a unit is up to date. */
export function markFresh(unit) {
  const stamps = { ...readStamps(), [unit.output.slice(root.length)]: unit.hash };
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify(stamps, null, 2)}\n`);
}
