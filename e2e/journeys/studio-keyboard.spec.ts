import type { Locator, Page } from '@playwright/test';
import { FILM_TITLE } from '../support/cast.ts';
import { makePicture } from '../support/clip.ts';
import { createFilm } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

/** Presses Tab until this has the focus, as somebody does who has no mouse. */
async function tabTo(page: Page, role: 'link' | 'button' | 'menuitem', name: string | RegExp): Promise<void> {
  await tabToThe(page, page.getByRole(role, { name }), name);
}

async function tabToThe(page: Page, wanted: Locator, name: string | RegExp): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('a maker takes a film down and publishes it again by keyboard alone, from the list of films [STU-01:keyboard]', async ({
  page,
  context,
  url,
  cast,
  problems,
}) => {
  problems.watch(page);
  await signIn(context, url, cast.maker.email);
  await page.goto(`${url}/`);
  await tabTo(page, 'link', 'Studio');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Content' })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(FILM_TITLE) });
  await expect(row).toContainText('Published for everybody.');

  const chooseFromMenu = async (action: string) => {
    await tabTo(page, 'button', `Actions for “${FILM_TITLE}”`);
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: action, exact: true });
    await expect(item).toBeVisible();
    for (let presses = 0; presses < 6 && !(await item.evaluate((one) => one === document.activeElement)); presses += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await chooseFromMenu('Unpublish');
  await expect(row).toContainText('NOT PUBLISHED');
  await expect(row).toContainText('Approved, and taken down');
  await chooseFromMenu('Publish');
  await expect(row).toContainText('Published for everybody.');
});

test('a visitor finds a film and goes to sign in for it by keyboard alone', async ({ page, url, cast }) => {
  await page.goto(`${url}/`);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type(FILM_TITLE);
  await tabToThe(page, page.getByRole('main').locator(`a[href="/feed/${cast.film}"]`).first(), FILM_TITLE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: FILM_TITLE })).toBeVisible();
  await tabTo(page, 'link', 'Sign in to watch');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Email or phone');
  await tabToThe(page, field, 'Email or phone');
  await page.keyboard.type('ada@example.com');
  await expect(field).toHaveValue('ada@example.com');
});

test('a maker opens the chooser of a file by keyboard alone, and the file is sent', async ({
  page,
  context,
  url,
  cast,
}) => {
  const filmId = await createFilm(cast.maker, url, 'Sent by keyboard');
  await signIn(context, url, cast.maker.email);
  await page.goto(`${url}/content/${filmId}/upload`);
  await tabToThe(page, page.getByLabel('Choose a file for the poster'), 'Choose a file for the poster');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await makePicture(320, 480));
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
});
