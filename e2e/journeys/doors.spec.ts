import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { newEvent } from '../support/festivals.ts';
import type { Member } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { notePages } from '../support/pages.ts';
import { PHONE } from '../support/sizes.ts';

const run = promisify(execFile);

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' });
test.beforeEach(({ problems }) =>
  problems.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of 403/),
);

const signIn = async (context: BrowserContext, { api }: Member) =>
  context.addCookies((await api.storageState()).cookies);

/** Makes the device of a page a door; waits until it needs no network any more. */
async function openDoor(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/scan`);
  await page.getByLabel('Name of this device').fill(name);
  await page.getByRole('button', { name: 'Use this device as a door' }).click();
  await expect(page.getByText('This page opens without a connection.')).toBeVisible();
}

const verdict = (page: Page, is: string) => page.locator(`[data-verdict="${is}"]`);

/** Types a code, as a reader does that is a keyboard. */
async function scan(page: Page, code: string, is: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Code').press('Enter');
  await expect(verdict(page, is)).toBeVisible();
}

test('doors decide without a network, through a reload, and two that were offline learn of each other [TIC-07:journey] [FES-11]', async ({
  browser,
  problems,
  url,
}, info) => {
  const { director, festivalId, eventId, ticket } = await newEvent(url);
  const [first, second, foreign] = [await ticket(), await ticket(), await (await newEvent(url)).ticket()];
  const phone = async (name: string) => {
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', serviceWorkers: 'allow' });
    const page = await context.newPage();
    problems.watch(page);
    await signIn(context, director);
    await openDoor(page, url, name);
    // The device is a door by itself: who set it up leaves.
    await context.clearCookies();
    return { context, page };
  };
  const [main, side] = [await phone('Main entrance'), await phone('Side entrance')];
  await main.page.screenshot({ path: info.outputPath('door-390.png'), fullPage: true });

  for (const { context } of [main, side]) await context.setOffline(true);
  await scan(main.page, first.code, 'ADMITTED');
  expect(await violations(main.page)).toEqual([]);
  await main.page.screenshot({ path: info.outputPath('admitted-390.png'), fullPage: true });
  await scan(main.page, first.code, 'ALREADY_IN');
  await main.page.screenshot({ path: info.outputPath('already-in-390.png'), fullPage: true });
  await scan(main.page, foreign.code, 'OTHER_EVENT');
  await scan(main.page, 'hello', 'NOT_A_TICKET');
  await scan(main.page, `${first.code.slice(0, 60)}AAAA${first.code.slice(64)}`, 'FORGED');
  await main.page.screenshot({ path: info.outputPath('forged-390.png'), fullPage: true });
  await scan(side.page, first.code, 'ADMITTED');
  await scan(side.page, second.code, 'ADMITTED');

  await main.page.reload();
  await expect(main.page.getByText('1 scan waits to be sent.', { exact: false })).toBeVisible();
  await expect(main.page.getByText('This page opens without a connection.')).toBeVisible();
  await scan(main.page, first.code, 'ALREADY_IN');
  await expect(main.page.getByText('The door works on, and tells the others later.', { exact: false })).toBeVisible();

  for (const { context } of [main, side]) await context.setOffline(false);
  for (const { page } of [main, side]) {
    await expect(page.getByRole('heading', { name: 'One ticket was let in twice' })).toBeVisible();
    await expect(page.getByText('2 of 2 in')).toBeVisible();
  }
  await scan(main.page, second.code, 'ALREADY_IN');
  await expect(main.page.getByText(/by Side entrance/)).toBeVisible();
  await main.page.screenshot({ path: info.outputPath('conflict-390.png'), fullPage: true });

  const desk = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  problems.watch(desk);
  await signIn(desk.context(), director);
  await desk.goto(`${url}/user/orgs/${festivalId}/events/${eventId}/doors`);
  await expect(desk.getByText('2 of 2 in')).toBeVisible();
  await desk.screenshot({ path: info.outputPath('desk-1440.png'), fullPage: true });
  expect(await violations(desk)).toEqual([]);
  const third = await ticket();
  await scan(side.page, third.code, 'ADMITTED');
  // By a signal: nobody has reloaded.
  await expect(desk.getByText('3 of 3 in')).toBeVisible();

  await desk
    .getByRole('listitem')
    .filter({ hasText: 'Main entrance' })
    .getByRole('button', { name: 'Shut out' })
    .first()
    .click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Shut out' }).click();
  await expect(desk.getByText('What it scanned before stays.', { exact: false })).toBeVisible();
  await desk.setViewportSize(PHONE);
  await desk.screenshot({ path: info.outputPath('desk-390.png'), fullPage: true });
  await expect(main.page.getByText('This device was shut out by the team.', { exact: false })).toBeVisible();
  await main.page.screenshot({ path: info.outputPath('shut-out-390.png'), fullPage: true });
});

test('a door reads a ticket with its camera [TIC-07:camera]', async ({ page, url }, info) => {
  const { director, ticket } = await newEvent(url);
  const { eventId, userTicketId } = await ticket();
  await signIn(page.context(), director);
  const allowed = async (path: string) => (await page.request.get(url + path)).headers()['permissions-policy'];
  expect(await allowed('/scan')).toContain('camera=(self)');
  expect(await allowed('/festivals')).toContain('camera=()');
  await page.goto(`${url}/events/${eventId}/tickets/${userTicketId}`);
  const picture = join(tmpdir(), `marquee-ticket-${randomUUID()}.png`);
  const film = picture.replace(/png$/, 'mjpeg');
  await page.getByRole('img', { name: 'QR code of your ticket' }).screenshot({ path: picture });
  const padded = 'scale=420:420,pad=640:480:110:30:white,format=yuvj420p';
  await run('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-loop', '1', '-i', picture, '-t', '2', '-r', '10'],
    ...['-vf', padded, '-q:v', '2', '-f', 'mjpeg', film],
  ]);
  const withCamera = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...CHROMIUM_FLAGS,
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  notePages(withCamera);
  try {
    const context = await withCamera.newContext({ viewport: PHONE, permissions: ['camera'] });
    await signIn(context, director);
    const door = await context.newPage();
    await openDoor(door, url, 'Phone with a camera');
    await door.getByRole('button', { name: 'Start the camera' }).click();
    await expect(verdict(door, 'ADMITTED')).toBeVisible();
    await door.screenshot({ path: info.outputPath('camera-390.png') });
    // The code stays in view: that is no second scan.
    await expect(door.getByText('1 of 1 in')).toBeVisible();
    await expect(verdict(door, 'ADMITTED')).toBeVisible();
  } finally {
    await withCamera.close();
    await Promise.all([picture, film].map((path) => rm(path, { force: true })));
  }
});
