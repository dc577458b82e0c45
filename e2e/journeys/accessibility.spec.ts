import { expect, test } from '../support/fixtures.ts';

test.use({ reducedMotion: 'reduce' });

test('the first key on a page offers to skip to it, and reduced motion moves nothing [SET-14:keyboard]', async ({
  page,
  url,
}) => {
  await page.goto(`${url}/films`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        return typeof duration === 'number' && duration > 1;
      }).length,
  );
  expect(moving).toBe(0);
});
