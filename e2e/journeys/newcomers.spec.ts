import { followRequests } from '@marquee/testing/follow-requests';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { makePicture } from '../support/clip.ts';
import { expect, test } from '../support/fixtures.ts';
import { linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { emailOf } from '../support/people.ts';
import { SIZES } from '../support/sizes.ts';

/** Creates an account by its first mail, whose link is opened in another tab of the same browser. */
async function createAccount(page: Page, url: string, { first, last }: { first: string; last: string }): Promise<void> {
  const email = emailOf();
  await page.goto(`${url}/create-account`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  const before = await messagesTo(url, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/verify-email/);
  const mail = await page.context().newPage();
  await mail.goto(linkOf(await messageTo(url, email, before)));
  await mail.getByRole('button', { name: 'Confirm' }).click();
  await expect(mail).toHaveURL(/\/onboarding/);
  await mail.close();
  // The waiting screen continues by itself.
  await expect(page).toHaveURL(/\/onboarding/);
}

const goOn = (page: Page) => page.getByRole('button', { name: /^(Continue|Finish)$/ }).click();
const part = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Parts of your profile' }).getByRole('link', { name });

/** Fills in what the welcome screen still lacks, each time by way of it. */
async function complete(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/profile/complete`);
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  await part(page, 'Picture').click();
  await page.getByLabel('Choose a picture').setInputFiles(await makePicture(640, 360));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully updated your picture')).toBeVisible();
  await expect(page.getByText('You earned 50 coins')).toBeVisible();

  await page.goto(`${url}/profile/complete`);
  await part(page, 'About me').click();
  await page.getByRole('textbox').fill('<b>Films</b> of rivers 🎬 and of ‏ships‏');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully').first()).toBeVisible();

  await page.goto(`${url}/profile/complete`);
  await part(page, 'Links').click();
  await page.getByLabel(/^IMDb/).fill('javascript:alert(1)');
  await page.getByLabel(/^IMDb/).blur();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await page.getByLabel(/^IMDb/).fill('imdb.com/name/nm0000001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully').first()).toBeVisible();
}

/** What the finished profile shows, as axe and a visitor see it. */
async function lookAt(page: Page, url: string, name: string): Promise<void> {
  const untilQuiet = followRequests(page);
  await page.goto(`${url}/profile/complete`);
  await expect(page.getByText('Your profile is complete.')).toBeVisible();
  const found = await violations(page);
  await page.getByRole('link', { name: 'See my profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  // What was typed is text, whatever it looks like.
  await expect(page.getByText('<b>Films</b> of rivers 🎬')).toBeVisible();
  await expect(page.getByRole('link', { name: /^IMDb/ })).toHaveAttribute('href', 'https://imdb.com/name/nm0000001');
  await untilQuiet();
  expect([...found, ...(await violations(page))]).toEqual([]);
}

for (const viewport of SIZES)
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('a Movie Lover goes from the first mail to a finished profile [ONB-08:lover-journey PRO-05:lover-journey]', async ({
      page,
      url,
    }) => {
      await createAccount(page, url, { first: 'Ida', last: 'Lupino' });
      await page.getByText('Movie Lover').click();
      await goOn(page);
      await expect(page.getByLabel('First name')).toHaveValue('Ida');
      await goOn(page);
      await expect(page).toHaveURL(`${url}/`);
      await complete(page, url, 'Ida');
      await lookAt(page, url, 'Ida Lupino');
    });

    test('a Pro goes from the first mail to a finished profile [ONB-08:pro-journey PRO-05:pro-journey]', async ({
      page,
      url,
    }) => {
      await createAccount(page, url, { first: 'Agnès', last: 'Varda' });
      await page.getByText('Entertainment Pro').click();
      await page.getByText('Individual', { exact: true }).click();
      await goOn(page);
      await goOn(page);
      for (const talent of ['Director', 'Editor']) {
        await page.getByRole('combobox', { name: 'Your talents' }).fill(talent);
        await page.getByRole('option', { name: talent, exact: true }).click();
      }
      await goOn(page);
      await page.getByLabel('City').fill('Brussels');
      await goOn(page);
      await expect(page).toHaveURL(`${url}/eohub`);
      await complete(page, url, 'Agnès');
      await lookAt(page, url, 'Agnès Varda');
      await expect(page.getByText('Director, Editor')).toBeVisible();
      await expect(page.getByText(/^Brussels/)).toBeVisible();
    });
  });
