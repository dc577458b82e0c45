import { z } from 'zod';

/** What films are sold in, as ISO 4217 writes it. */
export const SALES_CURRENCY = 'USD';
export const SALES_CURRENCY_SYMBOL = '$';
/** How long a price is kept for somebody who is paying. */
export const ORDER_HOLD_MINUTES = 30;
/** How long a film that was paid for stays unlocked. */
export const PAID_UNLOCK_HOURS = 48;

/** What buyers read. */
export const PAYMENT_MESSAGES = {
  priceChanged: 'The price of this film has changed. Please look at the new price before you pay.',
  nothingToPay: 'This film is free. You can unlock it without paying.',
  alreadyUnlocked: 'You have already unlocked this film. Nothing was charged.',
  orderNotFound: 'We could not find this order.',
  orderIdReused: 'This order was already used for something else. Please close this and start again.',
  orderEnded: 'This order has ended and nothing was charged. Please start again.',
  orderPaid: 'This order is already paid.',
  cannotCancel: 'Your payment is already on its way, so we cannot cancel it. You can ask for a refund.',
  unavailable: 'We cannot reach our payment provider at the moment. Nothing was charged. Please try again in a moment.',
  unknownTestCard: 'This is not one of the test card numbers. Please use one of those below.',
  cardNumber: 'Please enter the card number.',
  cardExpiry: 'Please enter a month and year that are not over, such as 12/34.',
  cardCode: 'Please enter the 3 or 4 digits of the security code.',
  savedCardNotFound: 'This card is not saved any more. Please choose another card.',
  notRefundable: 'Only an order that is paid can be refunded.',
  refundTooLarge: 'Please enter more than nothing, and at most what has not gone back yet.',
  refundPending: 'This order is already being refunded.',
} as const;

const DECLINED = 'Your card was declined, and nothing was charged. Please try another card, or ask your bank.';
const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds:
    'Your card was declined, and nothing was charged. There is not enough money in its account. Please try another card.',
  expired_card: 'Your card has expired, and nothing was charged. Please check the date, or try another card.',
  incorrect_cvc: 'The security code does not fit the card, and nothing was charged. Please check it and try again.',
  payment_method_gone: 'This card is not saved any more, and nothing was charged. Please choose another card.',
  processing_error: 'Your bank could not be reached, and nothing was charged. Please try again in a moment.',
  authentication_failed:
    'Your bank did not confirm that it is you, and nothing was charged. Please try again, or try another card.',
};

/** What a buyer reads of a decline: the reason where the provider says one, and what to do. */
export function declineMessage(code: string): string {
  return DECLINES[code] ?? DECLINED;
}

const digits = (text: string) => text.replace(/[\s-]/g, '');

/** What is typed into the card form of the test provider. */
export const testCardSchema = z.object({
  number: z
    .string()
    .max(40, PAYMENT_MESSAGES.cardNumber)
    .transform(digits)
    .pipe(z.string().regex(/^\d{12,19}$/, PAYMENT_MESSAGES.cardNumber)),
  expiry: z
    .string()
    .trim()
    .regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, PAYMENT_MESSAGES.cardExpiry),
  securityCode: z
    .string()
    .trim()
    .regex(/^\d{3,4}$/, PAYMENT_MESSAGES.cardCode),
});
export type TestCard = z.output<typeof testCardSchema>;
