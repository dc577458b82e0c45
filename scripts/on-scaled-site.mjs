// What is tried on one scaled site, whose address is in MARQUEE_URL:
// `node scripts/on-scaled-site.mjs journeys load quiet`. faults/main.ts starts it on its own site before anything fails
// there. Each writes its report under reports/. `quiet` waits until the faults may begin to measure.
// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './generated.mjs';
import { untilQuiet } from './until-quiet.mjs';

const node = join(root, 'node_modules', '.bin', 'node');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const report = (name) => join(root, 'reports', `${name}.xml`);

const commands = {
  // The main job and a suspension once more, against separate processes on real components.
  journeys: {
    args: [playwright, 'test', '-c', join(root, 'e2e', 'playwright.config.ts'), 'main-job', 'suspension'],
    env: { E2E_REPORT: report('scaled') },
  },
  // The load tests in small, with their promises.
  load: { args: [join(root, 'scripts', 'load-profile.mjs'), report('load')], env: {} },
};

for (const name of process.argv.slice(2)) {
  if (name === 'quiet') {
    await untilQuiet();
    continue;
  }
  console.log(`\n=== ${name} on the scaled site`);
  const { args, env } = commands[name];
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exitCode = 1;
}
