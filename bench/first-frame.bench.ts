// `first frame`: time from the press on Watch to the first picture of the film on the screen, in Chromium with an empty
// cache at 10 Mbit/s and 40 ms; the 95th percentile of the runs, at most 2 s. `first frame by address` starts when the
// watch page is opened by its address. BENCH_RUNS counts the runs, 10 by default. The baseline is a page with only a
// progressive video element. `first frame protected` is that by address once the film is encrypted, at most 1.2 times what
// it was before. Each kind of visit has a viewer of its own, within the limits on the calls of one account.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cookieNames } from '@marquee/gateway/cookies';
import { prepareSite } from '@marquee/load-tests/prepare-site';
import { ownerOfFolder } from '@marquee/load-tests/site-owner';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { followRequests } from '@marquee/testing/follow-requests';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startProduct, withFolder } from './instance-process.ts';
import { servePlainVideo } from './plain-video.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 10);
const FILM_SECONDS = 12;
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const run = promisify(execFile);

/** Makes a film as a maker would upload it: 720p at about 3 Mbit/s. */
async function makeClip(path: string): Promise<void> {
  const picture = `testsrc2=s=1280x720:r=24:d=${FILM_SECONDS},noise=alls=6:allf=t`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=220:r=48000:d=${FILM_SECONDS}`];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '3M', '-maxrate', '3M', '-bufsize', '3M'];
  const rest = ['-g', '48', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart', path];
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...video, ...rest], { maxBuffer: 1 << 24 });
}

/** Imports a film into a running instance, and signs its maker in and three viewers who have unlocked it. */
async function prepare(dataDir: string, url: string, clip: string) {
  const owner = await ownerOfFolder(dataDir);
  try {
    const { filmId, viewers, makers } = await prepareSite(owner, { viewers: 3, clip, say: console.error });
    const [pressing, direct, shielded] = await Promise.all(
      viewers.map(async ({ token }) => {
        const context = await signedIn(url, token);
        await call(context, url, 'film.v1.WatchService/UnlockFilm', { requestId: randomUUID(), filmId });
        const storageState = await context.storageState();
        await context.close();
        return { storageState };
      }),
    );
    if (!pressing || !direct || !shielded) throw new Error('a viewer is missing');
    return { filmId, pressing, direct, shielded, maker: await signedIn(url, makers[0]?.token) };
  } finally {
    await owner.close();
  }
}

async function signedIn(url: string, token = ''): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.addCookies([{ name: cookieNames(new URL(url)).session, value: token, url }]);
  return context;
}

async function call<T>({ request }: BrowserContext, url: string, method: string, data: object): Promise<T> {
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await request.post(`${url}/rpc/${method}`, { data, headers });
  if (!answer.ok()) throw new Error(`${method}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

type Known = { film: { assets: { kind: string; mediaId: string }[] } };

/** Encrypts the film, and waits until it is. */
async function protect(maker: BrowserContext, url: string, filmId: string): Promise<void> {
  const myFilm = () => call<Known>(maker, url, 'film.v1.StudioService/GetMyFilm', { filmId });
  const video = (await myFilm()).film.assets.find(({ kind }) => kind === 'ASSET_KIND_FILM_VIDEO');
  const request = { requestId: randomUUID(), assetId: video?.mediaId };
  await call(maker, url, 'media.v1.MediaService/StartProtection', request);
  const isProtected = async () => JSON.stringify(await myFilm()).includes('DRM_ENCODING_STATUS_COMPLETED');
  while (!(await isProtected())) await delay(500);
}

/** Set by watch-for-frame.js. */
type Marks = { pressed: number; frame: number };
type Visit = { context: BrowserContextOptions; url: string; press?: string };

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: CHROMIUM_FLAGS,
});

async function toFirstFrame({ context: options, url, press }: Visit): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', NETWORK);
    await page.addInitScript({ path: join(import.meta.dirname, 'watch-for-frame.js') });
    // The page of somebody who is signed in keeps a stream open: its network is never idle.
    const untilQuiet = followRequests(page);
    await page.goto(url, { waitUntil: 'commit' });
    if (press) await pressLink(page, press, untilQuiet);
    const marks = page.waitForFunction(() => {
      const { marks } = globalThis as unknown as { marks: Marks };
      return marks.frame > 0 ? marks : undefined;
    });
    await marks.catch(async (cause: unknown) => {
      throw new Error(`no frame; the page says: ${await page.locator('body').ariaSnapshot()}`, { cause });
    });
    const { pressed, frame } = (await (await marks).jsonValue()) as Marks;
    return frame - pressed;
  } finally {
    await context.close();
  }
}

async function pressLink(page: Page, name: string, untilQuiet: () => Promise<void>): Promise<void> {
  const link = page.getByRole('link', { name, exact: true });
  await link.waitFor();
  await untilQuiet();
  await link.click();
}

async function measure(visits: Record<string, Visit>): Promise<Record<string, number[]>> {
  const times = Object.fromEntries(Object.keys(visits).map((name) => [name, [] as number[]]));
  for (const visit of Object.values(visits)) await toFirstFrame(visit);
  for (let round = 0; round < RUNS; round += 1)
    for (const [name, visit] of Object.entries(visits)) times[name]?.push(await toFirstFrame(visit));
  return times;
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'product');
  const clip = join(folder, 'film.mp4');
  await makeClip(clip);
  // A fast preset: the encoder is not measured here.
  const product = await startProduct(dataDir, { X264_PRESET: 'ultrafast' });
  const plain = await servePlainVideo(clip);
  try {
    const viewers = await prepare(dataDir, product.url, clip);
    const { filmId, maker } = viewers;
    const page = `${product.url}/feed/${filmId}`;
    const times = await measure({
      'first frame': { context: viewers.pressing, url: page, press: 'Watch' },
      'first frame by address': { context: viewers.direct, url: `${page}/watch` },
      plain: { context: {}, url: plain.url },
    });
    for (const [name, all] of Object.entries(times)) {
      const ms = all.map((time) => Math.round(time)).join(', ');
      console.error(`${name}: ${ms} ms; load ${loadavg()[0]?.toFixed(1)}`);
    }
    const baseline = quantile(times.plain ?? [], 0.95);
    for (const name of ['first frame', 'first frame by address'])
      printFigure({ name, value: quantile(times[name] ?? [], 0.95), unit: 'ms, p95', baseline });
    await protect(maker, product.url, filmId);
    const { shielded = [] } = await measure({ shielded: { context: viewers.shielded, url: `${page}/watch` } });
    const clear = quantile(times['first frame by address'] ?? [], 0.95);
    printFigure({ name: 'first frame protected', value: quantile(shielded, 0.95), unit: 'ms, p95', baseline: clear });
  } finally {
    await browser.close();
    plain.close();
    await product.stop();
  }
});
