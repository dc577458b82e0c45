import { ACCOUNT_MESSAGES } from './account-messages.ts';

/** Limits of a sign-in that waits for its link or code. */
export const CHALLENGE_LIMITS = {
  codeDigits: 6,
  codeTriesMax: 5,
  codeMinutes: 10,
  linkMinutes: 30,
  resendsMax: 5,
  /** How long a changed email or phone number can be taken back from the address before. */
  undoDays: 7,
  /** From one message to the next, which somebody may only be waiting for. */
  resendWaitS: 30,
  /** How often the waiting screen asks [AUT-07]. */
  pollMs: 5_000,
} as const;

/** For this long after its creation, an account of source FESTIVAL is led to its festival after sign-in [AUT-10]. */
export const FESTIVAL_SOURCE_MS = 259_200_000;

/** The text that a screen shows for a server's message about sign-in; a default when there is none [AUT-12]. */
export function signInMessage(serverMessage: string | undefined): string {
  if (!serverMessage) return ACCOUNT_MESSAGES.signInFailed;
  return serverMessage === ACCOUNT_MESSAGES.emailInUse ? ACCOUNT_MESSAGES.emailInUseShown : serverMessage;
}

/** True for a server's message after which the sign-in screen offers account creation [AUT-11]. */
export function saysNoAccount(serverMessage: string): boolean {
  return serverMessage.toLowerCase().includes('no account');
}
