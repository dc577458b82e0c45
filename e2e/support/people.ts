import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, request } from '@playwright/test';
import { hasSignInLink, linkOf, messagesTo, messageTo } from './inbox.ts';

export type Person = { email: string; firstName: string; lastName: string };

/** An address that nobody has, of no more than 45 characters. */
/** As long as an address may be, and of the widest letters: no page may become too wide by one. */
export const emailOf = () => `mmmmm${randomUUID().replaceAll('-', '').slice(0, 28)}@example.com`;

/** Ten digits of a phone number in the United States that nobody has. */
export const phoneOf = () => `415${Math.floor(2_000_000 + Math.random() * 7_999_999)}`;

/** An address that nobody came from yet. */
export const addressOf = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250) + 1).join('.')}`;

export const newRequests = () => request.newContext({ extraHTTPHeaders: { 'x-forwarded-for': addressOf() } });

/** Calls a method as a page of the site does. */
export async function call<T>(api: APIRequestContext, url: string, method: string, body: object): Promise<T> {
  const answer = await api.post(`${url}/rpc/${method}`, {
    data: body,
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`${method}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

type ChallengeAnswer = { challenge: { session: string; userId: string } };

/** Begins an account; its link or code lies in the inbox. */
export async function createAccount(
  url: string,
  given: { email?: string; phoneNumber?: string; firstName?: string; lastName?: string },
): Promise<void> {
  const api = await newRequests();
  const to = given.email || given.phoneNumber || '';
  const before = await messagesTo(url, to);
  const body = { requestId: randomUUID(), firstName: 'Ada', lastName: 'Journey', country: 'US', ...given };
  const { challenge } = await call<ChallengeAnswer>(api, url, 'identity.v1.AuthService/StartCreateAccount', body);
  const message = await messageTo(url, to, before);
  await meet(api, url, challenge, given, message.code, given.email ? linkOf(message) : undefined);
  await api.dispose();
}

async function meet(
  api: APIRequestContext,
  url: string,
  challenge: ChallengeAnswer['challenge'],
  given: { phoneNumber?: string },
  code: string | undefined,
  link: string | undefined,
): Promise<void> {
  if (link) {
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    await call(api, url, 'identity.v1.AuthService/ConfirmLink', { token });
  } else {
    const { session } = challenge;
    await call(api, url, 'identity.v1.AuthService/VerifyCode', {
      ...{ requestId: randomUUID(), session, code },
      phoneNumber: given.phoneNumber,
    });
  }
}

/** Somebody with an account by email, past onboarding if asked. */
export async function newPerson(
  url: string,
  options: { onboarded?: boolean; pro?: boolean; firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const person = { email: emailOf(), firstName: options.firstName ?? 'Ada', lastName: options.lastName ?? 'Journey' };
  await createAccount(url, person);
  if (options.onboarded || options.pro) {
    const api = await newRequests();
    await signInApi(api, url, person.email);
    await finishOnboarding(api, url, options.pro ?? false);
    await api.dispose();
  }
  return person;
}

async function finishOnboarding(api: APIRequestContext, url: string, pro: boolean): Promise<void> {
  const update = (body: object) =>
    call(api, url, 'identity.v1.ProfileService/UpdateProfile', { requestId: randomUUID(), ...body });
  if (pro) {
    await update({ consumerType: 'CONSUMER_TYPE_ENTERTAINMENT_PRO', type: 'ACCOUNT_TYPE_INDIVIDUAL' });
    await update({ talents: { talents: ['Director'] } });
    await update({ country: 'US', isOnboarding: false });
  } else {
    await update({ consumerType: 'CONSUMER_TYPE_MOVIE_LOVER' });
    await update({ firstName: 'Ada', isOnboarding: false });
  }
}

/** Signs a request context in, by link. */
export async function signInApi(api: APIRequestContext, url: string, email: string): Promise<void> {
  const before = await messagesTo(url, email, hasSignInLink);
  const body = { requestId: randomUUID(), email };
  const { challenge } = await call<ChallengeAnswer>(api, url, 'identity.v1.AuthService/StartSignIn', body);
  const message = await messageTo(url, email, before, hasSignInLink);
  await meet(api, url, challenge, {}, undefined, linkOf(message));
}

/** Signs a browser in, by link, without its screens: those have journeys of their own. */
export async function signIn(context: BrowserContext, url: string, email: string): Promise<void> {
  await signInApi(context.request, url, email);
  const cookies = await context.cookies(url);
  expect(cookies.some(({ name }) => name.includes('session'))).toBe(true);
}
