import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { emailSignInSchema } from '@marquee/rules/sign-in';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import type { Challenge } from './challenges.ts';
import { issueChallenge, type StartingBrowser } from './issue-challenge.ts';
import { startSchema } from './prepare-start.ts';

export const startLaunchSignInSchema = emailSignInSchema
  .extend({ fromLaunchFestival: z.boolean(), getStart: z.boolean() })
  .refine(({ fromLaunchFestival, getStart }) => fromLaunchFestival || getStart, {
    message: ACCOUNT_MESSAGES.signInFailed,
    path: ['getStart'],
  })
  .and(startSchema);

/** The variant of launch festivals and get-started pages: signs in to the account of an email, or makes one [AUT-15]. */
export async function startLaunchSignIn(
  write: IdentityWrite,
  _viewer: Viewer,
  { email, fromLaunchFestival, getStart, intent }: z.output<typeof startLaunchSignInSchema>,
  browser: StartingBrowser,
): Promise<Challenge> {
  const accountId = await accounts.idByEmail(write.tx, email);
  return issueChallenge(write, browser, {
    purpose: accountId ? 'SIGN_IN' : 'CREATE_ACCOUNT',
    channel: 'EMAIL',
    accountId,
    email,
    intent: { ...intent, fromLaunchFestival, getStart },
  });
}
