// The contracts of Connect's conformance suite are the suite's own: they are read from its Go module, never kept here.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { protoUnit, root } from './generated.mjs';
import { findProgram } from './test-components.mjs';

export const suite = { module: 'connectrpc.com/conformance', version: 'v1.0.6' };
const folder = 'packages/runtime/src/testing/conformance';

function download(go) {
  const args = ['mod', 'download', '-json', `${suite.module}@${suite.version}`];
  const { status, stdout, stderr } = spawnSync(go, args, { cwd: join(root, folder), encoding: 'utf8' });
  if (status !== 0) throw new Error(`the conformance suite could not be downloaded: ${stdout}${stderr}`);
  return JSON.parse(stdout).Dir;
}

/** Generates what the conformance servers and the client import; asks for Go. */
export async function generateConformanceContracts() {
  const go = findProgram('go');
  if (!go) throw new Error('the contracts of the conformance suite come by Go, which is not installed');
  const module = join(download(go), 'proto');
  await generate([protoUnit('conformance contracts', module, `${folder}/gen`, `${folder}/buf.gen.yaml`)]);
}
