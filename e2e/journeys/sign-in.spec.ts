import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { createAccount, emailOf, newPerson, phoneOf } from '../support/people.ts';
import { staff } from '../support/staff.ts';

const startByEmail = async (page: Page, url: string, email: string) => {
  const before = await messagesTo(url, email);
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  return linkOf(await messageTo(url, email, before));
};

const isSignedIn = async (context: BrowserContext, url: string) => {
  const answer = await context.request.get(`${url}/onboarding`, { maxRedirects: 0 });
  return !(answer.headers().location ?? '').startsWith('/sign-in');
};

test('signs in by a link in the same browser, with the button only [AUT-01 AUT-06 AUT-07 AUT-20:same]', async ({
  page,
  context,
  url,
}) => {
  const person = await newPerson(url);
  const link = await startByEmail(page, url, person.email);
  expect(await isSignedIn(context, url)).toBe(false);
  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(second.getByLabel(/two digits/)).toHaveCount(0);
  await second.getByRole('button', { name: 'Sign in' }).click();
  // The waiting screen continues by itself.
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/verify-email');
  expect(await isSignedIn(context, url)).toBe(true);
});

test('a link opened on another device asks for the two digits and signs in only the browser that began [AUT-20]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  const person = await newPerson(url);
  const link = await startByEmail(page, url, person.email);
  const digits = (await page.getByTestId('digits').textContent())?.replace(/\D/g, '') ?? '';
  expect(digits).toMatch(/^\d\d$/);

  const other = await browser.newContext();
  const phone = await other.newPage();
  problems.watch(phone);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await expect(phone.getByText('Device', { exact: true })).toBeVisible();
  await phone.getByLabel(/two digits/).fill(digits);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByRole('heading', { name: 'Confirmed' })).toBeVisible();

  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/verify-email');
  expect(await isSignedIn(context, url)).toBe(true);
  expect(await isSignedIn(other, url)).toBe(false);
  await other.close();
});

test('one wrong entry of the digits ends the sign-in [AUT-20:wrong-digits]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource|40[0-9]|412/);
  const person = await newPerson(url);
  const link = await startByEmail(page, url, person.email);
  const digits = Number((await page.getByTestId('digits').textContent())?.replace(/\D/g, ''));
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(link);
  await phone.getByLabel(/two digits/).fill(String((digits + 1) % 100).padStart(2, '0'));
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('Those are not the digits that the other screen shows.')).toBeVisible();
  // The right ones do not help any more.
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'This link did not work' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Let’s try that again' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText('Sign in attempt expired. Please send a email and try again.');
  expect(await isSignedIn(context, url)).toBe(false);
  await other.close();
});

test('a mail scanner that opens the link uses nothing up [AUT-19:scanner]', async ({ page, context, browser, url }) => {
  const person = await newPerson(url);
  const link = await startByEmail(page, url, person.email);
  const scanner = await browser.newContext();
  for (let visit = 0; visit < 3; visit += 1) {
    const opened = await scanner.newPage();
    await opened.goto(link);
    await opened.waitForLoadState('networkidle');
    await opened.close();
  }
  await scanner.close();
  expect(await isSignedIn(context, url)).toBe(false);
  const second = await context.newPage();
  await second.goto(link);
  await second.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => isSignedIn(context, url)).toBe(true);
});

test('signs in by a code, and says each thing that is wrong with one [AUT-08 AUT-03:journey]', async ({
  page,
  context,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource|40[0-9]|412/);
  const phone = phoneOf();
  await createAccount(url, { phoneNumber: `+1${phone}` });
  const before = await messagesTo(url, `+1${phone}`);
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email or phone').fill(`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const { code } = await messageTo(url, `+1${phone}`, before);

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter the code')).toBeVisible();
  // A whole code sends itself; after a wrong one the next digit begins a new one.
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('Invalid or Expired Code')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(code ?? '');
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/verify-phone');
  expect(await isSignedIn(context, url)).toBe(true);
});

