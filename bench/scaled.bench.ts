// `scaled pages`, `scaled heartbeats`: pages and heartbeats per second of scaled against embedded, by the clock, in turns on
// one machine that also runs all components of both. Pages come from the micro-cache, as visitors get them, and are also
// measured rendered each time; heartbeats are those of many viewers through the gateway.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importPlaybacks } from '@marquee/film/seed/import-playbacks';
import { cookieNames } from '@marquee/gateway/cookies';
import { prepareSite } from '@marquee/load-tests/prepare-site';
import { ownerOfFolder } from '@marquee/load-tests/site-owner';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { type Ask, type HttpLoad, httpLoad } from './http-load.ts';
import { startProduct, withFolder } from './instance-process.ts';
import { startScaled } from './scaled-instance.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_S = 5;
const WARM_UP_S = 5;
/** An account may send 60 heartbeats a minute. */
const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 1_500);
const FILM_SECONDS = 8;

type Site = { load: HttpLoad; asks: Record<'pages' | 'pages uncached' | 'heartbeats', () => Ask> };
type Owner = Parameters<typeof prepareSite>[0];

async function openSite(url: string, owner: Owner): Promise<Site> {
  const say = (line: string) => console.error(`${url}: ${line}`);
  const { filmId, viewers } = await prepareSite(owner, { viewers: VIEWERS, seconds: FILM_SECONDS, say });
  const playbacks = await importPlaybacks(owner.film, filmId, viewers);
  const names = cookieNames(new URL(url));
  const path = `/feed/${filmId}`;
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const page = { method: 'GET', path, headers: browser } as const;
  const fresh = { method: 'GET', path, headers: { ...browser, cookie: `${names.fresh}=1` } } as const;
  const beats = playbacks.map(({ id }, index) => ({
    method: 'POST' as const,
    path: '/rpc/film.v1.WatchService/Heartbeat',
    headers: {
      ...browser,
      cookie: `${names.session}=${viewers[index]?.token}`,
      origin: url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ playbackSessionId: id, positionMs: 1_000, playedMs: 1_000 }),
  }));
  let beat = 0;
  const heartbeat = () => beats[beat++ % beats.length] as Ask;
  return { load: httpLoad(url), asks: { pages: () => page, 'pages uncached': () => fresh, heartbeats: heartbeat } };
}

async function compare(what: keyof Site['asks'], scaled: Site, embedded: Site): Promise<void> {
  const measure = (site: Site, seconds: number) => site.load.perSecond(site.asks[what], seconds);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (const site of [scaled, embedded]) await measure(site, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measure(scaled, ROUND_S));
    theirs.push(await measure(embedded, ROUND_S));
  }
  const shown = (all: number[]) => all.map((value) => Math.round(value)).join(', ');
  console.error(`${what}: scaled ${shown(ours)}; embedded ${shown(theirs)}`);
  const name = `scaled ${what}`;
  printFigure({ name, value: median(ours), unit: `${what.split(' ')[0]}/s`, baseline: median(theirs) });
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'product');
  const product = await startProduct(dataDir, { X264_PRESET: 'ultrafast' });
  const owner = await ownerOfFolder(dataDir);
  const dir = join(folder, 'scaled');
  await mkdir(dir);
  const scaled = await startScaled(dir).catch(async (error) => {
    await product.stop();
    throw error;
  });
  try {
    const [ours, theirs] = [await openSite(scaled.site.url, scaled.owner), await openSite(product.url, owner)];
    const chosen = process.argv.slice(2).join(' ');
    for (const what of ['pages', 'pages uncached', 'heartbeats'] as const)
      if (chosen === '' || `scaled ${what}`.startsWith(chosen)) await compare(what, ours, theirs);
    for (const site of [ours, theirs]) site.load.close();
  } finally {
    await owner.close();
    await scaled.stop();
    await product.stop();
  }
});
