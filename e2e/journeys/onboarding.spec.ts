import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';

const goOn = (page: Page) => page.getByRole('button', { name: /^(Continue|Finish)$/ }).click();

test('a Movie Lover finishes after the name, on the home page [ONB-01:movie-lover ONB-02 ONB-03]', async ({
  page,
  context,
  url,
}) => {
  const person = await newPerson(url);
  await signIn(context, url, person.email);
  await page.goto(`${url}/onboarding`);
  await expect(page.getByText('b2b')).toHaveCount(0);
  await goOn(page);
  await expect(page.getByText('Please choose how you use Marquee.')).toBeVisible();
  await page.getByText('Movie Lover').click();
  await goOn(page);
  await expect(page).toHaveURL(`${url}/onboarding/fullname`);
  await page.getByLabel('First name').fill('   ');
  await goOn(page);
  await expect(page.getByText('Invalid first name')).toBeVisible();
  await expect(page.getByText('Please provide your legal first name').first()).toBeVisible();
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('');
  await goOn(page);
  await expect(page.getByText('Invalid last name')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await page.getByLabel('Last name').fill('Lupino');
  await goOn(page);
  await expect(page).toHaveURL(`${url}/`);
  // Somebody who is not onboarding is sent home.
  for (const screen of ['', '/fullname', '/talents', '/location']) {
    await page.goto(`${url}/onboarding${screen}`);
    await expect(page).toHaveURL(`${url}/`);
  }
});

for (const type of ['Individual', 'Company'] as const) {
  test(`a Pro (${type}) goes by name, talents and location to the network [ONB-01 ONB-04 ONB-06:journey]`, async ({
    page,
    context,
    url,
  }) => {
    const person = await newPerson(url);
    await signIn(context, url, person.email);
    await page.goto(`${url}/onboarding`);
    await page.getByText('Entertainment Pro').click();
    await page.getByText(type, { exact: true }).click();
    await goOn(page);
    await expect(page.getByText('Step 1 of 3')).toBeVisible();
    await page.getByLabel('First name').fill('Agnès');
    await page.getByLabel('Last name').fill('Varda');
    await goOn(page);
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
    await goOn(page);
    await expect(page.getByText('Please select at least 1 skill.')).toBeVisible();
    const talents = type === 'Individual' ? ['Director', 'Editor'] : ['Film Studio', 'Sales Agency'];
    for (const talent of talents) {
      await page.getByRole('combobox', { name: 'Your talents' }).fill(talent);
      await page.getByRole('option', { name: talent, exact: true }).click();
    }
    await goOn(page);
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await page.getByLabel('City').fill('x'.repeat(31));
    await goOn(page);
    await expect(page.getByText('Please enter at most 30 characters.')).toBeVisible();
    await page.getByLabel('City').fill('Brussels');
    await goOn(page);
    await expect(page).toHaveURL(`${url}/eohub`);
  });
}

test('changing between Individual and Company clears the talents [ONB-05]', async ({ page, context, url }) => {
  const person = await newPerson(url);
  await signIn(context, url, person.email);
  await page.goto(`${url}/onboarding`);
  await page.getByText('Entertainment Pro').click();
  await page.getByText('Individual', { exact: true }).click();
  await goOn(page);
  await goOn(page);
  await page.getByRole('combobox', { name: 'Your talents' }).fill('Director');
  await page.getByRole('option', { name: 'Director', exact: true }).click();
  await goOn(page);
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  await page.goto(`${url}/onboarding`);
  await page.getByText('Entertainment Pro').click();
  await page.getByText('Company', { exact: true }).click();
  await goOn(page);
  await expect(page).not.toHaveURL(`${url}/onboarding`);
  await page.goto(`${url}/onboarding/talents`);
  await goOn(page);
  await expect(page.getByText('Please select at least 1 skill.')).toBeVisible();
});

test('says so when onboarding fails, and keeps what was typed [ONB-07]', async ({ page, context, problems, url }) => {
  problems.expectProblem(/Failed to load resource|5\d\d/);
  const person = await newPerson(url);
  await signIn(context, url, person.email);
  await page.goto(`${url}/onboarding`);
  await page.getByText('Movie Lover').click();
  await goOn(page);
  await page.route('**/rpc/identity.v1.ProfileService/UpdateProfile', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await page.getByLabel('First name').fill('Kelly');
  await goOn(page);
  await expect(
    page.getByText('Failed to complete onboarding. Please try again later or contact support.'),
  ).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Kelly');
});
