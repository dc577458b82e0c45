import { createAccountSchema } from '@marquee/rules/sign-in';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { emailInUse, phoneInUse } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import { issueChallenge, type StartingBrowser } from './issue-challenge.ts';
import { startSchema } from './prepare-start.ts';

export const startCreateAccountSchema = createAccountSchema.and(startSchema);

/**
 * Starts account creation; the account is made once the email, or else the phone, is proven [AUT-04]. One that has an
 * account is refused, so that nobody is sent a link or code that signs in because somebody else asked for an account.
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
  if (await accounts.idByPhone(tx, phone)) throw phoneInUse();
  return issueChallenge(write, browser, { ...person, purpose: 'CREATE_ACCOUNT', channel: 'PHONE', accountId: null });
}
