import { signInSchema } from '@marquee/rules/sign-in';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { noAccount } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import { issueChallenge, type StartingBrowser } from './issue-challenge.ts';
import { startSchema } from './prepare-start.ts';

export const startSignInSchema = signInSchema.and(startSchema);

/** Starts sign-in by email, else by phone [AUT-01 AUT-06]. */
export async function startSignIn(
  write: IdentityWrite,
  _viewer: Viewer,
  { email, phoneNumber, intent }: z.output<typeof startSignInSchema>,
  browser: StartingBrowser,
): Promise<Challenge> {
  const { tx } = write;
  if (email) {
    const accountId = await accounts.idByEmail(tx, email);
    if (!accountId) throw noAccount('EMAIL');
    return issueChallenge(write, browser, { purpose: 'SIGN_IN', channel: 'EMAIL', accountId, email, intent });
  }
  const accountId = await accounts.idByPhone(tx, phoneNumber);
  if (!accountId) throw noAccount('PHONE');
  return issueChallenge(write, browser, {
    purpose: 'SIGN_IN',
    channel: 'PHONE',
    accountId,
    phone: phoneNumber,
    intent,
  });
}
