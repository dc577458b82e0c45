import { expect, test } from '../support/fixtures.ts';
import { call, newPerson, newRequests, signIn } from '../support/people.ts';

const GET_CURRENT_USER = 'identity.v1.ProfileService/GetCurrentUser';

test('a person edits their profile, a visitor sees it at once, and nobody when it is private [PRO-03 PRO-15:journey PRO-19 PRO-20:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource.*404/);
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

  await page.getByRole('link', { name: /^Showcase links/ }).click();
  await page.getByLabel(/^Vimeo/).fill('vimeo.com/agnes');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${url}/profile/edit`);
  await page.goto(`${url}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Agnès Varda' })).toBeVisible();
  const { user } = await call<{ user: { id: string } }>(context.request, url, GET_CURRENT_USER, {});

  const visitor = await (await browser.newContext()).newPage();
  const profile = `${url}/profile/${user.id}`;
  await visitor.goto(profile);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Agnès Varda' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: /^Vimeo/ })).toHaveAttribute('href', 'https://vimeo.com/agnes');
  await expect(visitor.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
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

test('a picture and a photo are cropped, turned, sent and seen by a visitor, and coins are shown [PRO-10 PRO-11:journey PRO-14]', async ({
  page,
  context,
  browser,
  url,
}) => {
  const person = await newPerson(url, { pro: true });
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

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${url}/profile/${user.id}`);
  const photos = visitor.getByRole('main').getByRole('img', { name: /, \d of 2/ });
  await expect(photos).toHaveCount(2);
  await expect(photos.last()).toHaveAttribute('src', before ?? '');
  await expect
    .poll(() => photos.first().evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBeCloseTo(4 / 3, 1);
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
