import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { normalizePhone } from '@marquee/rules/phone';
import { emailSignInSchema, signInSchema } from '@marquee/rules/sign-in';
import { invalid } from '@marquee/runtime/errors';
import { parse } from '@marquee/runtime/schema';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { noAccount } from './challenge-errors.ts';
import { issueChallenge, type StartedChallenge } from './issue-challenge.ts';
import { readIntent } from './sign-in-intent.ts';
import { limitSending } from './sign-in-limits.ts';

export type StartSignIn = { email: string; phoneNumber: string; intent?: unknown };

const NO_NAME = { firstName: '', lastName: '', country: '' };

/** Starts sign-in by email, else by phone [AUT-01 AUT-06]. */
export async function startSignIn(
  resources: IdentityResources,
  browser: Browser,
  input: StartSignIn,
): Promise<StartedChallenge> {
  const phoneGiven = normalizePhone(input.phoneNumber);
  const { email, phoneNumber } = parse(signInSchema, { email: input.email, phoneNumber: phoneGiven });
  await limitSending(resources, browser, email || phoneNumber);
  const wish = { ...NO_NAME, purpose: 'SIGN_IN' as const, intent: readIntent(input.intent) };
  if (email) {
    const account = await resources.prisma.account.findUnique({ where: { email }, select: { id: true } });
    if (!account) throw noAccount();
    return issueChallenge(resources, browser, { ...wish, channel: 'EMAIL', accountId: account.id, email, phone: '' });
  }
  const where = { signInPhone: phoneNumber };
  const account = await resources.prisma.account.findUnique({ where, select: { id: true } });
  const accountId = account?.id ?? null;
  return issueChallenge(resources, browser, { ...wish, channel: 'PHONE', accountId, email: '', phone: phoneNumber });
}

export type StartLaunchSignIn = { email: string; fromLaunchFestival: boolean; getStart: boolean; intent?: unknown };

/** The variant of launch festivals and get-started pages: it signs in who has an account and makes one otherwise. */
export async function startLaunchSignIn(
  resources: IdentityResources,
  browser: Browser,
  input: StartLaunchSignIn,
): Promise<StartedChallenge> {
  const { email } = parse(emailSignInSchema, { email: input.email });
  if (!input.fromLaunchFestival && !input.getStart) {
    throw invalid([{ field: 'getStart', message: ACCOUNT_MESSAGES.signInFailed }]);
  }
  await limitSending(resources, browser, email);
  const account = await resources.prisma.account.findUnique({ where: { email }, select: { id: true } });
  const kept = readIntent(input.intent);
  return issueChallenge(resources, browser, {
    ...NO_NAME,
    purpose: account ? 'SIGN_IN' : 'CREATE_ACCOUNT',
    channel: 'EMAIL',
    accountId: account?.id ?? null,
    email,
    phone: '',
    intent: { ...kept, fromLaunchFestival: input.fromLaunchFestival, getStart: input.getStart },
  });
}
