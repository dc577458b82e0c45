import type { Browser, Page } from '@playwright/test';
import type { Member } from './films.ts';
import type { Watch } from './fixtures.ts';

/** A page in a new browser of somebody, or of somebody who is not signed in, which the journey watches. */
export async function pageOf(browser: Browser, problems: Watch, width: number, member?: Member): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
  if (member) await context.addCookies((await member.api.storageState()).cookies);
  const page = await context.newPage();
  problems.watch(page);
  return page;
}
