// `node scripts/install-crds.mjs`: downloads the custom resource definitions of the Prometheus Operator and KEDA into
// ~/.cache/marquee/crds, so that an API server can validate the chart's objects. Go downloads the modules that have them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crdFolder, findProgram } from './test-components.mjs';

const sources = {
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  ],
  'github.com/kedacore/keda/v2@v2.18.0': [
    'config/crd/bases/keda.sh_scaledobjects.yaml',
    'config/crd/bases/keda.sh_triggerauthentications.yaml',
  ],
};

function folderOf(go, module) {
  const { status, stdout, error } = spawnSync(go, ['mod', 'download', '-json', module], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error ?? status !== 0) throw new Error(`Go could not fetch ${module}`);
  return JSON.parse(stdout).Dir;
}

function install() {
  const go = findProgram('go');
  if (!go) throw new Error('Go downloads the definitions, and is not installed.');
  const whole = `${crdFolder}.new`;
  rmSync(whole, { recursive: true, force: true });
  mkdirSync(whole, { recursive: true });
  for (const [module, files] of Object.entries(sources)) {
    const folder = folderOf(go, module);
    for (const file of files) copyFileSync(join(folder, file), join(whole, basename(file)));
  }
  rmSync(crdFolder, { recursive: true, force: true });
  renameSync(whole, crdFolder);
}

const wanted = Object.values(sources).flat();
if (!wanted.every((file) => existsSync(join(crdFolder, basename(file))))) install();
console.log(`The definitions are in ${crdFolder}.`);
