// `memory`: the proportional set size of Node and PostgreSQL together, idle, 60 s after a warm start and the first page; at
// most 450 MB. The baseline is a bare server with a bare PostgreSQL of the same age. npm's own process, which only waits, is
// reported separately.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { printFigure } from '@marquee/runtime/bench/figure';
import { type ProcessMemory, processTree } from '@marquee/runtime/bench/process-tree';
import { isProduct, startBare, startProduct, withFolder } from './instance-process.ts';

const IDLE_MS = 60_000;

const megabytes = (processes: ProcessMemory[]) => processes.reduce((sum, { pssBytes }) => sum + pssBytes, 0) / 1e6;
const isPostgres = ({ command }: ProcessMemory) => command.includes('postgres');

await withFolder(async (folder) => {
  const dataDir = join(folder, 'product');
  await (await startProduct(dataDir)).stop();
  const product = await startProduct(dataDir);
  const bare = await startBare(join(folder, 'bare'));
  try {
    await delay(IDLE_MS);
    const all = processTree(product.pid);
    const [node, postgres] = [all.filter(isProduct), all.filter(isPostgres)];
    if (node.length !== 1 || postgres.length === 0) throw new Error('the processes of the product were not found');
    const baseline = megabytes(processTree(bare.pid));
    printFigure({ name: 'memory', value: megabytes([...node, ...postgres]), unit: 'MB', baseline });
    printFigure({ name: 'memory node', value: megabytes(node), unit: 'MB' });
    printFigure({ name: 'memory postgresql', value: megabytes(postgres), unit: 'MB' });
    const others = all.filter((one) => !isProduct(one) && !isPostgres(one));
    printFigure({ name: 'memory npm', value: megabytes(others), unit: 'MB' });
    console.error(`${all.length} processes; ${readFileSync('/proc/loadavg', 'utf8').trim()} load`);
  } finally {
    await product.stop();
    await bare.stop();
  }
});
