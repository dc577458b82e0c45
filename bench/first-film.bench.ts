// `first film`: time from `npm start` with an empty data folder to the first picture of a demo film in Chromium, for a
// viewer who is signed in; at most 120 s. In a clone that was never started it includes building the apps. `first film
// cpu` is the CPU of all processes of the site until then, which other load on the machine does not change.
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
import { printFigure } from '@marquee/runtime/bench/figure';
import { cpuSeconds } from '@marquee/runtime/bench/process-tree';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { chromium } from '@playwright/test';
import { startProduct, withFolder } from './instance-process.ts';

const DEMO_MS_MAX = 20 * 60_000;
const POLL_MS = 500;
const VIEWER = 'viewer@example.com';

type Owner = Awaited<ReturnType<typeof ownerOfFolder>>;
type Site = { url: string; session: string };

const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const say = (what: string) => console.error(`${what}: ${seconds().toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`);

/** Waits until the film that is made first can be played. */
async function firstPlayable(owner: Owner): Promise<string> {
  const [first] = watchableFirst(films);
  if (!first) throw new Error('the demo has no film');
  const giveUp = performance.now() + DEMO_MS_MAX;
  while (!(await isPlayable(owner.film, filmId(first)).catch(() => false))) {
    if (performance.now() > giveUp) throw new Error(`${first.key} could not be played in time`);
    await delay(POLL_MS);
  }
  return filmId(first);
}

async function unlock({ url, session }: Site, film: string): Promise<void> {
  const cookie = `${cookieNames(new URL(url)).session}=${session}`;
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: url, cookie };
  const body = JSON.stringify({ requestId: randomUUID(), filmId: film });
  const answer = await fetch(`${url}/rpc/film.v1.WatchService/UnlockFilm`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the film was not unlocked: ${answer.status} ${await answer.text()}`);
}

/** Opens the film's watch page, and returns when its first picture is on the screen. */
async function play({ url, session }: Site, film: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(DEMO_MS_MAX);
    await context.addCookies([{ name: cookieNames(new URL(url)).session, value: session, url }]);
    const page = await context.newPage();
    await page.addInitScript({ path: join(import.meta.dirname, 'watch-for-frame.js') });
    await page.goto(`${url}/feed/${film}/watch`, { waitUntil: 'commit' });
    await page.waitForFunction(() => (globalThis as unknown as { marks: { frame: number } }).marks.frame > 0);
  } finally {
    await browser.close();
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'product');
  const product = await startProduct(dataDir, { SEED: '1' });
  try {
    say('the first page');
    const owner = await ownerOfFolder(dataDir);
    try {
      const film = await firstPlayable(owner);
      say('the first film can be played');
      const viewer = people.find(({ email }) => email === VIEWER);
      const [session] = await importSessions(owner.identity, owner.sessionHashKey, [viewer?.id ?? ''], DEMO_MS_MAX);
      const site = { url: product.url, session: session?.token ?? '' };
      await unlock(site, film);
      await play(site, film);
      say('its first picture');
    } finally {
      await owner.close();
    }
    printFigure({ name: 'first film', value: seconds(), unit: 's' });
    printFigure({ name: 'first film cpu', value: cpuSeconds(product.pid), unit: 's' });
  } finally {
    await product.stop();
  }
});
