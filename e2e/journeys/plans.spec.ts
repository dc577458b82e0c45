import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import { openClocks } from '@marquee/testing/clocks';
import type { Page } from '@playwright/test';
import { startApp } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { PAYS, typeCard } from '../support/card.ts';
import { expect, test } from '../support/fixtures.ts';
import { SETTINGS } from '../support/global-setup.ts';
import { call, newPerson, signIn } from '../support/people.ts';

const DAY_MS = 86_400_000;
/** It is saved, and declined when it is charged. */
const DECLINES = '4000 0000 0000 0341';

async function addCard(page: Page, number: string): Promise<void> {
  await typeCard(page.locator('main'), number);
  await page.getByRole('button', { name: 'Save this card' }).click();
  await expect(page.getByText('Your card is saved.')).toBeVisible();
}

test('a plan is tried, renews by the clock, is declined and paid with another card, and ends once it is cancelled [SET-10 SET-11]', async ({
  page,
  context,
  problems,
}) => {
  test.setTimeout(600_000);
  // A card is needed.
  problems.expectProblem(/status of 400 .*StartPlan/);
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-plans-'));
  const clocks = openClocks(dataDir);
  const app = await startApp({ dataDir, port: await freePort(), env: { ...SETTINGS, ...clocks.environment('site') } });
  try {
    const { url } = app;
    const { email } = await newPerson(url, { onboarded: true });
    const open = (path: string) => page.goto(`${url}/settings/${path}`);
    let days = 0;
    /** So many days later, signed in as on a new day. */
    const later = async (more: number) => {
      days += more;
      // No page is open while a sign-in of some weeks ago ends.
      await page.goto('about:blank');
      clocks.shift('site', days * DAY_MS);
      // A mail of before would be of a sign-in that has ended. What was signed before the jump is refused for a moment.
      const siteTime = () =>
        call<{ now: string }>(context.request, url, 'film.v1.PremiereService/GetServerTime', {}).then(
          ({ now }) => Date.parse(now),
          () => 0,
        );
      await expect.poll(siteTime).toBeGreaterThan(Date.now() + (days - 1) * DAY_MS);
      await signIn(context, url, email);
    };
    /** The subscription, once it is as it should be. */
    const becomes = (text: string | RegExp) =>
      expect(async () => {
        await open('subscription');
        await expect(page.getByText(text)).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 90_000 });
    await signIn(context, url, email);

    await open('subscription');
    await expect(page.getByText('You have no subscription')).toBeVisible();
    await page.getByRole('link', { name: 'See all plans' }).click();
    const plan = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const prices: [string, string, string][] = [
      ['Freemium', '$0.00', '$0.00'],
      ['Pro', '$12.99 a month', '$129.99 a year'],
      ['Premium', '$24.99 a month', '$249.99 a year'],
    ];
    for (const [name, monthly] of prices) await expect(plan(name)).toContainText(monthly);
    await page.getByRole('button', { name: 'Yearly' }).click();
    for (const [name, , yearly] of prices) await expect(plan(name)).toContainText(yearly);
    await expect(page.getByRole('link', { name: 'Choose Premium' })).toHaveAttribute(
      'href',
      '/settings/subscription?subscriptionType=PREMIUM&intervalType=YEARLY',
    );
    await page.getByRole('button', { name: 'Monthly' }).click();
    expect(await violations(page)).toEqual([]);

    // A card is needed first; the plan that was chosen is there again once it is saved.
    await page.getByRole('link', { name: 'Choose Pro' }).click();
    await page.getByRole('button', { name: 'Start my trial' }).click();
    await page.getByRole('link', { name: 'Add a card' }).click();
    await addCard(page, PAYS);
    await expect(page).toHaveURL(`${url}/settings/subscription?subscriptionType=PRO&intervalType=MONTHLY`);
    await page.getByRole('button', { name: 'Start my trial' }).click();
    await expect(page.getByText(/^Your trial ends on .+\. Then it costs \$12\.99 a month\.$/)).toBeVisible();
    await open('receipts');
    await expect(page.getByText('You have no receipts here')).toBeVisible();

    // The trial is over: the first period is paid, and so is the next one.
    const receipts = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem');
    for (const [after, paid] of [
      [14, 1],
      [32, 2],
    ] as const) {
      await later(after);
      await expect(async () => {
        await open('receipts');
        await expect(receipts).toHaveCount(paid, { timeout: 5_000 });
      }).toPass({ timeout: 90_000 });
      await becomes(/^It renews on .+, for \$12\.99 a month\.$/);
    }
    await open('receipts');
    await expect(receipts.first()).toContainText('Marquee Pro');
    await expect(receipts.first()).toContainText('$12.99');

    // Another card is declined when the plan renews; the first one pays it.
    await open('payment');
    await page.getByRole('link', { name: 'Add a card' }).click();
    await addCard(page, DECLINES);
    const cards = page.getByRole('list', { name: 'Your cards' }).getByRole('listitem');
    const [good, bad] = [cards.filter({ hasText: '4242' }), cards.filter({ hasText: '0341' })];
    await bad.getByRole('button', { name: /^Use .+ for plans$/ }).click();
    await expect(bad).toContainText('Used for plans');
    await page.reload();
    await expect(bad).toContainText('Used for plans');
    await expect(good).not.toContainText('Used for plans');
    await later(32);
    await becomes('Your last payment did not work');
    await expect(page.getByRole('alert')).toContainText(/declined.* We try it again until /);
    await open('payment');
    await good.getByRole('button', { name: /^Use .+ for plans$/ }).click();
    await expect(good).toContainText('Used for plans');
    await becomes(/^It renews on /);
    await open('receipts');
    await expect(receipts).toHaveCount(3);

    await open('subscription');
    await page.getByRole('button', { name: 'Cancel my plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel my plan' }).click();
    await expect(page.getByText(/^It ends on .+, and you pay nothing more\./)).toBeVisible();
    await later(32);
    await becomes('You have no subscription');
    await open('receipts');
    await expect(receipts).toHaveCount(3);
    await open('plans');
    await expect(plan('Freemium')).toContainText('Yours');

    // The appearance is chosen beside them, and holds for the next page.
    for (const theme of ['light', 'dark', 'system']) {
      await open('appearance');
      await page.locator(`input[name="theme"][value="${theme}"]`).check({ force: true });
      await open('payment');
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    }
  } finally {
    // Its page would look for a site that is gone.
    await page.goto('about:blank');
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
