import { randomUUID } from 'node:crypto';
import { eventually } from '@marquee/testing/eventually';
import type { Browser } from './ingress.ts';
import { linkTokenIn, type MailServer } from './mail-server.ts';

const MAIL_MS_MAX = 60_000;

/** Requests a new account and returns its mail address. `before` gets the address before the request is sent. */
export async function askForAccount(browser: Browser, before: (email: string) => void = () => {}): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  before(email);
  const body = { requestId: randomUUID(), email, firstName: 'Nia', lastName: 'Newcomer', country: 'US' };
  await browser.call('identity.v1.AuthService/StartCreateAccount', body);
  return email;
}

/** Waits for the mail to an address and follows its link; returns the id of the account. */
export async function followLink(browser: Browser, mails: MailServer, email: string): Promise<string> {
  const mail = await eventually(() => mails.to(email)[0] ?? false, MAIL_MS_MAX);
  type Confirmed = { user?: { id?: string } };
  const body = { token: linkTokenIn(mail) };
  const { user } = await browser.call<Confirmed>('identity.v1.AuthService/ConfirmLink', body);
  if (!user?.id) throw new Error(`the link to ${email} signed nobody in`);
  return user.id;
}

/** Makes an account and signs the browser in. */
export async function signUp(browser: Browser, mails: MailServer): Promise<{ email: string; accountId: string }> {
  const email = await askForAccount(browser);
  return { email, accountId: await followLink(browser, mails, email) };
}
