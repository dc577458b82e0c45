import { followRequests } from '@marquee/testing/follow-requests';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { createFilm, idOf, type Member, memberOf, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson } from '../support/people.ts';
import { position, untilPlaying } from '../support/player.ts';

async function visit(page: Page, url: string, paths: string[], themes?: string[]): Promise<void> {
  const found: string[] = [];
  const untilQuiet = followRequests(page);
  for (const path of paths) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await untilQuiet();
    // One heading names a page; dialogs that are closed are not there.
    const titles = await page.getByRole('heading', { level: 1 }).count();
    if (titles !== 1) found.push(`${path}: ${titles} headings of level 1`);
    for (const violation of await violations(page, themes)) found.push(`${path}: ${violation}`);
  }
  expect(found).toEqual([]);
}

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

test('axe finds nothing on the pages that everybody sees [SET-14:public]', async ({ page, problems, url, cast }) => {
  test.setTimeout(400_000);
  // Pages of what is not there, and the waiting screen of an attempt that nobody made.
  problems.expectProblem(/Failed to load resource.*40[034]/);
  const film = `/feed/${cast.film}`;
  await visit(page, url, [
    '/',
    '/films',
    '/films?q=nothing-is-called-this',
    film,
    `${film}/crew`,
    `${film}/comments`,
    `${film}/awards`,
    `${film}/trailer`,
    '/festivals',
    '/chats',
    '/eohub',
    '/profile',
    '/forbidden',
    '/feed/unknown',
    '/sign-in',
    '/sign-in/email',
    '/create-account',
    '/verify-email?session=somebody&email=somebody@example.com',
    '/verify-phone?session=somebody&phone=%2B14155550100',
    '/auth/confirm',
  ]);
});

test('axe finds nothing on the pages of somebody who is signed in [SET-14:signed-in]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  test.setTimeout(400_000);
  problems.expectProblem(/Failed to load resource.*40[34]/);
  const enter = async ({ api }: Member) => context.addCookies((await api.storageState()).cookies);
  const beginner = await memberOf(url, await newPerson(url));
  await enter(beginner);
  await visit(page, url, ['/onboarding', '/onboarding/fullname']);

  const empty = await memberOf(url, await newPerson(url, { pro: true }));
  await enter(empty);
  await visit(page, url, ['/content']);
  const draft = await createFilm(empty, url, 'Draft');
  const film = `/feed/${cast.film}`;
  await visit(page, url, [
    '/',
    film,
    `${film}/comments`,
    '/content',
    '/content/create',
    `/content/${draft}/edit`,
    `/content/${draft}/upload`,
    `/feed/${draft}?preview=1`,
    `/content/${draft}/credits`,
    '/settings',
    '/settings/account',
    '/settings/email',
    '/settings/unlocked-films',
    '/library',
    '/watchlist',
    '/diary',
    '/profile/edit/favourites',
    '/profile/complete',
    '/profile',
    '/profile/edit',
    '/profile/edit/talents',
    '/profile/edit/showcase',
    '/profile/edit/visibility',
    '/notifications',
    '/credits',
    '/user/orgs',
    '/eohub',
  ]);
  await enter(cast.maker);
  // Its stream of signals stays open, so that the network is never idle.
  await page.goto(`${url}/content/${cast.film}/upload`);
  await expect(page.getByText('COMPLETE').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('axe finds nothing on pages of one film, one person and one maker [SET-14:one]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  test.setTimeout(400_000);
  problems.expectProblem(/Failed to load resource.*40[034]/);
  const makerId = await idOf(cast.maker, url);
  await visit(page, url, [`/profile/${makerId}`, `/profile/${makerId}/diary`, '/profile/nobody', '/partner-upload']);
  await context.addCookies((await cast.maker.api.storageState()).cookies);
  const studio = ['edit', 'distribution', 'credits', 'stats'].map((part) => `/content/${cast.film}/${part}`);
  const own = ['/library/unlocked', '/settings/language', '/settings/verify-email', '/notifications/none'];
  const people = [
    '/profile/talents',
    '/onboarding/talents',
    '/onboarding/location',
    '/profile/edit/connections/requests',
  ];
  await visit(page, url, [...studio, '/content/earnings', ...own, ...people, '/eohub/jobs', '/nowhere'], ['light']);
});

test('axe finds nothing on the settings and the texts for everybody [SET-14:settings]', async ({
  page,
  context,
  problems,
  url,
}) => {
  test.setTimeout(240_000);
  problems.expectProblem(/Failed to load resource.*40[0-9]/);
  const texts = ['/terms-of-use', '/privacy-policy', '/license-agreement', '/faq', '/unsubscribe', '/passkey'];
  await visit(page, url, texts, ['light']);
  const member = await memberOf(url, await newPerson(url, { pro: true }));
  await context.addCookies((await member.api.storageState()).cookies);
  const settings = [
    'phone',
    'appearance',
    'invitations',
    'tickets',
    'payment',
    'payment/add',
    'plans',
    'notifications',
  ];
  const more = ['blocked-users', 'export', 'close-account', 'report-bug', 'feedback'];
  const screens = [...settings, ...more].map((screen) => `/settings/${screen}`);
  await visit(page, url, screens, ['light']);
});

test('axe finds nothing on the edit screens of a profile [SET-14:profile PRO-05]', async ({
  page,
  context,
  problems,
  url,
}) => {
  test.setTimeout(240_000);
  problems.expectProblem(/Failed to load resource.*40[0-9]/);
  const member = await memberOf(url, await newPerson(url, { pro: true }));
  await context.addCookies((await member.api.storageState()).cookies);
  const edits = [
    'showcase',
    'talents',
    'name',
    'bio',
    'location',
    'union',
    'social-media',
    'gallery',
    'picture',
    'connections',
    'profile-views',
  ];
  const screens = edits.map((screen) => `/profile/edit/${screen}`);
  const others = ['/profile/qrcode', '/profile/talents', '/notifications/all', '/add-account'];
  await visit(page, url, ['/profile/edit', ...screens, ...others], ['light']);
});

test('axe finds nothing in the back office of people [SET-14:people]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  test.setTimeout(240_000);
  // Nobody, and figures that not every member of staff may see.
  problems.expectProblem(/Failed to load resource.*40[34]/);
  await context.addCookies((await cast.office.api.storageState()).cookies);
  const userId = await idOf(cast.maker, url);
  const person = `/superadmin/users/${userId}`;
  const tabs = ['pro', 'lover', 'referrals', 'technical', 'subscriptions'].map((tab) => `${person}?tab=${tab}`);
  const parts = ['bio', 'type', 'talents', 'consumer-type', 'location'].map((part) => `${person}/${part}`);
  const pages = ['/superadmin/users', '/superadmin/users/new', person, ...tabs, ...parts, '/superadmin/users/nobody'];
  const settings = [
    '/superadmin/users/notices',
    '/superadmin/users/metrics',
    '/superadmin/audit',
    '/superadmin/settings',
    '/superadmin/settings/faq',
  ];
  await visit(page, url, [...pages, ...settings, '/superadmin/settings/free-unlock-hours'], ['dark']);
});

