import type { Locator, Page } from '@playwright/test';

/** Where an element is on the screen. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not shown`);
  return box;
}

/** Drags by the pointer, in small steps as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y, { steps: 5 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 4, { steps: 10 });
  await page.mouse.up();
}
