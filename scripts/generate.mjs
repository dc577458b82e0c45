// Generates the contracts (protobuf-es), the database clients (Prisma) and the words of the web app (Lingui), only where their sources changed.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { markFresh, root, staleUnits } from './generated.mjs';

const bin = join(root, 'node_modules', '.bin');
const lock = join(root, 'node_modules', '.cache', 'marquee', 'generate.lock');
const lockWaitMsMax = 120_000;

function run(command, args, options = {}) {
  const result = spawnSync(join(bin, command), args, {
    cwd: root,
    encoding: 'utf8',
    ...options,
    env: { ...process.env, ...options.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  if (result.status === 0) return;
  throw new Error(
    `${command} ${args.join(' ')} failed\n${result.error ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`,
  );
}

// Unchanged files are not rewritten, so that a running process or watcher never sees a partial folder.
function mirror(from, to) {
  mkdirSync(to, { recursive: true });
  const wanted = new Set(readdirSync(from));
  for (const name of readdirSync(to)) if (!wanted.has(name)) rmSync(join(to, name), { recursive: true });
  for (const name of wanted) {
    const source = join(from, name);
    const target = join(to, name);
    if (statSync(source).isDirectory()) mirror(source, target);
    else if (!existsSync(target) || !readFileSync(source).equals(readFileSync(target))) cpSync(source, target);
  }
}

function protoNames(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) return protoNames(folder, `${path}/`);
      return path.endsWith('_pb.js') ? [path.slice(0, -'_pb.js'.length)] : [];
    })
    .sort();
}

// One module with every contract, for code that handles all of them: the proxy, and the tests of access.
function writeAllFiles(folder) {
  const names = protoNames(folder).map((path) => ({ path, name: `file_${path.replaceAll('/', '_')}` }));
  const imports = names.map(({ path, name }) => `import { ${name} } from './${path}_pb.js';`);
  writeFileSync(
    join(folder, 'all_pb.js'),
    `${imports.join('\n')}\n\nexport const files = [${names.map(({ name }) => name).join(', ')}];\n`,
  );
  writeFileSync(join(folder, 'all_pb.d.ts'), `${typesOfAllFiles(folder, names)}\n`);
}

/** Each service by its own type, so that what answers for all of them is checked. */
function typesOfAllFiles(folder, names) {
  const services = names.flatMap(({ path }) =>
    [
      ...readFileSync(join(folder, `${path}_pb.d.ts`), 'utf8').matchAll(/^export declare const (\w+): GenService</gm),
    ].map(([, service]) => `typeof import('./${path}_pb.js').${service}`),
  );
  return [
    "import type { DescFile } from '@bufbuild/protobuf';",
    'export declare const files: DescFile[];',
    `export type AnyService = ${services.join(' | ') || 'never'};`,
  ].join('\n\n');
}

function generateProto(unit) {
  const scratch = mkdtempSync(join(tmpdir(), 'marquee-generate-'));
  try {
    run('buf', ['generate', unit.module, '--template', unit.template, '--output', scratch]);
    const generated = join(scratch, unit.output.slice(root.length));
    writeAllFiles(generated);
    mirror(generated, unit.output);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

// Prisma requires a schema engine here, and does not use it to generate.
function generatePrisma(unit) {
  run('prisma', ['generate', '--no-hints', '--schema', 'prisma/schema.prisma'], {
    cwd: unit.folder,
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
      DATABASE_URL: process.env.DATABASE_URL ?? 'postgresql://unused',
    },
  });
}

function holderIsAlive() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function withLock(work) {
  mkdirSync(join(lock, '..'), { recursive: true });
  const waitUntil = Date.now() + lockWaitMsMax;
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      // A holder that just made the folder has not written its id yet: give it a moment before calling it dead.
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (!holderIsAlive()) rmSync(lock, { recursive: true, force: true });
      if (Date.now() > waitUntil) throw new Error(`another generate has held ${lock} for over two minutes`);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Generates the stale ones of the given units, by default those that every command needs. */
export async function generate(among, log = console.log) {
  if (staleUnits(among).length === 0) return;
  await withLock(async () => {
    for (const unit of staleUnits(among)) {
      log(`Generating the ${unit.name}`);
      if (unit.kind === 'proto') generateProto(unit);
      else if (unit.kind === 'words') (await import('./messages.mjs')).compileCatalogues();
      else generatePrisma(unit);
      markFresh(unit);
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await generate();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
