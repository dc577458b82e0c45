import type { Page } from '@playwright/test';
import axe from 'axe-core';

const WIDTHS = [390, 1440];
const THEMES = ['dark', 'light'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it stands, in both widths; of the second theme only the colours are new, once. The page has
 * its own size again afterwards.
 */
export async function violations(page: Page, themes = THEMES): Promise<string[]> {
  const found: string[] = [];
  const size = page.viewportSize();
  // Once for all that follow: that takes longer than what axe does on a page.
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Where it was scrolled to, the bottom bar may cover half of a target.
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const theme of width === WIDTHS[0] ? themes.slice(0, 1) : themes) {
      await page.evaluate(settle, theme);
      const rules = theme === themes[0] ? TAGS : ['color-contrast'];
      const all = await page.evaluate(runAxe, rules);
      found.push(...all.map(({ id, where }) => `${id} at ${width} ${theme}: ${where}`));
    }
  }
  if (size) await page.setViewportSize(size);
  return found;
}

/** Runs in the page, by tags or by rules; of what is right it would otherwise describe every element as well. */
async function runAxe(runOnly: string[]) {
  const { axe: here } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await here.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => {
    const targets = nodes.map(({ target }) => target.join(' '));
    return { id, where: targets.slice(0, 3).join(' | ') };
  });
}

/** Colours that are still on their way are nobody's contrast. */
async function settle(theme: string): Promise<void> {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  if (dataset.mantineColorScheme) dataset.mantineColorScheme = theme;
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
}
