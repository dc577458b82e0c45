// Connect's own conformance suite against the gateway's proxy and both gRPC adapters; JUnit in reports/conformance.xml.
// @requires go
// @inputs gateway/src/testing/conformance packages/runtime/src/testing/conformance proto
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generateConformanceContracts, suite as suiteModule } from './conformance-contracts.mjs';
import { root } from './generated.mjs';
import { writeJunit } from './junit.mjs';
import { findProgram } from './test-components.mjs';

const MODULE = `${suiteModule.module}/cmd/connectconformance@${suiteModule.version}`;
const cache = join(root, 'node_modules', '.cache', 'marquee');
const built = join(cache, 'connectconformance');
const node = join(root, 'node_modules', '.bin', 'node');
const adapters = 'packages/runtime/src/testing/conformance';

const runs = [
  {
    name: 'gateway proxy',
    mode: 'server',
    conf: 'gateway/src/testing/conformance/connect.yaml',
    program: 'gateway/src/testing/conformance/server.ts',
  },
  {
    name: 'serve()',
    mode: 'server',
    conf: `${adapters}/grpc.yaml`,
    program: `${adapters}/server.ts`,
    lists: `${adapters}/server`,
  },
  {
    name: 'grpcTransport()',
    mode: 'client',
    conf: `${adapters}/grpc.yaml`,
    program: `${adapters}/client.ts`,
    lists: `${adapters}/client`,
  },
];

/** The suite's program: an installed one, or one that Go builds here once. */
function installSuite() {
  const found = findProgram('connectconformance') ?? (existsSync(built) ? built : undefined);
  if (found) return found;
  const go = findProgram('go');
  if (!go) throw new Error('the conformance suite could not be built: Go is not installed');
  console.log(`Building ${MODULE}`);
  const { status } = spawnSync(go, ['install', MODULE], { env: { ...process.env, GOBIN: cache }, stdio: 'inherit' });
  if (status !== 0) throw new Error('the conformance suite could not be built; the output of Go is above');
  return built;
}

function argumentsOf({ mode, conf, program, lists }) {
  const known = lists
    ? ['--known-failing', `@${lists}-known-failing.txt`, '--known-flaky', `@${lists}-known-flaky.txt`]
    : [];
  return [
    '--mode',
    mode,
    '--vv',
    '--conf',
    conf,
    ...(mode === 'server' ? ['-p', '4'] : []),
    ...known,
    '--',
    node,
    '--no-warnings',
    program,
  ];
}

function execute(suite, run) {
  return new Promise((resolve, reject) => {
    const child = spawn(suite, argumentsOf(run), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

// One case per case of the suite. A known gap passes while it fails, and fails when it is closed.
function casesOf({ name }, { code, output }) {
  const lines = output.split('\n');
  const failures = new Map();
  const gaps = new Set();
  lines.forEach((line, index) => {
    const failed = /^FAILED: (.*?):?$/.exec(line);
    if (failed) {
      const why = [];
      for (let next = index + 1; lines[next]?.startsWith('\t'); next += 1) why.push(lines[next].trim());
      failures.set(failed[1], why.join('\n') || 'failed');
    }
    const gap = /^INFO: (.*?) failed \(as expected\)/.exec(line);
    if (gap) gaps.add(gap[1]);
  });
  const names = new Set([...output.matchAll(/Received response for "(.*?)"/g)].map((match) => match[1]));
  for (const failed of [...failures.keys(), ...gaps]) names.add(failed);
  const cases = [...names].sort().map((test) => ({
    name: `${name}: ${test}${gaps.has(test) ? ' (known gap of grpc-js)' : ''}`,
    ...(failures.has(test) && { failure: failures.get(test) }),
  }));
  const unexplained = code !== 0 && failures.size === 0;
  if (unexplained || cases.length === 0) cases.push({ name: `${name} runs`, failure: output.slice(-2000) });
  return { cases, failed: failures.size + Number(unexplained), gaps: gaps.size };
}

await generateConformanceContracts();
const suite = installSuite();
const all = [];
let failed = 0;
for (const run of runs) {
  const result = casesOf(run, await execute(suite, run));
  all.push(...result.cases);
  failed += result.failed;
  const passed = result.cases.length - result.failed - result.gaps;
  console.log(`${run.name}: ${passed} passed, ${result.failed} failed, ${result.gaps} known gaps of grpc-js`);
  for (const { name, failure } of result.cases)
    if (failure) console.log(`  ${name}\n    ${failure.replaceAll('\n', '\n    ')}`);
}
writeJunit(join(root, 'reports', 'conformance.xml'), 'conformance', all);
process.exitCode = failed > 0 ? 1 : 0;
