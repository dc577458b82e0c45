import { readFile } from 'node:fs/promises';
import { pdfText } from '@marquee/testing/pdf-text';
import { violations } from '../support/axe.ts';
import { makeClip } from '../support/clip.ts';
import { memberOf, newFilm, newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { DESK, PHONE } from '../support/sizes.ts';

type Row = { kind: string; amount: string; balance: string };

test('a maker connects an account, is paid, and reads a statement whose sum is the ledger’s [STU-09]', async ({
  page,
  url,
  problems,
}) => {
  const [maker, approvedBy] = [await newMaker(url), await newStaff(url)];
  const film = await makeClip({ seconds: 8, width: 320, height: 180, fps: 12 });
  const details = { isFree: false, usdCost: '2500' };
  const filmId = await newFilm(maker, url, { title: 'The Price of Bread', film, approvedBy, details });
  for (const _sale of [1, 2]) {
    const buyer = await memberOf(url, await newPerson(url, { onboarded: true }));
    const orderId = crypto.randomUUID();
    await call(buyer.api, url, 'film.v1.CheckoutService/OpenOrder', { orderId, filmId, price: '2500' });
    const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
    await call(buyer.api, url, 'film.v1.CheckoutService/ConfirmTestPayment', { orderId, ...card });
  }

  await page.context().addCookies((await maker.api.storageState()).cookies);
  await page.setViewportSize(PHONE);
  await page.goto(`${url}/content/earnings`);
  await expect(page.getByRole('row', { name: /The Price of Bread/ })).toContainText('$40.00');
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name });
  await expect(figure('Your earnings')).toContainText('$40.00');
  await expect(figure('Platform fee')).toContainText('$10.00');
  await expect(page.getByText('Not connected')).toBeVisible();
  // A provider that does not answer is said, and asked again.
  problems.expectProblem(/OpenPayoutOnboarding/);
  await page.route('**/OpenPayoutOnboarding', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to connect stripe account.');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await expect(page.getByRole('heading', { name: 'Test account' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and go back' }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pay out $40.00' }).click();
  await expect(page.getByRole('list', { name: 'Your payouts' })).toContainText('$40.00');
  expect(await violations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);

  const downloading = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download CSV of quarter/ })
    .first()
    .click();
  // No title of this film holds a comma.
  const [, ...lines] = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  const rows = lines.map((line): Row => {
    const [, kind = '', , amount = '', , balance = ''] = line.split(',');
    return { kind, amount, balance };
  });
  expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['OPENING', ''],
    ['SALE', '20.00'],
    ['SALE', '20.00'],
    ['PAYOUT', '-40.00'],
    ['CLOSING', ''],
  ]);
  const printing = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download PDF of quarter/ })
    .first()
    .click();
  const pdf = await readFile(await (await printing).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = (await pdfText(pdf)).join('\n');
  for (const said of ['The Price of Bread', 'Your part of sales $40.00', 'Payouts -$40.00'])
    expect(text).toContain(said);
  await page.getByRole('button', { name: 'Open your account' }).click();
  await expect(page.getByRole('heading', { name: 'Test account' })).toBeVisible();
  const sums = await call<{ available?: string; currencySymbol?: string }>(
    maker.api,
    url,
    'film.v1.EarningsService/GetEarnings',
    {},
  );
  expect(sums.currencySymbol).toBe('$');
  expect(Number(rows.at(-1)?.balance)).toBe(Number(sums.available ?? 0) / 100);

  await page.setViewportSize(DESK);
  await page.goto(`${url}/content/${filmId}/stats`);
  // It was bought and not played yet.
  await expect(page.getByText('Nobody played it on these days.')).toBeVisible();
  await expect(page.getByText('$40.00').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
