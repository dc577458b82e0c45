import type { Account } from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import type { OpenedSession } from '../session/browser-metadata.ts';
import { openSession } from '../session/open-session.ts';
import * as sessions from '../session/sessions.ts';
import { attemptExpired } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import type { InvitationTarget } from './invitation-target.ts';
import { meetChallenge } from './meet-challenge.ts';
import { nextAfterSignIn } from './next-after-sign-in.ts';

/** Somebody who is signed in now; without a session when another tab of the browser has it already. */
export type SignedIn = { account: Account; next: string } & Partial<OpenedSession>;

/**
 * Meets a challenge and signs in the browser that started it; the caller holds the challenge's row. However often and
 * from however many tabs it asks, the browser gets one session [AUT-20].
 */
export async function signInBrowser(
  write: IdentityWrite,
  browser: Browser,
  challenge: Challenge,
  invitation: InvitationTarget | undefined,
): Promise<SignedIn> {
  const met = await meetChallenge(write, challenge);
  const sessionToken = write.secrets.sessionToken(challenge, browser.challengeToken);
  const account = await openSessionOnce(write, browser, challenge, met, sessionToken);
  const next = nextAfterSignIn(account, challenge.intent, invitation, write.clock.now());
  return { account, sessionToken, address: challenges.addressOf(challenge), next };
}

async function openSessionOnce(
  write: IdentityWrite,
  browser: Browser,
  challenge: Challenge,
  account: Account,
  sessionToken: string,
): Promise<Account> {
  const { tx } = write;
  if (challenge.sessionId) {
    const session = await sessions.get(tx, challenge.sessionId);
    if (!session || session.endedAt) throw attemptExpired();
    return account;
  }
  const { device, place, ip, channel } = challenge;
  const opened = { device, place, ip, sessionToken, passkeyAt: null, provedEmail: channel === 'EMAIL' };
  const session = await openSession(write, browser, account, opened);
  await challenges.setSession(tx, challenge.id, session.id);
  return session.account;
}
