// What its screens show is made of these; a change of a service alone changes no markup.
// @inputs e2e/support web admin gateway packages proto tsconfig.base.json
import { followRequests } from '@marquee/testing/follow-requests';
import { addressesOf, type Looker, OFFICE_SCREENS, SITE_SCREENS } from '@marquee/testing/screens';
import type { BrowserContext, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { FILM_TITLE } from '../support/cast.ts';
import { createFilm, idOf, type Member, memberOf, newStaff, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { unclosed, unreachable } from '../support/keyboard.ts';
import { newPerson } from '../support/people.ts';
import { position, untilPlaying } from '../support/player.ts';
import { spacingFaults } from '../support/text-spacing.ts';

/** The narrowest screen on which a page needs no scrolling to the side (WCAG 1.4.10). */
const NARROW_PX = 320;

/** A page is walked by the keyboard in one of these widths, in turn: the frame, which differs by width, is on all. */
const PHONE_PX = 390;
const WALKED_PX = [PHONE_PX, 1440];

/** Looks at pages with axe, by the keyboard alone, for movement, with more space in its text, and on a narrow screen. */
async function visit(page: Page, url: string, paths: string[]): Promise<void> {
  const found: string[] = [];
  const opened = new Set<string>();
  const untilQuiet = followRequests(page);
  for (const [index, path] of paths.entries()) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await untilQuiet();
    // One heading names a page; dialogs that are closed are not there.
    const titles = await page.getByRole('heading', { level: 1 }).count();
    if (titles !== 1) found.push(`${path}: ${titles} headings of level 1`);
    const faults = await violations(page);
    await page.setViewportSize({ width: WALKED_PX[index % WALKED_PX.length] ?? NARROW_PX, height: 900 });
    faults.push(...(await unreachable(page)), ...(await unclosed(page, opened)), ...(await moving(page)));
    await page.setViewportSize({ width: PHONE_PX, height: 900 });
    faults.push(...(await spacingFaults(page)));
    await page.setViewportSize({ width: NARROW_PX, height: 900 });
    faults.push(...(await page.evaluate(tooWide)));
    found.push(...faults.map((fault) => `${path}: ${fault}`));
  }
  expect(found).toEqual([]);
}

/** What moves, although the person asked for less movement. */
async function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isMoving = ({ effect }: Animation) => Number(effect?.getComputedTiming().duration) > 1;
    return document
      .getAnimations()
      .filter(isMoving)
      .map(({ effect }) => {
        const element = (effect as KeyframeEffect | null)?.target;
        return `moves: ${element?.tagName} ${element?.className}`;
      });
  });
}

