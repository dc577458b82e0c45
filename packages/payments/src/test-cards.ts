import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { DomainError } from '@marquee/runtime/errors';

/** How refunds of a payment go: at once or later. FAILS_LATER: they succeed, and fail some seconds later. */
export type RefundBehaviour = 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'FAILS_LATER';

/** How a payment with a test number goes. An outcome is SUCCEEDED or the code of a decline. */
export type TestCardBehaviour = {
  outcome: string;
  /** The bank asks whether it is really the buyer. */
  challenge?: boolean;
  /** The outcome comes later, as that of a bank debit. */
  delayed?: boolean;
  /** The buyer's bank takes the money back at once; WON: and gives it back some seconds later. */
  dispute?: 'LOST' | 'WON';
  refundsAs?: RefundBehaviour;
  /** It can be saved, whatever becomes of payments with it. */
  isSaved?: boolean;
  /** The bank asks at every payment, also with the saved card. */
  asksAlways?: boolean;
};

/** The numbers of Stripe's own test mode, which behave as they do there. Bank accounts stand for what is slow. */
export const TEST_CARDS: Readonly<Record<string, TestCardBehaviour>> = {
  '4242424242424242': { outcome: 'SUCCEEDED' },
  '5555555555554444': { outcome: 'SUCCEEDED' },
  '4000002500003155': { outcome: 'SUCCEEDED', challenge: true },
  '4000000000003220': { outcome: 'SUCCEEDED', challenge: true },
  '4000008260003178': { outcome: 'insufficient_funds', challenge: true },
  '4000000000000002': { outcome: 'generic_decline' },
  '4000000000009995': { outcome: 'insufficient_funds' },
  '4000000000009987': { outcome: 'lost_card' },
  '4000000000009979': { outcome: 'stolen_card' },
  '4000000000000069': { outcome: 'expired_card' },
  '4000000000000127': { outcome: 'incorrect_cvc' },
  '4000000000000119': { outcome: 'processing_error' },
  '4000000000000259': { outcome: 'SUCCEEDED', dispute: 'LOST' },
  '4000000000002685': { outcome: 'SUCCEEDED', dispute: 'WON' },
  '4000000000007726': { outcome: 'SUCCEEDED', refundsAs: 'PENDING' },
  '4000000000005126': { outcome: 'SUCCEEDED', refundsAs: 'FAILS_LATER' },
  // Ours: Stripe has no number whose refunds are refused, as it does with those of payments that are too old.
  '4000000000005134': { outcome: 'SUCCEEDED', refundsAs: 'FAILED' },
  // Can be saved: payments with the first are declined, and the bank asks at each with the second.
  '4000000000000341': { outcome: 'generic_decline', isSaved: true },
  '4000002760003184': { outcome: 'SUCCEEDED', challenge: true, asksAlways: true },
  '000123456789': { outcome: 'SUCCEEDED', delayed: true },
  '000111111113': { outcome: 'generic_decline', delayed: true },
};

/** Only these numbers are taken, so that nobody's real card comes here. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function behaviourOf(number: string): TestCardBehaviour {
  const behaviour = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (behaviour) return behaviour;
  const message = PAYMENT_MESSAGES.unknownTestCard;
  return raise(
    new DomainError({ kind: 'INVALID', reason: 'UNKNOWN_TEST_CARD', message, fields: [{ field: 'number', message }] }),
  );
}

/** What the provider shows of a number. All numbers differ in the last four. */
export function faceOf(number: string): { brand: string; last4: string } {
  const brand = number.startsWith('4') ? 'visa' : number.startsWith('5') ? 'mastercard' : 'bank';
  return { brand, last4: number.slice(-4) };
}

/** The number with these last digits. */
export function numberEnding(last4: string): string | undefined {
  return Object.keys(TEST_CARDS).find((number) => number.endsWith(last4));
}

function raise(error: Error): never {
  throw error;
}
