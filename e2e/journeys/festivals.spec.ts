import { randomUUID } from 'node:crypto';
import { followRequests } from '@marquee/testing/follow-requests';
import { violations } from '../support/axe.ts';
import { newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call } from '../support/people.ts';
import { PHONE } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

test('a director founds a festival, staff enable it with a contract, and everybody sees its page [FES-01:journey ADO-04:journey NET-05:journey]', async ({
  page,
  browser,
  problems,
  url,
}, info) => {
  problems.expectProblem(/Failed to load resource.*404/);
  // The answer that a contract is needed.
  problems.expectProblem(/Failed to load resource.*400.*SetOrganizationStatus/);
  const name = 'The Northlight Festival of Films Seen After Dark';
  const address = `northlight-${randomUUID().slice(0, 8)}`;
  const maker = await newMaker(url, { firstName: 'Ines', lastName: 'Duarte' });
  await call(maker.api, url, 'identity.v1.ProfileService/UpdateProfile', {
    ...{ requestId: randomUUID(), talents: { talents: ['Festival Director'] } },
  });
  const ofDirector = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  await ofDirector.addCookies((await maker.api.storageState()).cookies);
  const director = await ofDirector.newPage();
  problems.watch(director);
  const shot = (shown: typeof page, as: string) =>
    shown.screenshot({ path: info.outputPath(`${as}.png`), fullPage: true });

  await director.goto(`${url}/user/orgs`);
  await shot(director, 'own-390');
  await director.getByRole('link', { name: 'New organization' }).click();
  await director.getByLabel('Name', { exact: true }).fill(name);
  await director.getByLabel('Kind of organization').selectOption('FILM_FESTIVAL');
  await director.getByLabel('Description').fill('Ten nights of films from north of the sixtieth parallel.');
  await director.getByLabel('Custom address').fill(address);
  await director.getByLabel('City').fill('Tromsø');
  await shot(director, 'new-390');
  await director.getByRole('button', { name: 'Found organization' }).click();
  await expect(director).toHaveURL(/\/user\/orgs\/[0-9a-f-]{36}$/);
  await expect(director.getByText('Inactive', { exact: true })).toBeVisible();
  await shot(director, 'manage-390');
  const festivalId = director.url().split('/').at(-1) ?? '';

  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  problems.watch(visitor);
  await visitor.goto(`${url}/festivals/${address}`);
  await expect(visitor.getByRole('heading', { name: 'Festival Not Found' })).toBeVisible();

  const office = await newStaff(url, undefined, 'SUPER_USER');
  await page.context().addCookies((await office.api.storageState()).cookies);
  const untilQuiet = followRequests(page);
  await page.goto(`${url}/superadmin/festivals`);
  await page.getByRole('textbox', { name: 'Search festivals' }).fill(address);
  await expect(page).toHaveURL(/q=northlight/);
  await untilQuiet();
  await shot(page, 'office-list-1440');
  expect(await violations(page, ['dark'])).toEqual([]);
  await page.getByRole('link', { name }).click();
  await page.getByRole('switch', { name: /^Enabled/ }).click({ force: true });
  await page.getByLabel('Contract length in years').fill('2');
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await untilQuiet();
  await shot(page, 'office-1440');
  expect(await violations(page, ['dark'])).toEqual([]);

  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await visitor.setViewportSize({ width, height });
    await expect(async () => {
      await visitor.goto(`${url}/festivals/${festivalId}`);
      await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/festivals/${address}$`));
    await shot(visitor, `festival-${width}`);
    expect(await violations(visitor, ['dark'])).toEqual([]);
    await visitor.goto(`${url}/festivals?q=northlight`);
    await expect(visitor.locator(`a[href$="/${address}"]`)).toBeVisible();
    await shot(visitor, `festivals-${width}`);
    expect(await violations(visitor, ['dark'])).toEqual([]);
  }

  // The cached page under the earlier address is dropped when the address changes.
  await visitor.goto(`${url}/festivals/${address}`);
  await director.reload();
  const form = director.locator('form', { has: director.getByLabel('Custom address') });
  await form.getByLabel('Custom address').fill(`${address}-two`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(director.getByText('Your changes were saved.')).toBeVisible();
  await expect(async () => {
    await visitor.goto(`${url}/festivals/${address}`);
    await expect(visitor.getByRole('heading', { name: 'Festival Not Found' })).toBeVisible({ timeout: 1_000 });
    await visitor.goto(`${url}/festivals/${address}-two`);
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const tab of ['Team', 'Fan club']) {
    await director.getByRole('link', { name: tab }).click();
    await expect(director.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await shot(director, `${tab.toLowerCase().replace(' ', '-')}-390`);
    expect(await violations(director, ['dark'])).toEqual([]);
  }

  await page.reload();
  await page.getByRole('switch', { name: /^Enabled/ }).click({ force: true });
  await expect(page.getByText(`${name} is disabled.`)).toBeVisible();
  await expect(async () => {
    await visitor.goto(`${url}/festivals/${festivalId}`);
    await expect(visitor.getByRole('heading', { name: 'Festival Not Found' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ofDirector.close();
});
