import { readFile } from 'node:fs/promises';
import { followRequests } from '@marquee/testing/follow-requests';
import { violations } from '../support/axe.ts';
import { memberOf } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { newPerson, newRequests, signIn } from '../support/people.ts';
import { SIZES } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

for (const viewport of SIZES)
  test(`exports what is known, downloads it, closes the account and takes that back by signing in, at ${viewport.width} [SET-05:journey SET-12:journey]`, async ({
    page,
    context,
    browser,
    problems,
    url,
  }) => {
    // What asks for somebody while the account closes is refused.
    problems.expectProblem(/Failed to load resource.*40[0-9]/);
    const person = await newPerson(url, { pro: true, lastName: 'Leaves' });
    await signIn(context, url, person.email);
    const elsewhere = await browser.newContext({ viewport });
    await signIn(elsewhere, url, person.email);
    await page.setViewportSize(viewport);
    const untilQuiet = followRequests(page);

    await page.goto(`${url}/settings`);
    await page.getByRole('link', { name: /^Export my data/ }).click();
    let mails = await messagesTo(url, person.email);
    await page.getByRole('button', { name: 'Ask for an export' }).click();
    await page.getByRole('button', { name: 'Export my data' }).click();
    const ready = await messageTo(url, person.email, mails);
    expect(ready.links.some((link) => link.endsWith('/settings/export'))).toBe(true);
    await page.goto(`${url}/settings/export`);
    await untilQuiet();
    expect(await violations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await (await download).path();
    const archive = await readFile(file);
    expect(archive.subarray(0, 2).toString()).toBe('PK');
    const address = (await download).url();
    const stranger = await memberOf(url, await newPerson(url, { onboarded: true }));
    expect((await stranger.api.get(address, { maxRedirects: 0 })).status()).toBe(404);
    expect((await (await newRequests()).get(address, { maxRedirects: 0 })).headers().location).toContain('/sign-in');

    await page.goto(`${url}/settings`);
    await page.getByRole('link', { name: /^Close account/ }).click();
    await page.getByLabel('Type the email of your account').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Close my account' }).click();
    await expect(page.getByLabel('Type the email of your account')).toHaveAttribute('aria-invalid', 'true');
    await untilQuiet();
    expect(await violations(page)).toEqual([]);
    mails = await messagesTo(url, person.email);
    await page.getByLabel('Type the email of your account').fill(person.email);
    await page.getByRole('button', { name: 'Close my account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is closing' })).toBeVisible();
    await messageTo(url, person.email, mails);
    const other = await elsewhere.newPage();
    await other.goto(`${url}/settings`);
    await expect(other).toHaveURL(/\/sign-in/);
    await elsewhere.close();

    await page.getByRole('link', { name: 'Go to the films' }).click();
    await expect(page).toHaveURL(`${url}/`);
    mails = await messagesTo(url, person.email);
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Email or phone').fill(person.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.goto(linkOf(await messageTo(url, person.email, mails)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('You closed it on')).toBeVisible();
    await untilQuiet();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('Your account stays open. Welcome back.')).toBeVisible();
    await page.goto(`${url}/profile`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Leaves' })).toBeVisible();
  });
