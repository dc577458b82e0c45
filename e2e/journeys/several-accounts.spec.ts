import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { newPerson, signIn } from '../support/people.ts';
import { SIZES } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

const menuOf = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Account of ${name}` }).click();
  return page.getByRole('menu');
};

for (const viewport of SIZES)
  test(`adds a second account and switches in two tabs, with what was typed kept, at ${viewport.width} [AUT-13] [AUT-10:adding]`, async ({
    page,
    context,
    problems,
    url,
  }) => {
    await page.setViewportSize(viewport);
    // A tab whose account was signed out in another one asks who it shows, and is refused.
    problems.expectProblem(/401 \(Unauthorized\).*ProfileService\/GetCurrentUser/);
    const [ada, bob] = [
      await newPerson(url, { onboarded: true, lastName: 'First' }),
      await newPerson(url, { onboarded: true, lastName: 'Second' }),
    ];
    await signIn(context, url, ada.email);
    await page.goto(`${url}/profile/edit/bio`);
    const bio = page.getByRole('textbox');
    await bio.fill('What I typed as the first');

    const tab = await context.newPage();
    await tab.setViewportSize(viewport);
    problems.watch(tab);
    await tab.goto(url);
    await (await menuOf(tab, 'Ada First')).getByRole('menuitem', { name: 'Add another account' }).click();
    await expect(tab.getByRole('heading', { name: 'Add an account' })).toBeVisible();
    expect(await violations(tab)).toEqual([]);
    const before = await messagesTo(url, bob.email);
    await tab.getByLabel('Email or phone').fill(bob.email);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await expect(tab).toHaveURL(/\/add-account-verify-email/);
    const link = await context.newPage();
    problems.watch(link);
    await link.goto(linkOf(await messageTo(url, bob.email, before)));
    await link.getByRole('button', { name: 'Sign in' }).click();
    await expect(link).toHaveURL(`${url}/settings`);
    await link.close();
    await expect(tab).toHaveURL(`${url}/settings`);

    // The first tab stays as it was, and is asked.
    await expect(page.getByRole('heading', { name: 'This browser now uses Ada Second' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go back to Ada First' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(bio).toHaveValue('What I typed as the first');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(`${url}/profile/edit`);
    await expect(page.getByText('What I typed as the first')).toBeVisible();

    // Now the second tab is of the other account.
    await expect(tab.getByRole('heading', { name: 'This browser now uses Ada First' })).toBeVisible();
    await tab.getByRole('button', { name: 'Continue as Ada First' }).click();
    const menu = await menuOf(tab, 'Ada First');
    await menu.getByRole('menuitem', { name: /Switch to Ada Second/ }).click();
    await expect(tab.getByRole('button', { name: 'Account of Ada Second' })).toBeVisible();
    await tab.goto(`${url}/profile/edit/bio`);
    await expect(tab.getByRole('textbox')).toHaveValue('');

    const both = await menuOf(tab, 'Ada Second');
    await both.getByRole('menuitem', { name: 'Sign out of Ada Second' }).click();
    await expect(tab.getByRole('button', { name: 'Account of Ada First' })).toBeVisible();
    await (await menuOf(tab, 'Ada First')).getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(tab.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  });
