import { violations } from '../support/axe.ts';
import { makePicture } from '../support/clip.ts';
import { createFilm, newMaker } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

test('a designer without an account uploads a poster by a link, and the maker uses it [STU-11:partner]', async ({
  page,
  context,
  browser,
  url,
  problems,
}) => {
  problems.watch(page);
  const maker = await newMaker(url);
  const filmId = await createFilm(maker, url, 'Salt');
  await signIn(context, url, maker.email);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/content/${filmId}/upload`);
  await page.getByRole('button', { name: 'New upload link' }).click();
  await page.getByLabel('Who gets it').fill('Studio Ocho');
  await page.getByLabel('What they upload').selectOption('Poster');
  await page.getByRole('button', { name: 'Make and copy the link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const elsewhere = await browser.newContext();
  const designer = await elsewhere.newPage();
  problems.watch(designer);
  await designer.goto(link);
  await expect(designer.getByRole('heading', { name: 'Upload the poster' })).toBeVisible();
  await designer.getByLabel('Choose a file').setInputFiles(await makePicture(320, 480));
  await expect(designer.getByText('Received and checked. The filmmaker can use it now.')).toBeVisible();
  expect(await violations(designer)).toEqual([]);
  await designer.reload();
  await expect(designer.getByText('Received and checked. The filmmaker can use it now.')).toBeVisible();

  await page.reload();
  const slot = page.getByRole('region', { name: 'Poster', exact: true });
  await slot.getByRole('button', { name: 'Use this file' }).click();
  await expect(slot.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw the link' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await designer.reload();
  await expect(designer.getByText('This upload link has expired or was withdrawn.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await elsewhere.close();
});