test('axe finds nothing in the back office [SET-14:back-office]', async ({ page, context, url, cast }) => {
  test.setTimeout(240_000);
  await context.addCookies((await cast.office.api.storageState()).cookies);
  const film = `/superadmin/content/${cast.film}`;
  const lists = ['/superadmin/featured', '/superadmin/reports'];
  const pages = ['/superadmin/content', '/superadmin/content?show=waiting', ...lists, film];
  await visit(
    page,
    url,
    [
      ...pages,
      ...['assets', 'stats', 'credits', 'awards', 'sales', 'reviews', 'screenings', 'history'].map(
        (tab) => `${film}?tab=${tab}`,
      ),
    ],
    ['dark'],
  );
});

test('the player works by keyboard alone, and axe finds nothing on it [SET-14:player]', async ({
  page,
  context,
  url,
  cast,
}) => {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await unlock(viewer, url, cast.film);
  await context.addCookies((await viewer.api.storageState()).cookies);
  await page.goto(`${url}/feed/${cast.film}/watch`);
  await untilPlaying(page);
  const video = page.locator('video');
  const paused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
  await page.keyboard.press('k');
  await expect.poll(paused).toBe(true);
  expect(await violations(page, ['dark'])).toEqual([]);
  await page.keyboard.press('5');
  await expect.poll(() => position(page)).toBeGreaterThan(44_000);
  const middle = await position(page);
  await page.keyboard.press('l');
  await expect.poll(() => position(page)).toBeCloseTo(middle + 10_000, -2);
  await page.keyboard.press('j');
  await expect.poll(() => position(page)).toBeCloseTo(middle, -2);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBeCloseTo(middle + 5_000, -2);
  await page.keyboard.press('m');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await page.keyboard.press('>');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.25);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect.poll(paused).toBe(false);
});

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
