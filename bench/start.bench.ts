// `start`: time of a warm `npm start` (installed, generated, built, with a data folder) to the first page; at most 5 s. The
// baseline is the start of a bare server with a bare PostgreSQL; both are the median of several starts in turns. `start cpu`
// is the CPU of all processes until then, which other load on the machine does not change.
import { join } from 'node:path';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { type Instance, startBare, startProduct, withFolder } from './instance-process.ts';

const ROUNDS = 3;

type Cost = { wall: number; cpu: number };

async function startOnce(start: (dataDir: string) => Promise<Instance>, dataDir: string): Promise<Cost> {
  const instance = await start(dataDir);
  await instance.stop();
  return { wall: instance.startMs / 1000, cpu: instance.startCpuS };
}

const middle = (costs: Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what]));

await withFolder(async (folder) => {
  const [product, bare] = [join(folder, 'product'), join(folder, 'bare')];
  console.error(`the first start took ${(await startOnce(startProduct, product)).wall.toFixed(2)} s`);
  await startOnce(startBare, bare);
  const [ours, theirs]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await startOnce(startProduct, product));
    theirs.push(await startOnce(startBare, bare));
  }
  console.error(`starts in seconds: ${ours.map(({ wall }) => wall.toFixed(2)).join(', ')}`);
  printFigure({ name: 'start', value: middle(ours, 'wall'), unit: 's', baseline: middle(theirs, 'wall'), digits: 2 });
  printFigure({ name: 'start cpu', value: middle(ours, 'cpu'), unit: 's', baseline: middle(theirs, 'cpu'), digits: 2 });
});
