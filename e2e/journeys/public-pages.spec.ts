import type { BrowserContext } from '@playwright/test';
import { FILM_TITLE } from '../support/cast.ts';
import { makeClip } from '../support/clip.ts';
import { createFilm, fill, type Member, memberOf } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, newRequests } from '../support/people.ts';

const enter = async (context: BrowserContext, member: Member) =>
  context.addCookies((await member.api.storageState()).cookies);

test('a public page is the same bytes for a visitor, the owner and staff, and sets no cookie [SYS-01:same-bytes]', async ({
  url,
  cast,
}) => {
  const visitor = await newRequests();
  const film = `/feed/${cast.film}`;
  const pages = [
    '/',
    '/films',
    '/terms-of-use',
    '/faq',
    film,
    `${film}/crew`,
    `${film}/comments`,
    `${film}/awards`,
    `${film}/trailer`,
  ];
  for (const path of pages) {
    await expect(async () => {
      const bodies: string[] = [];
      for (const api of [cast.maker.api, visitor, cast.office.api]) {
        const answer = await api.get(url + path, { headers: { accept: 'text/html' } });
        expect(answer.status(), path).toBe(200);
        expect(answer.headers()['set-cookie'], path).toBeUndefined();
        bodies.push((await answer.body()).toString('base64'));
      }
      expect(bodies[1] === bodies[0], `${path}: visitor and owner`).toBe(true);
      expect(bodies[2] === bodies[0], `${path}: staff and owner`).toBe(true);
      // A film that changes in between makes another page.
    }).toPass({ timeout: 60_000 });
  }
});

test('says Film not found and Film Not Available, and cuts the title in the header [FLM-09]', async ({
  page,
  problems,
  url,
  cast,
}) => {
  problems.expectProblem(/Failed to load resource.*404/);
  for (const id of ['01a1fa00-0000-7000-8000-000000000000', 'nothing']) {
    const answer = await page.goto(`${url}/feed/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Film not found' })).toBeVisible();
  }
  const hidden = await createFilm(cast.maker, url, 'Not Yet');
  for (const path of ['', '/crew', '/comments', '/awards', '/trailer']) {
    await page.goto(`${url}/feed/${hidden}${path}`);
    await expect(page.getByRole('heading', { name: 'Film Not Available' })).toBeVisible();
  }
  await page.goto(`${url}/feed/${cast.film}/crew`);
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last();
  await expect(crumb).toHaveText(`${FILM_TITLE.slice(0, 20).trimEnd()}…`);
});

test('the forbidden page says so and goes home [SET-02]', async ({ page, problems, url }) => {
  problems.expectProblem(/Failed to load resource.*403/);
  const answer = await page.goto(`${url}/forbidden`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByText("You don't have access to this page.")).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(`${url}/`);
});

test('a page that is requested offline says that there is no network, and loads when the network is back', async ({
  page,
  context,
  problems,
  url,
  cast: { film },
}) => {
  problems.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await page.goto(`${url}/films`);
  const link = page.locator(`a[href="/feed/${film}"]`).first();
  await link.click();
  await expect(page.getByRole('heading', { name: FILM_TITLE })).toBeVisible();
  await page.goBack();
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole('heading', { name: 'This page could not be reached.' })).toBeVisible();
  await expect(page.getByText('You are offline. It is loaded when you are back.')).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(`${url}/feed/${film}`);
  await expect(page.getByRole('heading', { name: FILM_TITLE })).toBeVisible();
});

test('the back office and its calls are for staff alone [ADU-11]', async ({ page, context, problems, url, cast }) => {
  problems.expectProblem(/Failed to load resource.*403/);
  const lover = await memberOf(url, await newPerson(url, { onboarded: true }));
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
  const methods: [string, object][] = [
    ['ListAllFilms', {}],
    ['GetAnyFilm', { filmId: cast.film }],
    ['SetFilmFlags', { filmId: cast.film, isApproved: false }],
    ['SetFilmDistribution', { filmId: cast.film, website: false }],
    ['DecideAssetReplacement', { filmId: cast.film, kind: 'ASSET_KIND_FILM_VIDEO' }],
    ['ListFilmReviews', { filmId: cast.film }],
    ['RemoveReview', { reviewId: cast.film }],
    ['RemoveFilm', { filmId: cast.film }],
  ];
  for (const member of [lover, cast.maker]) {
    for (const [method, data] of methods) {
      const answer = await member.api.post(`${url}/rpc/film.v1.FilmBackOfficeService/${method}`, { data, headers });
      expect(answer.status(), method).toBe(403);
    }
  }
  for (const path of ['/superadmin', '/superadmin/content', `/superadmin/content/${cast.film}`]) {
    await page.goto(url + path);
    await expect(page).toHaveURL(`${url}/sign-in?returnTo=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
  await enter(context, lover);
  await page.goto(`${url}/superadmin/content`);
  await expect(page.getByText("You don't have access to this page.")).toBeVisible();
  await enter(context, cast.office);
  await page.goto(`${url}/superadmin/content`);
  await expect(page.getByRole('heading', { name: 'Films' })).toBeVisible();
});

test('the studio is blocked for a Movie Lover, and a film only opens for its maker [STU-10:journey]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  problems.expectProblem(/Failed to load resource.*40[34]/);
  await enter(context, await memberOf(url, await newPerson(url, { onboarded: true })));
  for (const path of ['/content', '/content/create', `/content/${cast.film}/edit`, `/content/${cast.film}/upload`]) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { name: 'This room is for Entertainment Pros.' })).toBeVisible();
  }
  const other = await memberOf(url, await newPerson(url, { pro: true }));
  await enter(context, other);
  await page.goto(`${url}/content/${cast.film}/edit`);
  await expect(page.getByText("You don't have access to this page.")).toBeVisible();
  const mine = await createFilm(other, url, 'Mine');
  await fill(other, url, mine, 'TRAILER_VIDEO', await makeClip({ seconds: 3, width: 320, height: 180, fps: 12 }));
  await page.goto(`${url}/content/${mine}/upload`);
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
});

test('rooms that are built later show their real views [SET-01:rooms]', async ({
  page,
  context,
  problems,
  url,
  cast,
}) => {
  problems.expectProblem(/Failed to load resource.*404/);
  const views: [string, string][] = [
    ['/festivals', 'Premieres, blocks and ballots, from your seat.'],
    ['/festivals/01a1fa00-0000-7000-8000-000000000000', 'Festival Not Found'],
    ['/chats', 'Sign up to chat'],
    ['/no-such-page', 'We could not find this page.'],
  ];
  for (const [path, text] of views) {
    await page.goto(url + path);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
  }
  for (const path of ['/user/orgs', '/credits', '/notifications', '/settings']) {
    await page.goto(url + path);
    await expect(page).toHaveURL(/\/sign-in\?/);
  }
  await enter(context, cast.maker);
  const inside: [string, string][] = [
    ['/user/orgs', 'You have no organizations yet'],
    ['/credits', 'No film names you yet'],
    ['/notifications', 'Notifications'],
    ['/chats', 'You have no messages yet'],
    ['/chats/01a1fa00', 'Chat no longer exists.'],
    ['/eohub', 'No one matches your search'],
    ['/events/1/tickets/2', 'Could not find your ticket. Please contact support if you are having trouble.'],
    ['/settings', 'Unlocked films'],
  ];
  for (const [path, text] of inside) {
    await page.goto(url + path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
});
