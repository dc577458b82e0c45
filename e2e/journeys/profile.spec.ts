import { expect, test } from '../support/fixtures.ts';
import { call, newPerson, newRequests, signIn } from '../support/people.ts';

const GET_CURRENT_USER = 'identity.v1.ProfileService/GetCurrentUser';

test('a person edits their profile, a visitor sees it at once, and nobody when it is private [PRO-03 PRO-15:journey PRO-19:journey PRO-20:journey]', async ({
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
  expect(await (await requests.get(`${url}/sitemap.xml`)).text()).toContain(`${url}/sitemap/people/f`);
  // Parts of the sitemap have no tag; they live for 5 s.
  await expect(async () => expect(await sitemap()).toContain(profile)).toPass();

  await page.goto(`${url}/profile/edit/visibility`);
  await page.getByText('Only you').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${url}/profile/edit`);
  await expect(async () => expect((await visitor.goto(profile))?.status()).toBe(404)).toPass();
  await expect(visitor.getByRole('heading', { name: 'We could not find this profile.' })).toBeVisible();
  await expect(async () => expect(await sitemap()).not.toContain(profile)).toPass();
  await page.goto(`${url}/profile`);
  await expect(page.getByText('Your profile is private: nobody but you sees it.')).toBeVisible();
});
