// `node scripts/install-go-program.mjs NAME …`: builds programs that tests start into ~/.cache/marquee/bin with Go, unless
// they are there.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, marqueeBin } from './test-components.mjs';

const FLAGS = ['-ldflags=-s -w'];

const sources = {
  'compose-go': { module: 'github.com/compose-spec/compose-go/v2@v2.16.2', folder: './cmd' },
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
  k6: 'go.k6.io/k6@v1.8.1',
  // Without service discovery in clouds, which takes minutes to compile.
  promtool: {
    module: 'github.com/prometheus/prometheus@v0.315.0',
    folder: './cmd/promtool',
    flags: ['-tags=remove_all_sd'],
  },
  'stripe-mock': 'github.com/stripe/stripe-mock@v0.203.0',
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
};

function install(name) {
  const source = sources[name];
  if (!source) throw new Error(`${name} is none of ${Object.keys(sources).join(', ')}`);
  const go = findProgram('go');
  if (!go) throw new Error(`${name} is built by Go, which is not installed.`);
  mkdirSync(marqueeBin, { recursive: true });
  // Go moves a program there when it is complete.
  if (typeof source === 'string') {
    run(name, go, ['install', ...FLAGS, source]);
    return;
  }
  const folder = sourceFolder(name, go, source.module);
  const flags = [...FLAGS, ...(source.flags ?? [])];
  run(name, go, ['build', '-C', folder, ...flags, '-o', join(marqueeBin, name), source.folder]);
}

/** A module with `replace` directives can only be built in its own folder. */
function sourceFolder(name, go, module) {
  return JSON.parse(run(name, go, ['mod', 'download', '-json', module], 'pipe')).Dir;
}

function run(name, go, args, output = 'inherit') {
  const env = { ...process.env, GOBIN: marqueeBin, GOWORK: 'off', CGO_ENABLED: '0' };
  const { status, error, stdout } = spawnSync(go, args, {
    stdio: ['ignore', output, 'inherit'],
    env,
    encoding: 'utf8',
  });
  if (error) throw new Error(`Go could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`Go could not build ${name}: exit code ${status}`);
  return stdout;
}

for (const name of process.argv.slice(2)) {
  const known = findProgram(name);
  if (!known) install(name);
  console.log(known ? `${name} is there: ${known}` : `${name} was built.`);
}
