import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { PAYS, typeCard } from '../support/card.ts';
import { makeClip } from '../support/clip.ts';
import { memberOf, newFilm, newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { untilPlaying } from '../support/player.ts';

test.describe.configure({ mode: 'serial' });

const CHALLENGES = '4000 0025 0000 3155';
const DECLINED = '4000 0000 0000 9995';
const SLOW = '000123456789';

let filmId = '';
test.beforeAll(async ({ url }) => {
  const [maker, approvedBy] = [await newMaker(url), await newStaff(url)];
  const film = await makeClip({ seconds: 20, width: 320, height: 180, fps: 12 });
  const details = { isFree: false, usdCost: '499' };
  filmId = await newFilm(maker, url, { title: 'The Price of Salt Water', film, approvedBy, details });
});

/** Somebody in this browser, on the film's page, who has pressed the way to buy it. */
async function buyer(page: Page, url: string) {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await page.context().addCookies((await viewer.api.storageState()).cookies);
  await page.goto(`${url}/feed/${filmId}`);
  await page.getByRole('button', { name: 'Unlock for $4.99' }).click();
  const sheet = page.getByRole('dialog', { name: 'Unlock this film' });
  await expect(sheet.getByText('The Price of Salt Water')).toBeVisible();
  return { viewer, sheet };
}

type Sheet = Awaited<ReturnType<typeof buyer>>['sheet'];
const pay = (sheet: Sheet) => sheet.getByRole('button', { name: 'Pay $4.99' }).click();
const charged = async (viewer: Awaited<ReturnType<typeof buyer>>['viewer'], url: string) => {
  const { orders = [] } = await call<{ orders?: unknown[] }>(viewer.api, url, 'film.v1.CheckoutService/ListOrders', {});
  return orders.length;
};

for (const width of [390, 1440]) {
  test(`a film is bought with a card and watched, at ${width} pixels, by keyboard alone [WAT-02:price]`, async ({
    page,
    url,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { viewer, sheet } = await buyer(page, url);
    await expect(sheet.getByText('Yours for 48 hours from when it is paid.')).toBeVisible();
    await sheet.getByLabel('Card number').focus();
    for (const typed of [PAYS, '12/34', '123']) {
      await page.keyboard.type(typed);
      if (typed !== '123') await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(sheet.getByText(/^Thank you\. The film is yours until /)).toBeVisible();
    await sheet.getByRole('link', { name: 'Watch now' }).click();
    await untilPlaying(page);
    expect(await charged(viewer, url)).toBe(1);
  });
}

test('a declined card says why and keeps what was typed, and another one pays; a bank that asks is answered', async ({
  page,
  url,
  problems,
}) => {
  // A number that is no test card is refused.
  problems.expectProblem(/status of 400 .*ConfirmTestPayment/);
  const { viewer, sheet } = await buyer(page, url);
  expect(await violations(page)).toEqual([]);
  await pay(sheet);
  await expect(sheet.getByText('Please enter the card number.')).toBeVisible();
  await typeCard(sheet, '4111 1111 1111 1111');
  await pay(sheet);
  await expect(sheet.getByText('This is not one of the test card numbers.', { exact: false })).toBeVisible();
  await typeCard(sheet, DECLINED);
  await pay(sheet);
  await expect(sheet.getByRole('alert')).toContainText('There is not enough money in its account.');
  await expect(sheet.getByLabel('Card number')).toHaveValue(DECLINED);
  expect(await charged(viewer, url)).toBe(0);

  await typeCard(sheet, CHALLENGES);
  await pay(sheet);
  await sheet.getByRole('button', { name: 'No', exact: true }).click();
  await expect(sheet.getByRole('alert')).toContainText('Your bank did not confirm that it is you');
  await typeCard(sheet, CHALLENGES);
  await pay(sheet);
  // After a reload the bank's question is there again.
  await expect(sheet.getByText('Your bank asks: is it you who pays $4.99?')).toBeVisible();
  await page.reload();
  await sheet.getByRole('button', { name: 'Yes, pay' }).click();
  await expect(sheet.getByText(/^Thank you\. The film is yours until /)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: /^Watch$/ })).toBeVisible();
  expect(await charged(viewer, url)).toBe(1);
});

test('a slow payment is checked through a reload, until the film is there', async ({ page, url }) => {
  const { viewer, sheet } = await buyer(page, url);
  await typeCard(sheet, SLOW);
  await pay(sheet);
  await expect(sheet.getByText('We are checking your payment.', { exact: false })).toBeVisible();
  await page.reload();
  await expect(sheet.getByText(/We are checking your payment|Thank you\. The film is yours until /)).toBeVisible();
  await expect(sheet.getByText(/^Thank you\. The film is yours until /)).toBeVisible();
  expect(await charged(viewer, url)).toBe(1);
});
