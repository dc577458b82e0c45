import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeClip, makePicture } from '../support/clip.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';
import { decodedFrames, position, untilPlaying } from '../support/player.ts';
import { staff } from '../support/staff.ts';

const TITLE = 'The Ferryman of Lake Sorrow';
const FILM_SECONDS = 30;

test.describe.configure({ mode: 'serial' });

test('a film, from the maker’s disk to two people who watched and reviewed it [STU-01:journey STU-02:journey STU-03:upload STU-05 STU-06:journey STU-11:core ADF-01 ADF-03 FLM-01 FLM-02 FLM-06:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  test.setTimeout(420_000);
  const folder = await mkdtemp(join(tmpdir(), 'marquee-main-job-'));
  const film = await makeClip(join(folder, 'film.mp4'), { seconds: FILM_SECONDS });
  const trailer = await makeClip(join(folder, 'trailer.mp4'), { seconds: 6, width: 640, height: 360 });
  const poster = await makePicture(join(folder, 'poster.png'), 800, 1200);
  const still = await makePicture(join(folder, 'still.png'), 1280, 720);

  // The maker creates the film.
  const maker = await newPerson(url, { pro: true, firstName: 'Maya', lastName: 'Deren' });
  await signIn(context, url, maker.email);
  await page.goto(`${url}/content`);
  await expect(page.getByText('No films yet')).toBeVisible();
  await page.getByRole('link', { name: 'New film' }).click();
  await page.getByRole('button', { name: 'Create film' }).click();
  await expect(page.getByText('Please add a title.')).toBeVisible();
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Project type').selectOption('SHORT');
  await page
    .getByLabel('Log line')
    .fill('A ferryman carries the same passenger every night, and one night he does not.');
  await page.getByRole('button', { name: 'Create film' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}\/upload$/);
  const filmId = /content\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

  // All four files.
  for (const [slot, file] of [
    ['film', film],
    ['trailer', trailer],
    ['poster', poster],
    ['trailer image', still],
  ] as const) {
    await page.getByLabel(`Choose a file for the ${slot}`, { exact: true }).setInputFiles(file);
  }
  await expect(page.getByRole('region', { name: 'Poster' }).getByRole('img')).toBeVisible({ timeout: 60_000 });
  const filmSlot = page.getByRole('region', { name: 'Film', exact: true });
  await expect(filmSlot.getByText(/IN PROGRESS/)).toBeVisible({ timeout: 60_000 });
  await expect(filmSlot.getByText('COMPLETE')).toBeVisible({ timeout: 180_000 });
  await expect(page.getByRole('region', { name: 'Trailer', exact: true }).getByText('COMPLETE')).toBeVisible({
    timeout: 120_000,
  });

  // Publishing says what is missing.
  problems.expectProblem(/Failed to load resource|40[0-9]|412/);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Please choose a country.').first()).toBeVisible();
  await completeDetails(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The film is published.')).toBeVisible();
  await expect(page.getByText('Our staff have not approved it yet')).toBeVisible();

  // Staff approve it.
  const someone = await newPerson(url, { onboarded: true });
  await staff('add', someone.email);
  const office = await browser.newContext();
  await signIn(office, url, someone.email);
  const desk = await office.newPage();
  problems.watch(desk);
  await desk.goto(`${url}/superadmin/content?show=waiting`);
  await desk.getByRole('link', { name: TITLE }).click();
  await desk.getByRole('switch', { name: 'Approved' }).click();
  await expect(desk.getByRole('switch', { name: 'Approved' })).toBeChecked();
  await office.close();

  // Somebody else finds it on the home page and watches it.
  const viewers = [
    await newPerson(url, { onboarded: true, firstName: 'Ingrid' }),
    await newPerson(url, { onboarded: true, firstName: 'Toshiro' }),
  ];
  for (const [index, viewer] of viewers.entries()) {
    const lounge = await browser.newContext();
    await signIn(lounge, url, viewer.email);
    const seat = await lounge.newPage();
    problems.watch(seat);
    await findAndWatch(seat, url, filmId);
    await rate(seat, url, filmId, 5 - index, index === 0 ? 'It stays with you.' : '');
    await lounge.close();
  }
  await page.goto(`${url}/feed/${filmId}/comments`);
  await expect(page.getByText('It stays with you.')).toBeVisible();
  await expect(page.getByText('4.5').first()).toBeVisible();
  await rm(folder, { recursive: true, force: true });
});

async function completeDetails(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Details' }).click();
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Genres', 'Drama');
  await choose('Country', 'Japan');
  await choose('Original language', 'Japanese');
  await choose('Languages spoken', 'Japanese');
  await page.getByLabel('Release date').fill('2026-11-01');
  await page.getByLabel('Age rating').selectOption('PG');
  await page.getByLabel('Resolution').selectOption('720p');
  await page.getByLabel('Release type').selectOption('WATCH_NOW');
  await expect(page.getByText('Nothing is missing.')).toBeVisible({ timeout: 30_000 });
}

async function findAndWatch(seat: Page, url: string, filmId: string): Promise<void> {
  await seat.goto(url);
  await seat
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .click();
  await expect(seat.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  // A free film is unlocked and watched.
  await seat
    .getByRole('main')
    .getByRole('link', { name: /Watch/ })
    .or(seat.getByRole('main').getByRole('button', { name: /Watch|Unlock/ }))
    .first()
    .click();
  await expect(seat).toHaveURL(`${url}/feed/${filmId}/watch`);
  await untilPlaying(seat);
  const frames = await decodedFrames(seat);
  const from = await position(seat);
  await expect.poll(() => decodedFrames(seat), { timeout: 30_000 }).toBeGreaterThan(frames + 20);
  expect(await position(seat)).toBeGreaterThan(from);
}

async function rate(seat: Page, url: string, filmId: string, stars: number, message: string): Promise<void> {
  await seat.goto(`${url}/feed/${filmId}/comments`);
  await seat.getByRole('radio', { name: new RegExp(`^${stars} star`) }).check({ force: true });
  if (message) await seat.getByLabel('Review').fill(message);
  await seat
    .getByRole('button', { name: /Post|Save|Rate|Publish/ })
    .first()
    .click();
  await expect(seat.getByText(/Your review|Your rating/).first()).toBeVisible();
}
