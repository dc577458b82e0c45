// `page load`: home, film and watch page of the demo in Chromium, at 390 px and with an empty cache, on Slow 4G and on
// 10 Mbit/s. Of each the time to the largest paint (at three quarters of the runs), the layout shift (the worst run), and
// the scripts that came before that paint; at 820 and 1440 px the layout shift alone. BENCH_RUNS counts the runs, 5 by
// default. BENCH_DATA_DIR names the folder of a stopped site that has the demo already.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { films } from '@marquee/demo/catalogue/catalogue';
import { people } from '@marquee/demo/catalogue/people';
import { filmId } from '@marquee/demo/import-shapes';
import { watchableFirst } from '@marquee/demo/seed';
import { isPlayable } from '@marquee/film/seed/import-film';
import { cookieNames } from '@marquee/gateway/cookies';
import { importSessions } from '@marquee/identity/seed/import-sessions';
import { ownerOfFolder } from '@marquee/load-tests/site-owner';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startProduct, withFolder } from './instance-process.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** A page with hundreds of kilobytes takes long on a slow line. */
const LOAD_MS_MAX = 180_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** Screens on which only the layout shift is measured. */
const WIDER = {
  '820 px': { viewport: { width: 820, height: 1180 } },
  '1440 px': { viewport: { width: 1440, height: 900 } },
};
const mbit = (perSecond: number) => (perSecond * 1e6) / 8;
/** Slow 4G is what Chromium's developer tools mean by it. */
const NETWORKS = {
  'slow 4g': { latency: 562, downloadThroughput: mbit(1.44), uploadThroughput: mbit(0.675) },
  '10 mbit': { latency: 40, downloadThroughput: mbit(10), uploadThroughput: mbit(10) },
};
const DEMO_MS_MAX = 20 * 60_000;
const POLL_MS = 1_000;
const VIEWER = 'viewer@example.com';

type Site = { url: string; filmId: string; session: string };
/** Set by watch-for-paint.js. */
type Paint = { largestMs: number; largest: string; shift: number; shifted: string[]; frameMs: number };
type Resource = { name: string; responseEnd: number; encodedBodySize: number };
type Load = Paint & { scripts: number; scriptBytes: number; allScripts: number };

/** Waits until the pages of all demo films are there and the first film can be watched; signs its viewer in. */
async function prepare(dataDir: string, url: string): Promise<Site> {
  const [first] = watchableFirst(films);
  const viewer = people.find(({ email }) => email === VIEWER);
  if (!first || !viewer) throw new Error(`the demo has no film, or no ${VIEWER}`);
  const owner = await ownerOfFolder(dataDir);
  const giveUp = performance.now() + DEMO_MS_MAX;
  try {
    while (!(await isPlayable(owner.film, filmId(first)).catch(() => false))) {
      if (performance.now() > giveUp) throw new Error(`${first.key} could not be watched in time`);
      await delay(POLL_MS);
    }
    const [session] = await importSessions(owner.identity, owner.sessionHashKey, [viewer.id], DEMO_MS_MAX);
    const site = { url, filmId: filmId(first), session: session?.token ?? '' };
    await unlock(site);
    return site;
  } finally {
    await owner.close();
  }
}

async function unlock({ url, filmId, session }: Site): Promise<void> {
  const answer = await fetch(`${url}/rpc/film.v1.WatchService/UnlockFilm`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      origin: url,
      cookie: `${cookieNames(new URL(url)).session}=${session}`,
    },
    body: JSON.stringify({ requestId: randomUUID(), filmId }),
  });
  if (!answer.ok) throw new Error(`the film was not unlocked: ${answer.status} ${await answer.text()}`);
}

type Visit = { site: Site; path: string; network: keyof typeof NETWORKS; screen?: BrowserContextOptions };

