import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator } from '@playwright/test';
import { FILM_TITLE } from '../support/cast.ts';
import { makeClip } from '../support/clip.ts';
import { boxOf, drag } from '../support/drag.ts';
import { createFilm, idOf, type Member, newFilm, newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, emailOf } from '../support/people.ts';
import { DESK, PHONE } from '../support/sizes.ts';

/** Of the back office's frame, beneath which the headers of tables stay. */
const OFFICE_HEADER_PX = 48;
const TOUCH_PX = 44;
const TABLET = { width: 820, height: 1180 };
const LIGHT_CANVAS = 'rgb(248, 244, 236)';

const enter = async (context: BrowserContext, { api }: Member) =>
  context.addCookies((await api.storageState()).cookies);

/** The colour behind an element: of the first around it that has one. */
const groundOf = (element: Locator) =>
  element.evaluate((start) => {
    for (let one: Element | null = start; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (backgroundImage !== 'none' && one !== document.body) return backgroundImage;
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return '';
  });

test('in the back office a selection moves no row, and the header of the table stays in view', async ({
  page,
  context,
  url,
  cast,
}) => {
  await enter(context, cast.office);
  await page.goto(`${url}/superadmin/content`);
  const select = page.getByRole('checkbox', { name: `Select ${FILM_TITLE}` }).first();
  await expect(select).toBeVisible();
  const before = await boxOf(select);
  await select.click();
  const bar = page.getByRole('region', { name: 'Selected films' });
  await expect(bar).toBeVisible();
  expect((await boxOf(select)).y).toBe(before.y);
  expect((await boxOf(bar)).y).toBeGreaterThan(DESK.height / 2);

  const heading = page.getByRole('columnheader', { name: 'Title' });
  // A list of few films is no page to scroll.
  await page.evaluate(() => document.body.style.setProperty('min-height', '300vh'));
  await page.mouse.wheel(0, (await boxOf(heading)).y - OFFICE_HEADER_PX + 20);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(20);
  expect((await boxOf(heading)).y).toBe(OFFICE_HEADER_PX);
  expect((await boxOf(select)).y).toBeLessThan(before.y);
});

test('the page of a user with long names fits a tablet, and what is asked about them fits a phone', async ({
  page,
  context,
  url,
}) => {
  const LONG = { firstName: 'Wilhelmina', lastName: 'Wolfeschlegelsteinhausenbergerdorffwelchevora' };
  const user = await newMaker(url, LONG);
  const filmId = await createFilm(user, url, 'The Very Long Title of a Film That Nobody Has Ever Seen in One Sitting');
  const credit = { requestId: randomUUID(), filmId, credit: 'Writer', ...LONG };
  const { entry } = await call<{ entry: { id: string } }>(user.api, url, 'film.v1.CrewService/AddCrew', credit);
  const invited = { requestId: randomUUID(), filmId, crewId: entry.id, email: emailOf() };
  await call(user.api, url, 'film.v1.CrewService/InviteCrew', invited);
  await enter(context, await newStaff(url, undefined, 'SUPER_USER'));
  await page.setViewportSize(TABLET);
  await page.goto(`${url}/superadmin/users/${await idOf(user, url)}?tab=pro`);
  await expect(page.getByRole('cell', { name: invited.email })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(TABLET.width);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Ban User' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
});

test('on a phone the films of a maker are large enough for a finger', async ({ page, context, url, cast }) => {
  await enter(context, cast.maker);
  await page.setViewportSize(PHONE);
  await page.goto(`${url}/content`);
  const row = page.getByRole('row', { name: new RegExp(FILM_TITLE) });
  for (const target of [row.getByRole('link').first(), row.getByRole('button').first()])
    expect((await boxOf(target)).height).toBeGreaterThanOrEqual(TOUCH_PX);
  // Wider, it is a table, whose headings begin where their columns do.
  await page.setViewportSize(DESK);
  for (const heading of [row.getByRole('rowheader'), page.getByRole('columnheader', { name: 'Status' })])
    expect(await heading.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('start');
});

test('on a phone in the light theme the words of a film stand on the page, without a black slab', async ({
  page,
  url,
  cast,
}) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of ['/', `/feed/${cast.film}`]) {
    await page.goto(url + path);
    const title = page.getByRole('heading', { level: 1 });
    expect(await groundOf(title)).toBe(LIGHT_CANVAS);
    const still = await boxOf(page.getByRole('main').locator('img').first());
    expect((await boxOf(title)).y).toBeGreaterThanOrEqual(still.y + still.height);
  }
});

test('the focus ring of a card is not cut by the rail that it is in', async ({ page, url, cast }) => {
  // A site with one film shows it large, and has no rails.
  const film = await makeClip({ seconds: 3, width: 320, height: 180, fps: 12 });
  await newFilm(cast.maker, url, { title: 'In a rail', film, approvedBy: cast.office });
  await page.goto(url);
  const card = page.getByRole('main').locator('ul.overflow-x-auto a[href^="/feed/"]').first();
  await page.keyboard.press('Tab');
  await card.focus();
  const room = await card.evaluate((link) => {
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(link);
    const [ring, rail] = [link.getBoundingClientRect(), (link.closest('ul') as Element).getBoundingClientRect()];
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const sides = [ring.top - rail.top, rail.bottom - ring.bottom, ring.left - rail.left];
    return { outlineStyle, least: Math.min(...sides) - reach };
  });
  expect(room.outlineStyle).not.toBe('none');
  expect(room.least).toBeGreaterThanOrEqual(0);
});

test('a maker drags a name to another place in the billing order, and it stays there [FLM-05:drag]', async ({
  page,
  context,
  url,
  cast,
}) => {
  const filmId = await createFilm(cast.maker, url, 'In billing order');
  for (const firstName of ['Ana', 'Bo', 'Cy']) {
    const credit = { requestId: randomUUID(), filmId, credit: 'Cast', firstName, lastName: 'Souto' };
    await call(cast.maker.api, url, 'film.v1.CrewService/AddCrew', credit);
  }
  await enter(context, cast.maker);
  // Tall enough for the list, which stands below the form.
  await page.setViewportSize({ ...DESK, height: 2_000 });
  await page.goto(`${url}/content/${filmId}/credits`);
  const names = page.getByRole('list', { name: 'Cast' }).getByRole('listitem');
  await expect(names).toContainText(['Ana', 'Bo', 'Cy']);
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name} Souto`, exact: true });
  await drag(page, handle('Cy'), handle('Ana'));
  await expect(names).toContainText(['Cy', 'Ana', 'Bo']);
  await expect(page.getByText('The order was saved.')).toBeVisible();
  await page.reload();
  await expect(names).toContainText(['Cy', 'Ana', 'Bo']);
});

test('what centres itself stands in the middle of its column, on a page and in a calendar', async ({
  page,
  context,
  url,
}) => {
  const person = await newMaker(url);
  const middleOf = async (element: Locator) => {
    const { x, width } = await boxOf(element);
    return x + width / 2;
  };
  await enter(context, person);
  await page.goto(`${url}/profile/edit/connections/requests`);
  // The column is narrower than the page.
  const column = await middleOf(page.getByRole('navigation', { name: 'Connections' }));
  expect(column).toBeLessThan(DESK.width / 2);
  expect(await middleOf(page.getByText('No requests'))).toBeCloseTo(column, 0);

  const today = new Date().toISOString().slice(0, 10);
  const period = { kind: 'AVAILABILITY_KIND_AVAILABLE', firstDay: today, lastDay: today };
  await call(person.api, url, 'identity.v1.ProfileService/UpdateProfile', {
    ...{ requestId: randomUUID(), availability: { periods: [period] } },
  });
  await page.goto(`${url}/profile`);
  const month = page.getByRole('table').first();
  const heading = month.getByRole('columnheader').nth(3);
  expect(await heading.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('center');
});

test('a film whose title has no place to break it fits a phone, in the credits of whom it names', async ({
  page,
  context,
  url,
}) => {
  const [maker, named] = [await newMaker(url), await newMaker(url)];
  const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau';
  const credit = { credit: 'Cast', firstName: 'Ana', lastName: 'Souto', personId: await idOf(named, url) };
  const filmId = await createFilm(maker, url, title);
  await call(maker.api, url, 'film.v1.CrewService/AddCrew', { requestId: randomUUID(), filmId, ...credit });
  await enter(context, named);
  await page.setViewportSize(PHONE);
  await page.goto(`${url}/credits`);
  const shown = await boxOf(page.getByText(title));
  expect(shown.x + shown.width).toBeLessThan(PHONE.width);
});
