import { dialCodeOf } from '@marquee/rules/countries';
import { normalizePhone } from '@marquee/rules/phone';
import { createAccountSchema } from '@marquee/rules/sign-in';
import { parse } from '@marquee/runtime/schema';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { emailInUse } from './challenge-errors.ts';
import { issueChallenge, type StartedChallenge } from './issue-challenge.ts';
import { readIntent } from './sign-in-intent.ts';
import { limitSending } from './sign-in-limits.ts';

export type StartCreateAccount = {
  email: string;
  phoneNumber: string;
  firstName: string;
  lastName: string;
  country: string;
  intent?: unknown;
};

/**
 * Starts account creation; the account is made once the email, or else the phone, is proven [AUT-04]. A phone that has
 * an account gets a code for it: the reply tells nobody whose numbers are known here.
 */
export async function startCreateAccount(
  resources: IdentityResources,
  browser: Browser,
  input: StartCreateAccount,
): Promise<StartedChallenge> {
  const phoneGiven = normalizePhone(input.phoneNumber, dialCodeOf(input.country));
  const { phoneNumber: phone, ...given } = parse(createAccountSchema, { ...input, phoneNumber: phoneGiven });
  await limitSending(resources, browser, given.email || phone);
  const wish = {
    email: given.email,
    phone,
    firstName: given.firstName,
    lastName: given.lastName,
    country: given.country,
    intent: readIntent(input.intent),
  };
  if (given.email) {
    const taken = await resources.prisma.account.findUnique({ where: { email: given.email }, select: { id: true } });
    if (taken) throw emailInUse();
    return issueChallenge(resources, browser, {
      ...wish,
      purpose: 'CREATE_ACCOUNT',
      channel: 'EMAIL',
      accountId: null,
    });
  }
  const known = await resources.prisma.account.findUnique({ where: { signInPhone: phone }, select: { id: true } });
  const accountId = known?.id ?? null;
  const purpose = known ? 'SIGN_IN' : 'CREATE_ACCOUNT';
  return issueChallenge(resources, browser, { ...wish, purpose, channel: 'PHONE', accountId });
}
