import type { Page } from '@playwright/test';
import { makeClip, makePicture } from '../support/clip.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';
import { decodedFrames, position, untilPlaying } from '../support/player.ts';
import { staff } from '../support/staff.ts';

const TITLE = 'The Ferryman of Lake Sorrow';
const FILM_SECONDS = 12;
const REVIEWS = ['It stays with you.', 'The lake is the lead.'];

test.describe.configure({ mode: 'serial' });

test('a film, from the maker’s disk to two people who watched and reviewed it [STU-01:journey STU-02:journey STU-03:journey STU-05:journey STU-06:journey STU-11:journey ADF-01:journey ADF-03:journey FLM-01:journey FLM-02:journey FLM-06:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  test.setTimeout(420_000);
  const film = await makeClip({ seconds: FILM_SECONDS, width: 960, height: 540 });
  const trailer = await makeClip({ seconds: 4, width: 320, height: 180, fps: 12 });
  const poster = await makePicture(320, 480);
  const still = await makePicture(640, 360);

  // The maker creates the film.
  const maker = await newPerson(url, { pro: true, firstName: 'Maya', lastName: 'Deren' });
  await signIn(context, url, maker.email);
  await page.goto(`${url}/content`);
  await expect(page.getByText('No films yet')).toBeVisible();
  await page.getByRole('link', { name: 'New film' }).click();
  await page.getByRole('button', { name: 'Create film' }).click();
  await expect(page.getByText('Please add a title.')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill(TITLE);
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
  await expect(page.getByText('Published, waiting for our staff.')).toBeVisible();

  // Staff approve it.
  const someone = await newPerson(url, { onboarded: true });
  await staff('add', someone.email);
  const office = await browser.newContext();
  await signIn(office, url, someone.email);
  const staffPage = await office.newPage();
  problems.watch(staffPage);
  await staffPage.goto(`${url}/superadmin/content?show=waiting`);
  await staffPage.getByRole('link', { name: TITLE }).click();
  await staffPage.getByRole('switch', { name: 'Approved' }).click();
  await expect(staffPage.getByRole('switch', { name: 'Approved' })).toBeChecked();
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
    await rate(seat, url, filmId, 5 - index, REVIEWS[index] ?? '');
    await lounge.close();
  }
  // Others see a new review within the five seconds that a public page may live.
  await expect(async () => {
    await page.goto(`${url}/feed/${filmId}/comments`);
    for (const review of REVIEWS) await expect(page.getByText(review)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('4.5').first()).toBeVisible();
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
  await seat.getByRole('button', { name: 'Watch free' }).click();
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
  await seat.getByLabel('Your review (optional)').fill(message);
  await seat.getByRole('button', { name: 'Save review' }).click();
  // Saved, and not only shown.
  await expect(seat.getByRole('button', { name: 'Change' })).toBeVisible();
  await seat.reload();
  await expect(seat.getByRole('button', { name: 'Change' })).toBeVisible();
  await expect(seat.getByText(message)).toBeVisible();
}