test('resends a link and a code, and says so or says what failed, and reports that [AUT-09]', async ({
  page,
  problems,
  url,
}) => {
  const person = await newPerson(url);
  const first = await startByEmail(page, url, person.email);
  const before = await messagesTo(url, person.email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('A new link has been sent. Please check your email.').first()).toBeVisible();
  expect(linkOf(await messageTo(url, person.email, before))).not.toBe(first);

  const phone = phoneOf();
  await createAccount(url, { phoneNumber: `+1${phone}` });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email or phone').fill(`+1${phone}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = await messagesTo(url, `+1${phone}`);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('A new code has been sent. Please check your text messages.').first()).toBeVisible();
  await messageTo(url, `+1${phone}`, codes);

  problems.expectProblem(/Failed to load resource|5\d\d/);
  await page.route('**/rpc/identity.v1.AuthService/ResendChallenge', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  const reportedCode = page.waitForRequest('**/errors');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('We failed to send a new code.').first()).toBeVisible();
  expect((await reportedCode).postData()).toContain('resend-code');

  await startByEmail(page, url, person.email);
  const reported = page.waitForRequest('**/errors');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('We failed to send a new email.').first()).toBeVisible();
  expect((await reported).postData()).toContain('resend-email');

  await page.evaluate(() => sessionStorage.clear());
  // An unknown attempt would end the waiting at once.
  await page.route('**/rpc/identity.v1.AuthService/CheckEmailVerification', (route) => route.abort());
  problems.expectProblem(/ERR_FAILED/);
  // A whole load: buttons do something once the page is hydrated, which nothing else tells.
  const press = (button: string, said: string) =>
    expect(async () => {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(said).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await page.goto(`${url}/verify-email?session=somebody`);
  await press('Send a new link', 'Email is missing.');
  await page.goto(`${url}/verify-phone?session=somebody`);
  await press('Send a new code', 'Phone number is missing');
  await page.goto(`${url}/verify-phone`, { waitUntil: 'networkidle' });
  await page.getByLabel('Code').fill('123456');
  await expect(page.getByText('Session has expired.')).toBeVisible();
});

test('asks for an email or phone, and offers an account to somebody who has none [AUT-01 AUT-02 AUT-11]', async ({
  page,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource|40[0-9]|412/);
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter your email or phone.')).toBeVisible();

  await page.goto(`${url}/sign-in/email`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter your email.')).toBeVisible();
  const nobody = emailOf();
  await page.getByLabel('Email').fill(nobody);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('is not registered yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(nobody);
});

test('each refusal of sign-in is said in its words: silent, expired, taken, and the server’s own as given [AUT-12]', async ({
  page,
  problems,
  url,
}) => {
  problems.expectProblem(/Failed to load resource|40[0-9]|412|5\d\d/);
  await page.route('**/rpc/identity.v1.AuthService/StartSignIn', (route) => route.fulfill({ status: 500, body: '' }));
  const reported = page.waitForRequest('**/errors');
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email or phone').fill(emailOf());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("We can't sign you in right now. Please try again later.")).toBeVisible();
  expect((await reported).postData()).toContain('sign-in');
  await page.unroute('**/rpc/identity.v1.AuthService/StartSignIn');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${url}/verify-email`);
  await expect(page.getByText('Sign in attempt expired. Please send a email and try again.')).toBeVisible();

  const person = await newPerson(url);
  await page.goto(`${url}/create-account`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Again');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('That email is already used. Please sign in instead.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');

  await staff('suspend', person.email);
  const link = await startByEmail(page, url, person.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This account is suspended. Please contact support.')).toBeVisible();
});

test('a link from outside keeps where it was going [AUT-05 AUT-10:return]', async ({ page, url }) => {
  const person = await newPerson(url, { onboarded: true });
  await page.goto(`${url}/auth?returnTo=${encodeURIComponent('/films?q=sea')}`);
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  const before = await messagesTo(url, person.email);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const link = linkOf(await messageTo(url, person.email, before));
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${url}/films?q=sea`);
  await page.goto(`${url}/auth?createAccount=1`);
  await expect(page).toHaveURL(`${url}/`);
});
