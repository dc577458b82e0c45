import { type Challenge, ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { forgetDraft } from '../../ui/draft.ts';
import type { Intent } from './intent.ts';

/**
 * What this tab stores about a challenge that it started. Not in the address, because addresses end up in histories and
 * logs.
 */
export type KeptChallenge = {
  session: string;
  userId: string;
  /** The email or phone as it was typed, normalised. */
  username: string;
  digits: string;
  createsAccount: boolean;
  /** When it may be sent again, in milliseconds by the clock of this browser. */
  resendAt: number;
  resendsUsedUp: boolean;
};

const KEY = 'challenge';

export function toKept(challenge: Challenge, username: string, createsAccount: boolean): KeptChallenge {
  const { session, userId, digits, resendAfterS, resendsUsedUp } = challenge;
  const resendAt = Date.now() + resendAfterS * 1_000;
  return { session, userId, username, digits, createsAccount, resendAt, resendsUsedUp };
}

export function keepChallenge(challenge: Challenge, username: string, createsAccount: boolean): void {
  sessionStorage.setItem(KEY, JSON.stringify(toKept(challenge, username, createsAccount)));
}

export function keptChallenge(): KeptChallenge | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept && typeof kept === 'object' ? (kept as KeptChallenge) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the challenge, and what was typed to start it: the person is signed in. */
export function dropChallenge(): void {
  sessionStorage.removeItem(KEY);
  for (const form of STARTING_FORMS) forgetDraft(form);
}
const STARTING_FORMS = ['sign-in', 'create-account'] as const;

/** A form that starts challenges. What was typed into it is kept until somebody is signed in, so that it can be changed. */
export type StartingForm = (typeof STARTING_FORMS)[number];

/** The waiting screen of a challenge; one of its own for an account that is added [AUT-13]. */
export function waitingPath(challenge: Challenge, { addNewAccount }: Intent): string {
  const screen = challenge.channel === ChallengeChannel.PHONE ? 'verify-phone' : 'verify-email';
  return addNewAccount ? `/add-account-${screen}` : `/${screen}`;
}