/** Runs in the page. A table may be wider, since its meaning is in its columns. */
async function tooWide(): Promise<string[]> {
  // Some parts follow a change of the width by script.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const table of document.querySelectorAll('table')) table.style.display = 'none';
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels wider than ${clientWidth}`] : [];
}

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

const SCREENS = [
  ...Object.entries(SITE_SCREENS).map(([path, screen]) => ({ path, screen, below: '/' })),
  ...Object.entries(OFFICE_SCREENS).map(([path, screen]) => ({ path, screen, below: '/superadmin/' })),
];
/** Captions, audio description, the player and other states have tests of their own, which cite parts of the statement. */
const EVERY = '[SET-14 SET-14:screens SET-14:walk SET-14:narrow SET-14:motion SET-14:spacing]';
/** Members look at all edit screens of a profile. */
const PROVES: Partial<Record<Looker, string>> = { member: `${EVERY} [PRO-05]` };
/** One browser looks at so many screens; others at the rest. */
const SCREENS_PER_JOURNEY = 24;

for (const looker of new Set(SCREENS.map(({ screen }) => screen.by))) {
  const seen = SCREENS.filter(({ screen }) => screen.by === looker);
  for (let first = 0; first < seen.length; first += SCREENS_PER_JOURNEY) {
    const screens = seen.slice(first, first + SCREENS_PER_JOURNEY);
    test(`axe and the keyboard find nothing on the screens of a ${looker}, from ${first + 1} on ${PROVES[looker] ?? EVERY}`, async ({
      page,
      context,
      problems,
      url,
      scene,
    }) => {
      test.setTimeout(600_000);
      // Pages of what is not there, and the waiting screen of an attempt that nobody made.
      problems.expectProblem(/Failed to load resource.*40[0-9]/);
      if (looker !== 'visitor') await context.addCookies((await scene.lookers[looker].api.storageState()).cookies);
      const paths = screens.flatMap(({ path, screen, below }) =>
        addressesOf(path, screen, scene.ids).map((address) => below + address),
      );
      await visit(page, url, paths);
    });
  }
}

test('axe finds nothing on a schedule in each of its views [SET-14:states]', async ({ page, url, scene }) => {
  await page.goto(`${url}/festivals/${scene.ids.festivalId}/schedule`);
  for (const view of ['By day', 'By venue']) {
    await page.getByRole('tab', { name: view }).click();
    expect(await violations(page)).toEqual([]);
  }
  // The whole of a card leads to its event, not only its name.
  await page
    .getByRole('article')
    .first()
    .click({ position: { x: 3, y: 3 } });
  await expect(page).toHaveURL(/\/events\//);
});

test('axe finds nothing on an unfinished film, its upload and what newcomers and makers have nothing in [SET-14:states]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  test.setTimeout(400_000);
  problems.expectProblem(/Failed to load resource.*40[34]/);
  await visit(page, url, ['/profile', '/chats', '/eohub']);
  const enter = async ({ api }: Member) => context.addCookies((await api.storageState()).cookies);
  const empty = await memberOf(url, await newPerson(url, { pro: true }));
  await enter(empty);
  await visit(page, url, ['/content', '/user/orgs', '/user/submissions', '/settings/tickets', '/notifications']);
  const draft = await createFilm(empty, url, 'Draft');
  await visit(page, url, [
    ...[`/content/${draft}/edit`, `/content/${draft}/upload`, `/feed/${draft}?preview=1`, `/content/${draft}/credits`],
  ]);
  await enter(cast.maker);
  // Its stream of signals stays open, so that the network is never idle.
  await page.goto(`${url}/content/${cast.film}/upload`);
  await expect(page.getByText('COMPLETE').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

const enterAs = async (context: BrowserContext, { api }: Member) => {
  await context.clearCookies();
  await context.addCookies((await api.storageState()).cookies);
};

test('axe finds nothing on a page while a menu of it is open [SET-14:menus]', async ({ page, context, url }) => {
  const maker = await memberOf(url, await newPerson(url, { pro: true }));
  await createFilm(maker, url, 'Draft');
  await enterAs(context, maker);
  for (const name of [/^Account of /, /^Actions for /]) {
    await page.goto(`${url}/content`);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});

test('lists of choices lie in a landmark while they are open [SET-14:menus]', async ({ page, context, url }) => {
  const opens = async (path: string) => {
    await page.goto(url + path);
    await page.getByRole('combobox', { name: 'Country', exact: true }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    expect((await violations(page, ['dark'])).filter((fault) => fault.startsWith('region '))).toEqual([]);
  };
  await enterAs(context, await memberOf(url, await newPerson(url, { onboarded: true })));
  await opens('/profile/edit/location');
  await page.goto('about:blank');
  await enterAs(context, await newStaff(url));
  await opens('/superadmin/users');
});

test('on a phone the devices of a user are read without scrolling to the side [ADU-06:devices]', async ({
  page,
  context,
  url,
}) => {
  const person = await memberOf(url, await newPerson(url, { onboarded: true }));
  await enterAs(context, await newStaff(url));
  await page.setViewportSize({ width: PHONE_PX, height: 900 });
  await page.goto(`${url}/superadmin/users/${await idOf(person, url)}?tab=technical`);
  const table = page.getByRole('table', { name: 'Devices' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const cells = table.getByRole('cell');
  const edges = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
  expect(edges.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...edges)).toBeLessThanOrEqual(PHONE_PX);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_PX);
  // Its columns are laid out otherwise, and still named.
  await expect(table.getByRole('columnheader')).toHaveText(['Device', 'Place', 'Network', 'Signed in', 'Last seen']);
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

test('the first key on a page offers to skip to it [SET-14:keyboard]', async ({ page, url }) => {
  await page.goto(`${url}/films`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

/** What a screen reader finds on pages, in this order; what changes between films and runs is left out. */
const READ = {
  home: `
    - link "Skip to the page"
    - banner:
      - link "Marquee, home"
      - navigation "Main":
        - link "Films"
        - link "Festivals"
      - link "Search"
      - link "Sign in"
    - main:
      - region:
        - heading [level=1]
        - link "Sign in to watch"
        - link "See the film"
      - navigation "Genres":
        - list
    - contentinfo:
      - navigation "About Marquee"
      - combobox "Language"
      - group "Appearance"
    `,
  film: `
    - link "Skip to the page"
    - banner
    - main:
      - article:
        - heading "${FILM_TITLE}" [level=1]
        - list:
          - listitem: Age rating PG
          - listitem: Drama
        - paragraph
        - link "Sign in to watch"
        - button "Like"
        - button "Watchlist"
        - button "Share"
        - button "Report"
        - region "Trailer":
          - heading "Trailer" [level=2]
          - link "Watch the trailer of ${FILM_TITLE}"
        - region "Cast and crew":
          - heading "Cast and crew" [level=2]
        - region "Reviews":
          - heading "Reviews" [level=2]
        - complementary "About this film":
          - term: Kind
          - definition: Short film
    - contentinfo
    `,
  signIn: `
    - link "Skip to the page"
    - main:
      - heading "Sign in" [level=1]
      - paragraph
      - textbox "Email or phone"
      - button "Continue"
      - button "Sign in with a passkey"
      - link "Create an account"
    `,
  upload: `
    - link "Skip to the page"
    - banner
    - main:
      - navigation "Breadcrumb"
      - heading "Read in order" [level=1]
      - button "Publish"
      - paragraph: /Needed to publish/
      - navigation "Read in order":
        - link "Details"
        - link "Upload"
        - link "Distribution"
        - link "Credits"
        - link "Stats"
      - complementary "Before you publish":
        - heading "Before you publish" [level=2]
        - list
      - region "Film":
        - heading "Film" [level=2]
        - button "Choose a file for the film"
        - paragraph
      - region "Trailer":
        - heading "Trailer" [level=2]
        - button "Choose a file for the trailer"
      - region "Poster":
        - heading "Poster" [level=2]
        - button "Choose a file for the poster"
      - region "Trailer image":
        - heading "Trailer image" [level=2]
        - button "Choose a file for the trailer image"
    - contentinfo
    `,
  decision: `
    - banner
    - navigation "Back office":
      - link "Films"
    - main:
      - heading "${FILM_TITLE}" [level=1]
      - link "Preview"
      - link "Edit"
      - region "Review":
        - figure "Poster image"
        - figure "Trailer image"
        - button "Play film video"
        - button "Play trailer video"
        - region "Check of film video"
        - region "Check of trailer video"
        - paragraph: Approved.
        - button "Take the approval back"
      - tablist:
        - tab "Details" [selected]
        - tab "Credits"
        - tab "History"
      - tabpanel "Details"
    `,
};

test('a screen reader finds the parts of home, film, sign-in, upload and decision in this order [SET-14:reading]', async ({
  page,
  context,
  url,
  cast,
}) => {
  const reads = async (path: string, order: string) => {
    await page.goto(url + path);
    await expect(page.locator('body')).toMatchAriaSnapshot(order);
  };
  await reads('/', READ.home);
  await reads(`/feed/${cast.film}`, READ.film);
  await reads('/sign-in', READ.signIn);
  const enter = async ({ api }: Member) => {
    // A page that is open would ask who is there while nobody is.
    await page.goto('about:blank');
    await context.clearCookies();
    await context.addCookies((await api.storageState()).cookies);
  };
  const draft = await createFilm(cast.maker, url, 'Read in order');
  await enter(cast.maker);
  await reads(`/content/${draft}/upload`, READ.upload);
  await enter(cast.office);
  await reads(`/superadmin/content/${cast.film}`, READ.decision);
});
