import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pdfText } from '@marquee/testing/pdf-text';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { PAYS, typeCard } from '../support/card.ts';
import { makeClip } from '../support/clip.ts';
import { type Member, memberOf, newFilm, newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { untilPlaying } from '../support/player.ts';

test.describe.configure({ mode: 'serial' });

const CHALLENGES = '4000 0025 0000 3155';
const DECLINED = '4000 0000 0000 9995';
const SLOW = '000123456789';

let filmId = '';
let maker: Member;
let office: Member;
test.beforeAll(async ({ url }) => {
  test.setTimeout(300_000);
  [maker, office] = [await newMaker(url), await newStaff(url, undefined, 'SUPER_USER')];
  const film = await makeClip({ seconds: 40, width: 320, height: 180, fps: 12 });
  const details = { isFree: false, usdCost: '499' };
  filmId = await newFilm(maker, url, { title: 'The Price of Salt Water', film, approvedBy: office, details });
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

test('a double click and an answer that is lost charge once: one receipt, which is saved as a PDF [WAT-02:price SET-11:pdf]', async ({
  page,
  url,
  problems,
}) => {
  problems.expectProblem(/ConfirmTestPayment/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { viewer, sheet } = await buyer(page, url);
  let sent = 0;
  await page.route('**/ConfirmTestPayment', async (route) => {
    sent += 1;
    const answer = await route.fetch();
    // The server has the first one, and the browser does not learn of it.
    await (sent === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  await typeCard(sheet);
  await sheet.getByRole('button', { name: 'Pay $4.99' }).dblclick();
  await expect(sheet.getByText('Please try again: you are charged once.', { exact: false })).toBeVisible();
  expect(sent).toBe(1);
  await sheet.getByRole('button', { name: 'Pay $4.99' }).dblclick();
  await expect(sheet.getByText(/^Thank you\. The film is yours until /)).toBeVisible();
  expect(sent).toBe(2);
  expect(await charged(viewer, url)).toBe(1);

  await page.goto(`${url}/settings/receipts`);
  const receipts = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem');
  await expect(receipts).toHaveCount(1);
  await expect(receipts).toContainText('$4.99');
  await receipts.getByRole('link', { name: /The Price of Salt Water/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
  const pdf = await readFile(await download.path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = (await pdfText(pdf)).join('\n');
  for (const said of ['The Price of Salt Water', '$4.99']) expect(text).toContain(said);
});

/** Somebody in this browser who has bought the film and watches it; gives the order. */
async function watching(page: Page, url: string): Promise<{ orderId: string }> {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  const orderId = randomUUID();
  await call(viewer.api, url, 'film.v1.CheckoutService/OpenOrder', { orderId, filmId, price: '499' });
  const card = { number: PAYS.replaceAll(' ', ''), expiry: '12/34', securityCode: '123' };
  await call(viewer.api, url, 'film.v1.CheckoutService/ConfirmTestPayment', { orderId, ...card });
  await page.context().addCookies((await viewer.api.storageState()).cookies);
  await page.goto(`${url}/feed/${filmId}/watch`);
  await untilPlaying(page);
  return { orderId };
}

test('a refund by staff ends the playback that runs, and says why [WAT-02:price WAT-01:journey]', async ({
  page,
  url,
}) => {
  const { orderId } = await watching(page, url);
  const refund = { requestId: randomUUID(), orderId, reason: 'They asked for it.' };
  await call(office.api, url, 'film.v1.SalesService/RefundOrder', refund);
  // At its next heartbeat.
  await expect(page.getByRole('alert')).toContainText('You need to unlock this film to watch it.');
  await page.goto(`${url}/settings/receipts`);
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('Refunded');
});

test('a film that is limited to a country refuses a viewer elsewhere, also one who was watching [WAT-03:journey]', async ({
  page,
  url,
}) => {
  // Addresses of a university in Lisbon and of a company in California.
  const [lisbon, california] = ['193.136.128.1', '8.8.8.8'];
  const from = (address: string) => page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  await from(lisbon);
  await watching(page, url);
  const limits = { allowedLocations: { values: [{ country: 'PT' }] } };
  await call(maker.api, url, 'film.v1.StudioService/UpdateFilm', { requestId: randomUUID(), filmId, ...limits });
  await from(california);
  const refused = 'This film is unavailable in your region.';
  await expect(page.getByRole('alert')).toContainText(refused);
  await page.goto(`${url}/feed/${filmId}`);
  await expect(page.getByText(refused)).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Watch|Resume)$/ })).toHaveCount(0);
  await from(lisbon);
  await page.goto(`${url}/feed/${filmId}/watch`);
  await untilPlaying(page);
});
