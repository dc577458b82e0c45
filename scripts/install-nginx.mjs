// Builds the nginx that tests start into ~/.cache/marquee, unless it is there. The edge needs 1.27.3 or later, which
// resolves upstreams by name and which distributions often lack. Cargo downloads its source from crates.io. `--check` only
// reports by its exit code whether it is there.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, nginxProgram, nginxVersion } from './test-components.mjs';

const crate = { name: 'nginx-src', version: `=1.28.5+${nginxVersion}` };
const modules = ['--with-http_auth_request_module', '--with-http_stub_status_module', '--with-http_v2_module'];

function run(program, args, cwd, output = 'inherit') {
  const { status, error, stdout } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (error) throw new Error(`${program} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}\n${stdout ?? ''}`);
  return stdout;
}

/** The folder in which Cargo keeps the crate. */
function fetchSource(work) {
  const cargo = findProgram('cargo');
  if (!cargo) throw new Error('Cargo downloads the source of nginx, and is not installed.');
  const manifest = `[package]\nname = "nginx"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "none.rs"
[dependencies]\n${crate.name} = "${crate.version}"\n`;
  writeFileSync(join(work, 'Cargo.toml'), manifest);
  writeFileSync(join(work, 'none.rs'), '');
  const { packages } = JSON.parse(run(cargo, ['metadata', '--quiet', '--format-version', '1'], work, 'pipe'));
  const found = packages.find(({ name }) => name === crate.name);
  return join(dirname(found.manifest_path), 'nginx');
}

/** Builds in a temporary folder and moves the result when complete, so that an interrupted run leaves no partial one. */
function install() {
  mkdirSync(dirname(nginxProgram), { recursive: true });
  const work = mkdtempSync(join(dirname(nginxProgram), 'building-'));
  try {
    const source = join(work, 'source');
    cpSync(fetchSource(work), source, { recursive: true });
    run('sh', ['auto/configure', ...modules], source, 'pipe');
    run('make', ['-s', '-j2'], source, 'pipe');
    const built = join(work, 'nginx');
    copyFileSync(join(source, 'objs', 'nginx'), built);
    renameSync(built, nginxProgram);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (existsSync(nginxProgram)) console.log(`nginx ${nginxVersion} is there.`);
else if (process.argv.includes('--check')) process.exitCode = 1;
else {
  install();
  console.log(`nginx ${nginxVersion} was built.`);
}
