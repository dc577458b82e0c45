import { readFile } from 'node:fs/promises';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { chromium } from '@playwright/test';

// Draws as a graphics card does. Without one Chromium rounds BT.709's blue to a coefficient that is 5% too small.
const EXACT_DRAWING = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const FLAGS = [...CHROMIUM_FLAGS.filter((flag) => flag !== '--disable-gpu'), ...EXACT_DRAWING];

type Place = { x: number; y: number };

/** A browser that tells which colours a viewer sees. */
export async function openEyes() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage();
  return {
    /** Red, green and blue at these places of the first frame of an MP4 file. */
    async colours(path: string, places: readonly Place[]): Promise<number[][]> {
      const source = `data:video/mp4;base64,${(await readFile(path)).toString('base64')}`;
      return page.evaluate(`(${lookAt})(${JSON.stringify({ source, places })})`);
    },
    close: () => browser.close(),
  };
}
export type Eyes = Awaited<ReturnType<typeof openEyes>>;

// Runs in the page.
const lookAt = `async ({ source, places }) => {
  const video = document.createElement('video');
  await new Promise((resolve, reject) => {
    video.requestVideoFrameCallback(resolve);
    video.onerror = () => reject(new Error(video.error.message));
    video.muted = true;
    video.src = source;
    document.body.replaceChildren(video);
  });
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  return places.map(({ x, y }) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
}`;
