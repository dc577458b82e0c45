/** The smallest payout, in minor units. */
export const PAYOUT_MINIMUM = 1_000n;

/** What makers read. */
export const PAYOUT_MESSAGES = {
  connectFailed: 'Failed to connect stripe account.',
  accountNeeded: 'Please connect an account for payouts first.',
  underWay: 'A payout is already on its way to you. You can ask for the next one once it has arrived.',
  tooSmall: 'A payout is at least $10.00. Yours comes once there is enough.',
  held: 'Your account is suspended, so your payouts wait. Your money is safe, and is paid out once the suspension ends.',
  idReused: 'This payout was already used for something else. Please start again.',
} as const;

const FAILED = 'Your bank or our payment provider refused it. The money is back in your balance.';
const FAILURES: Readonly<Record<string, string>> = {
  account_closed: 'Your bank account is closed. The money is back in your balance.',
  payouts_not_allowed: 'Your account for payouts is restricted. The money is back in your balance.',
};

/** What a maker reads of a payout that failed. */
export function payoutFailureMessage(code: string): string {
  return FAILURES[code] ?? FAILED;
}