/** In a browser of its own: one whose throttled page was closed has hung at the next. */
async function load({ site, path, network, screen = PHONE }: Visit): Promise<Load> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext(screen);
    const { url, session } = site;
    if (path.endsWith('/watch'))
      await context.addCookies([{ name: cookieNames(new URL(url)).session, value: session, url }]);
    context.setDefaultTimeout(LOAD_MS_MAX);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', { offline: false, ...NETWORKS[network] });
    await page.addInitScript({ path: join(import.meta.dirname, 'watch-for-paint.js') });
    await page.goto(url + path, { waitUntil: 'load' });
    await untilQuiet(page, path);
    return await page.evaluate(readLoad);
  } finally {
    await browser.close();
  }
}

/** Until what the page shows at first has come: the film itself, or all that it has asked for. */
async function untilQuiet(page: Page, path: string): Promise<void> {
  if (path.endsWith('/watch'))
    await page.waitForFunction(() => (globalThis as unknown as { paint: Paint }).paint.frameMs > 0);
  else await page.waitForLoadState('networkidle');
}

/** Runs in the page. */
function readLoad(): Load {
  const { paint } = globalThis as unknown as { paint: Paint };
  const all = performance.getEntriesByType('resource') as unknown as Resource[];
  const scripts = all.filter(({ name }) => /\.js$/.test(new URL(name).pathname));
  const before = scripts.filter(({ responseEnd }) => responseEnd <= paint.largestMs);
  const bytes = before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { ...paint, scripts: before.length, scriptBytes: bytes, allScripts: scripts.length };
}

function print(name: string, loads: readonly Load[]): void {
  const ofAll = (what: 'largestMs' | 'shift' | 'scripts' | 'scriptBytes' | 'frameMs' | 'allScripts', share: number) =>
    quantile(
      loads.map((one) => one[what]),
      share,
    );
  const figure = (what: string, value: number, unit: string, digits = 0) =>
    printFigure({ name: `page load ${name} ${what}`, value, unit, digits });
  figure('lcp', ofAll('largestMs', 0.75), 'ms, p75');
  figure('cls', ofAll('shift', 1), 'at most', 3);
  figure('scripts', ofAll('scripts', 0.75), `files before it, of ${ofAll('allScripts', 1)}`);
  figure('script bytes', ofAll('scriptBytes', 0.75), 'bytes before it');
  if (ofAll('frameMs', 0) > 0) figure('first frame', ofAll('frameMs', 0.75), 'ms, p75');
}

async function measure(site: Site): Promise<void> {
  const paths = { home: '/', film: `/feed/${site.filmId}`, watch: `/feed/${site.filmId}/watch` };
  for (const [name, path] of Object.entries(paths)) {
    for (const network of Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]) {
      const loads: Load[] = [];
      // The first run only warms the server.
      for (let run = 0; run <= RUNS; run += 1) loads.push(await load({ site, path, network }));
      const counted = loads.slice(1);
      for (const { largestMs, largest, shift, shifted, frameMs } of counted)
        console.error(JSON.stringify({ name, network, largestMs, largest, shift, shifted, frameMs }));
      console.error(`load ${loadavg()[0]?.toFixed(1)}`);
      print(`${name} ${network}`, counted);
    }
  }
}

/** Of every page that changes after it is first shown. */
async function measureShifts(site: Site): Promise<void> {
  const paths = { home: '/', film: `/feed/${site.filmId}`, reviews: `/feed/${site.filmId}/comments` };
  for (const [width, screen] of Object.entries(WIDER)) {
    for (const [name, path] of Object.entries(paths)) {
      const shifts: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const { shift, shifted } = await load({ site, path, network: '10 mbit', screen });
        if (shift > 0) console.error(JSON.stringify({ name, width, shift, shifted }));
        shifts.push(shift);
      }
      printFigure({ name: `page load ${name} ${width} cls`, value: quantile(shifts, 1), unit: 'at most', digits: 3 });
    }
  }
}

await withFolder(async (folder) => {
  const dataDir = process.env.BENCH_DATA_DIR ?? join(folder, 'product');
  const demo = await startProduct(dataDir, { SEED: '1' });
  const site = await prepare(dataDir, demo.url).finally(() => demo.stop());
  // Without the demo's own work beside it.
  const product = await startProduct(dataDir);
  try {
    await measure({ ...site, url: product.url });
    await measureShifts({ ...site, url: product.url });
  } finally {
    await product.stop();
  }
});
