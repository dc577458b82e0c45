// `start`: a warm `npm start` (installed, generated, built, its folder made) to the first page; at most 5 s. Beside it
// the start of a bare server with a bare PostgreSQL. The middle of several, in turns.
import { join } from 'node:path';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { type Instance, startBare, startProduct, withFolder } from './instance-process.ts';

const ROUNDS = 3;

async function secondsToPage(start: (dataDir: string) => Promise<Instance>, dataDir: string): Promise<number> {
  const instance = await start(dataDir);
  await instance.stop();
  return instance.startMs / 1000;
}

await withFolder(async (folder) => {
  const [product, bare] = [join(folder, 'product'), join(folder, 'bare')];
  console.error(`the first start took ${(await secondsToPage(startProduct, product)).toFixed(2)} s`);
  await secondsToPage(startBare, bare);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await secondsToPage(startProduct, product));
    theirs.push(await secondsToPage(startBare, bare));
  }
  console.error(`starts in seconds: ${ours.map((seconds) => seconds.toFixed(2)).join(', ')}`);
  printFigure({ name: 'start', value: median(ours), unit: 's', baseline: median(theirs), digits: 2 });
});
