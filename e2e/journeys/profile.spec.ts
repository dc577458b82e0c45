import { violations } from '../support/axe.ts';
import { drag } from '../support/drag.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson, newRequests, signIn } from '../support/people.ts';
import { DESK, PHONE } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

/** As long as a link may be, with a place to break it near its beginning. */
const LONG_LINK = `agnes-varda.example/${'films'.repeat(14)}`;

const GET_CURRENT_USER = 'identity.v1.ProfileService/GetCurrentUser';

test('a person edits their profile, a visitor sees it at once, and nobody when it is private [PRO-03 PRO-15:journey PRO-19 PRO-20:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource.*404/);
  await page.setViewportSize(PHONE);
  const person = await newPerson(url, { pro: true });
  await signIn(context, url, person.email);
  await page.goto(`${url}/profile`);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByRole('link', { name: /^Full name/ }).click();
  await page.getByLabel('First name').fill('Agnès');
  await page.getByLabel('Last name').fill('Varda');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully').first()).toBeVisible();
  await expect(page).toHaveURL(`${url}/profile/edit`);
  await expect(page.getByRole('link', { name: /^Full name/ })).toContainText('Agnès Varda');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: /^Showcase links/ }).click();
  await page.getByLabel(/^Vimeo/).fill('vimeo.com/agnes');
  await page.getByLabel(/^Website/).fill(LONG_LINK);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${url}/profile/edit`);
  await page.goto(`${url}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Agnès Varda' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const { user } = await call<{ user: { id: string } }>(context.request, url, GET_CURRENT_USER, {});

  const visitor = await (await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' })).newPage();
  problems.watch(visitor);
  const profile = `${url}/profile/${user.id}`;
  await visitor.goto(profile);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Agnès Varda' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: /^Vimeo/ })).toHaveAttribute('href', 'https://vimeo.com/agnes');
  await expect(visitor.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
  // As much of a long address as there is room for.
  await visitor.setViewportSize(PHONE);
  const filled = await visitor.getByText(LONG_LINK).evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return (range.getClientRects()[0]?.width ?? 0) / text.clientWidth;
  });
  expect(filled).toBeGreaterThan(0.9);
  expect(filled).toBeLessThanOrEqual(1);
  expect(await violations(visitor)).toEqual([]);
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', profile);
  expect(await visitor.locator('script[type="application/ld+json"]').textContent()).toContain('"Person"');
  const requests = await newRequests();
  const sitemap = async () => (await requests.get(`${url}/sitemap/people/${user.id.slice(-1)}`)).text();
  expect(await (await requests.get(`${url}/robots.txt`)).text()).toContain(`Sitemap: ${url}/sitemap.xml`);
  const index = await (await requests.get(`${url}/sitemap.xml`)).text();
  for (const kind of ['people', 'films', 'festivals']) expect(index).toContain(`${url}/sitemap/${kind}/f`);
  const picture = `${url}/share/profiles/${user.id}.png`;
  await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute('content', picture);
  expect((await requests.get(picture)).status()).toBe(200);
  // Parts of the sitemap have no tag; they live for 5 s.
  await expect(async () => expect(await sitemap()).toContain(profile)).toPass();

  await page.goto(`${url}/profile/edit/visibility`);
  await page.getByText('Only you').click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${url}/profile/edit`);
  await expect(async () => expect((await visitor.goto(profile))?.status()).toBe(404)).toPass();
  await expect(visitor.getByRole('heading', { name: 'We could not find this profile.' })).toBeVisible();
  await expect(async () => expect(await sitemap()).not.toContain(profile)).toPass();
  await expect(visitor.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await expect(visitor.locator('meta[property^="og:"], meta[name^="twitter:"]')).toHaveCount(0);
  await expect(async () => expect((await requests.get(picture)).status()).toBe(404)).toPass();
  await page.goto(`${url}/profile`);
  await expect(page.getByText('Your profile is private: nobody but you sees it.')).toBeVisible();
});

test('a picture and photos are cropped, turned, sent, seen by a visitor, ordered by dragging, and coins are shown [PRO-10 PRO-11:journey PRO-14]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  const person = await newPerson(url, { pro: true, lastName: 'Wolfeschlegelsteinhausenbergerdorffwelchevora' });
  await signIn(context, url, person.email);
  const { user } = await call<{ user: { id: string } }>(context.request, url, GET_CURRENT_USER, {});
  await page.goto(`${url}/profile/edit/picture`);
  // A wide picture whose left half is red, as a browser draws it.
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1200, 600);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('nothing to draw with');
    pen.fillStyle = '#dddddd';
    pen.fillRect(0, 0, 1200, 600);
    pen.fillStyle = '#c02020';
    pen.fillRect(0, 0, 600, 600);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return Array.from(bytes);
  });
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(drawn) };
  const chooser = page.getByLabel('Choose a picture');

  await chooser.setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toHaveText('Bad image selected. Please try a different one.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await chooser.setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Profile picture' });
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByLabel('Zoom').fill('1.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully updated your picture')).toBeVisible();
  await expect(page.getByText('You earned 50 coins')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${url}/profile/edit/gallery`);
  for (const photo of [1, 2]) {
    await chooser.setInputFiles(file);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('list', { name: 'Gallery' }).getByRole('img')).toHaveCount(photo);
  }
  const first = page.getByRole('list', { name: 'Gallery' }).getByRole('img').first();
  const before = await first.getAttribute('src');
  await page.getByRole('button', { name: 'Move Photo 1 forward' }).click();
  await expect(first).not.toHaveAttribute('src', before ?? '');
  await expect(page.getByText('Updated successfully').first()).toBeVisible();
  // Nothing is moved while an order is being saved.
  await expect(page.getByRole('button', { name: 'Move Photo 1 forward' })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
  const handle = (photo: number) => page.getByRole('button', { name: `Move Photo ${photo}`, exact: true });
  const saved = page.waitForResponse((answer) => answer.url().includes('/UpdateProfile'));
  await drag(page, handle(2), handle(1));
  await expect(first).toHaveAttribute('src', before ?? '');
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(first).toHaveAttribute('src', before ?? '');

  const visitor = await (await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })).newPage();
  problems.watch(visitor);
  await visitor.goto(`${url}/profile/${user.id}`);
  const photos = visitor.getByRole('main').getByRole('img', { name: /, \d of 2/ });
  await expect(photos).toHaveCount(2);
  await expect(photos.first()).toHaveAttribute('src', before ?? '');
  await expect
    .poll(() => photos.first().evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBeCloseTo(4 / 3, 1);
  // The viewer is no wider than the phone, whatever the name.
  await photos.first().click();
  for (const name of ['Close', 'Next photo'])
    await expect(visitor.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await visitor.getByRole('button', { name: 'Close' }).click();
  // Turned by a quarter, so that what was left is above: the round picture is red in its upper half.
  const colours = await visitor.evaluate(async () => {
    const avatar = document.querySelector<HTMLImageElement>('main header img');
    if (!avatar) return [];
    await avatar.decode();
    const canvas = new OffscreenCanvas(100, 100);
    const pen = canvas.getContext('2d');
    pen?.drawImage(avatar, 0, 0, 100, 100);
    return [10, 90].map((y) => Array.from(pen?.getImageData(50, y, 1, 1).data ?? []).slice(0, 3));
  });
  expect(colours[0]?.[0]).toBeGreaterThan(150);
  expect(colours[0]?.[1]).toBeLessThan(90);
  expect(colours[1]?.[1]).toBeGreaterThan(180);
});
