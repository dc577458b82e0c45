// `share picture`: the CPU of drawing one Open Graph picture of text as PNG, by that of encoding the same pixels
// alone, in turns. Beside it are its wall time in the thread and how long the event loop was held meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { Resvg } from '@resvg/resvg-js';
import { type ShareContent, sharePictureComposer } from '../src/share-pictures/compose-picture.ts';
import { openFontFolder } from '../src/share-pictures/font-files.ts';
import { sharePictureDrawer } from '../src/share-pictures/share-picture-drawer.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30);
const BARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#100e0c"/></svg>';

const content: ShareContent = {
  kind: 'film',
  title: 'The Quiet of Long Rivers',
  line: 'Ana Souto · 2026',
};

const cpuMsOf = (work: () => unknown) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const folder = openFontFolder();
const { compose, fonts } = sharePictureComposer(folder.path);
const font = { loadSystemFonts: false, fontFiles: fonts.paths };
const ours = () => new Resvg(compose(content), { font }).render().asPng();
const bare = () => new Resvg(BARE, { font: { loadSystemFonts: false } }).render().asPng();
const [oursMs, bareMs]: [number[], number[]] = [[], []];
for (let round = -3; round < ROUNDS; round += 1) {
  const took = [cpuMsOf(ours), cpuMsOf(bare)] as const;
  if (round < 0) continue;
  oursMs.push(took[0]);
  bareMs.push(took[1]);
}
printFigure({ name: 'share picture', value: median(oursMs), unit: 'ms of CPU', baseline: median(bareMs), digits: 1 });
folder.remove();

const drawer = sharePictureDrawer();
await drawer.draw(content);
const held = monitorEventLoopDelay({ resolution: 5 });
held.enable();
const times: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const startedAt = performance.now();
  await drawer.draw(content);
  times.push(performance.now() - startedAt);
}
held.disable();
printFigure({ name: 'share picture time', value: median(times), unit: 'ms in the thread', digits: 1 });
printFigure({
  name: 'share picture delay',
  value: held.percentile(99) / 1e6,
  unit: 'ms of the event loop, p99',
  digits: 1,
});
await drawer.close();
