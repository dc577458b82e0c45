import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const DARK = '#100e0c';
const LIGHT = '#f8f4ec';

/** What is painted, and the colour that the browser's own bars take. */
async function look(page: Page) {
  return page.evaluate(() => {
    const colors = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const [, r, g, b] = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(document.documentElement).backgroundColor) ?? [];
    const hex = [r, g, b].map((part) => Number(part).toString(16).padStart(2, '0')).join('');
    return {
      ground: `#${hex}`,
      bars: colors.find(({ media }) => matchMedia(media).matches)?.content,
      of: colors.length,
    };
  });
}
const looks = (color: string) => ({ ground: color, bars: color, of: 2 });

test('a visitor sees the theme of the system, and chooses another that holds, before the first paint', async ({
  page,
  problems,
  url,
}) => {
  problems.expectProblem(/ERR_FAILED|Failed to fetch/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url);
  expect(await look(page)).toEqual(looks(LIGHT));
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await look(page)).toEqual(looks(DARK));

  const choice = page.getByRole('group', { name: 'Appearance' });
  await choice.getByRole('radio', { name: 'As the system' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choice.getByRole('radio', { name: 'Light' })).toBeChecked();
  expect(await look(page)).toEqual(looks(LIGHT));
  for (const label of await choice.locator('label').all()) {
    const box = await label.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  // Without the app's modules only the script of the page's head runs.
  await page.route('**/assets/*.js', (route) => route.abort());
  const visit = page.waitForEvent('domcontentloaded');
  await page.evaluate(() => window.location.assign('/films'));
  await visit;
  expect(await look(page)).toEqual(looks(LIGHT));
  await page.unroute('**/assets/*.js');

  await page.goto(`${url}/festivals`);
  expect(await look(page)).toEqual(looks(LIGHT));
  await expect(choice.getByRole('radio', { name: 'Light' })).toBeChecked();
  await choice.getByText('As the system').click();
  expect(await look(page)).toEqual(looks(DARK));
});
