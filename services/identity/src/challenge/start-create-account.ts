import { createAccountSchema } from '@marquee/rules/sign-in';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { emailInUse } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import { issueChallenge, type StartingBrowser } from './issue-challenge.ts';
import { startSchema } from './prepare-start.ts';

export const startCreateAccountSchema = createAccountSchema.and(startSchema);

/**
 * Starts account creation; the account is made once the email, or else the phone, is proven [AUT-04]. A phone that has
 * an account gets a code that signs in to it.
 */
export async function startCreateAccount(
  write: IdentityWrite,
  _viewer: Viewer,
  input: z.output<typeof startCreateAccountSchema>,
  browser: StartingBrowser,
): Promise<Challenge> {
  const { tx } = write;
  const { email, phoneNumber: phone, firstName, lastName, country, intent } = input;
  const person = { email, phone, firstName, lastName, country, intent };
  if (email) {
    if (await accounts.idByEmail(tx, email)) throw emailInUse();
    return issueChallenge(write, browser, { ...person, purpose: 'CREATE_ACCOUNT', channel: 'EMAIL', accountId: null });
  }
  const accountId = await accounts.idByPhone(tx, phone);
  const purpose = accountId ? 'SIGN_IN' : 'CREATE_ACCOUNT';
  return issueChallenge(write, browser, { ...person, purpose, channel: 'PHONE', accountId });
}
