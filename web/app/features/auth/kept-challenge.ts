import { type Challenge, ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';

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
};

const KEY = 'challenge';

export function keepChallenge(challenge: Challenge, username: string, createsAccount: boolean): void {
  const { session, userId, digits } = challenge;
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ session, userId, username, digits, createsAccount } satisfies KeptChallenge),
  );
}

export function keptChallenge(): KeptChallenge | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept && typeof kept === 'object' ? (kept as KeptChallenge) : undefined;
  } catch {
    return undefined;
  }
}

export function dropChallenge(): void {
  sessionStorage.removeItem(KEY);
}

/** The waiting screen of a challenge. */
export const waitingPath = (challenge: Challenge) =>
  challenge.channel === ChallengeChannel.PHONE ? '/verify-phone' : '/verify-email';
