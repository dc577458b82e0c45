import type { Page } from '@playwright/test';
import { ageProofsOf } from '../support/aged-sessions.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { hasSignInLink, linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { newPerson, signIn } from '../support/people.ts';
import { PHONE, SIZES } from '../support/sizes.ts';
import { staff } from '../support/staff.ts';

test.use({ reducedMotion: 'reduce' });

/** A device with its own passkeys, which says yes to whatever the browser asks. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    /** Whether the person says yes from now on. */
    agree: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

for (const viewport of SIZES)
  test(`adds a passkey, names it, signs out and in with it, and signs another browser out, at ${viewport.width} [AUT-17:journey] [AUT-18]`, async ({
    page,
    context,
    browser,
    problems,
    url,
  }) => {
    await page.setViewportSize(viewport);
    const person = await newPerson(url, { onboarded: true });
    const other = await browser.newContext();
    await signIn(other, url, person.email);
    await signIn(context, url, person.email);
    await addAuthenticator(page);

    await page.goto(`${url}/settings`);
    await page.getByRole('link', { name: /^Account/ }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Your passkey was added. You can sign in with it from now on.').first()).toBeVisible();
    await page.getByRole('button', { name: /^Rename: / }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByText('Blue laptop')).toBeVisible();

    expect(await violations(page)).toEqual([]);

    const places = page.getByRole('list', { name: 'Where you are signed in' });
    await expect(places.getByText('This browser')).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('button', { name: 'Sign out the others' }).click();
    await expect(places.getByRole('listitem')).toHaveCount(1);
    const elsewhere = await other.newPage();
    await elsewhere.goto(`${url}/settings`);
    await expect(elsewhere).toHaveURL(/\/sign-in/);
    await other.close();

    await page.goto(`${url}/settings`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await page.goto(`${url}/sign-in?returnTo=/settings/account`);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(`${url}/settings/account`);
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByText(/last used/)).toBeVisible();

    await page.getByRole('button', { name: 'Remove: Blue laptop' }).click();
    await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    await page.context().clearCookies();
    problems.expectProblem(/404/);
    await page.goto(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('That passkey is not known here. It may have been removed.')).toBeVisible();
  });

for (const viewport of SIZES)
  test(`a new email is asked for with a passkey when signing in was long ago: refused, cancelled, then given, at ${viewport.width} [AUT-17:step-up-journey] [SET-04:step-up]`, async ({
    page,
    context,
    problems,
    url,
  }) => {
    await page.setViewportSize(viewport);
    const person = await newPerson(url, { onboarded: true });
    await signIn(context, url, person.email);
    const authenticator = await addAuthenticator(page);
    await page.goto(`${url}/settings/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
    await ageProofsOf(person.email);

    // What is asked for is refused until then.
    problems.expectProblem(/403/);
    const next = `new-${person.email}`;
    const mails = await messagesTo(url, next);
    await page.goto(`${url}/settings/email`);
    await page.getByLabel('New email').fill(next);
    await page.getByRole('button', { name: 'Send a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await authenticator.agree(false);
    const confirm = dialog.getByRole('button', { name: 'Confirm with your passkey' });
    const begun = page.waitForResponse(/StartStepUp/);
    await confirm.click();
    await begun;
    await expect(confirm).not.toHaveAttribute('aria-busy');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${url}/settings/email`);
    expect(await messagesTo(url, next)).toBe(mails);

    await authenticator.agree(true);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await confirm.click();
    await messageTo(url, next, mails);
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(`${url}/settings/email`);
  });

test('who has no passkey signs in again before what matters, in the same session, and comes back [AUT-17:again-journey]', async ({
  page,
  context,
  problems,
  url,
}) => {
  const person = await newPerson(url, { onboarded: true });
  await signIn(context, url, person.email);
  await addAuthenticator(page);
  await ageProofsOf(person.email);
  problems.expectProblem(/403/);
  await page.goto(`${url}/settings/account`);
  const places = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(places.first()).toBeVisible();
  const before = await places.count();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const mails = await messagesTo(url, person.email, hasSignInLink);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const link = linkOf(await messageTo(url, person.email, mails, hasSignInLink));
  const mailbox = await context.newPage();
  problems.watch(mailbox);
  await mailbox.goto(link);
  await mailbox.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${url}/settings/account`);
  await expect(places).toHaveCount(before);
  // A browser makes passkeys for the page that is looked at.
  await mailbox.close();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
});

test('staff set up their passkey by a link that works once [AUT-17:staff-journey]', async ({ page, problems, url }) => {
  const person = await newPerson(url, { onboarded: true });
  await staff('add', person.email);
  const path = /\/passkey#\S+/.exec(await staff('passkey-link', person.email))?.[0] ?? '';
  await addAuthenticator(page);
  await page.setViewportSize(PHONE);
  await page.goto(url + path);
  await expect(page).toHaveURL(`${url}/passkey`);
  await expect(page.getByRole('button', { name: 'Set up a passkey' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  await expect(page).not.toHaveURL(`${url}/passkey`);
  await page.goto(`${url}/superadmin/content`);
  await expect(page.getByRole('heading', { name: 'Films' })).toBeVisible();

  problems.expectProblem(/412|400/);
  await page.goto(url + path);
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
