import type { Page } from '@playwright/test';
import { FILM_TITLE } from '../support/cast.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

/** Presses Tab until this has the focus, as somebody does who has no mouse. */
async function tabTo(page: Page, role: 'link' | 'button' | 'menuitem', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name });
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
