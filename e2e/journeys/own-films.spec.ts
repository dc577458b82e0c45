import { readFile } from 'node:fs/promises';
import { memberOf, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';

test('a film is kept for later, unlocked, written down with stars, and taken along as a file [FLM-11:journey] [FLM-14:journey]', async ({
  page,
  context,
  url,
  cast: { film },
}) => {
  const person = await newPerson(url, { onboarded: true });
  await signIn(context, url, person.email);

  await page.goto(`${url}/feed/${film}`);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const watchlist = page.getByRole('button', { name: 'Watchlist', exact: true });
  await watchlist.click();
  await expect(watchlist).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('is on your watchlist.')).toBeVisible();
  await page.goto(`${url}/watchlist`);
  await page.getByRole('button', { name: `Take ${title} off your watchlist` }).click();
  await expect(page.getByText('Your watchlist is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await unlock(await memberOf(url, person), url, film);
  await page.goto(`${url}/library`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await page.goto(`${url}/feed/${film}`);
  await page.getByRole('button', { name: 'I watched this' }).click();
  const dialog = page.getByRole('dialog', { name: 'I watched this' });
  await dialog.getByRole('radio', { name: '4 stars, Very good' }).check({ force: true });
  await dialog.getByLabel('Tags').fill('cinema, with friends');
  await dialog.getByRole('button', { name: 'Add to diary' }).click();
  await expect(page.getByText(`${title} is in your diary.`).first()).toBeVisible();

  await page.goto(`${url}/diary`);
  await expect(page.getByRole('img', { name: '4.0 out of 5' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date');
  expect(text).toMatch(/,4,,"cinema, with friends",\d{4}-\d{2}-\d{2}/);
});
