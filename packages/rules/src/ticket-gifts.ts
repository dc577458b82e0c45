import { z } from 'zod';
import { isEmail, normalizeEmail } from './email.ts';
import { oneLine } from './plain-text.ts';

/** Lengths in characters, numbers in gifts. */
export const GIFT_LIMITS = {
  nameLengthMin: 2,
  nameLengthMax: 45,
  emailLengthMax: 45,
  /** How often one ticket changes hands. */
  giftsPerTicketMax: 10,
  /** To addresses, by one giver. */
  mailsPerGiverADayMax: 20,
  /** By one giver to one mailbox. */
  mailsPerPairADayMax: 5,
  /** More gifts to one mailbox wait without a mail. */
  mailsPerRecipientADayMax: 10,
  listedMax: 50,
} as const;

/** What givers and recipients read. */
export const GIFT_MESSAGES = {
  recipient: 'Please select a user to send the ticket to',
  either: 'Please send the ticket to a connection or to an email address, not to both.',
  firstName: 'Please enter a first name of 2 to 45 letters.',
  lastName: 'Please enter a last name of 2 to 45 letters.',
  email: 'Please enter a valid email address.',
  emailTooLong: 'An email address has at most 45 characters here.',
  failed: 'We failed to send the ticket.',
  notConnected: 'You can only send a ticket to one of your connections.',
  toSelf: 'You cannot send a ticket to yourself.',
  toGiver: 'A ticket cannot return to somebody who has given it.',
  over: 'This event is over, so its ticket cannot be sent.',
  cancelled: 'This event was cancelled, so its ticket cannot be sent.',
  tooManyHands: 'This ticket has changed hands too often and cannot be sent any more.',
  tooMany: 'You have sent many tickets by email today. Please try again tomorrow.',
} as const;

const { nameLengthMin, nameLengthMax } = GIFT_LIMITS;
const NAME = new RegExp(`^[\\p{L}\\p{M} ]{${nameLengthMin},${nameLengthMax}}$`, 'u');
const name = (message: string) => oneLine().regex(NAME, message);

/** What is asked of who gets a ticket by email [TIC-03]. */
export const giftByEmailForm = z.object({
  firstName: name(GIFT_MESSAGES.firstName),
  lastName: name(GIFT_MESSAGES.lastName),
  email: z
    .string()
    .transform(normalizeEmail)
    .pipe(z.string().max(GIFT_LIMITS.emailLengthMax, GIFT_MESSAGES.emailTooLong).refine(isEmail, GIFT_MESSAGES.email)),
});

/** Who gets a ticket: a connection, or the owner of an address. */
export type GiftRecipient = { accountId: string } | z.output<typeof giftByEmailForm>;

const refuse = (context: z.RefinementCtx, path: PropertyKey[], message: string) =>
  context.addIssue({ code: 'custom', path, message });

/** The fields of a request for the owner of an address. */
export const writtenRecipient = { email: z.string(), firstName: z.string(), lastName: z.string() };
type Written = Record<keyof typeof writtenRecipient, string>;

/** Who is meant by a request: an account, in `field` of it, or the owner of an address. Undefined with an issue. */
export function recipientIn(
  { accountId, field, written }: { accountId: string; field: string; written: Written },
  context: z.RefinementCtx,
  messages: { either: string; recipient: string },
): GiftRecipient | undefined {
  const isWritten = Object.values(written).some((text) => text !== '');
  if (accountId !== '' && !isWritten) return { accountId };
  if (accountId !== '') refuse(context, [field], messages.either);
  else if (!isWritten) refuse(context, [field], messages.recipient);
  else {
    const parsed = giftByEmailForm.safeParse(written);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) refuse(context, path, message);
  }
  return undefined;
}

/** A gift as it is called: to a connection, or to an address; `receipientId` is the name of the field in the contract. */
export const giftTicketSchema = z
  .object({ eventId: z.string(), userTicketId: z.string(), receipientId: z.string(), ...writtenRecipient })
  .transform(({ eventId, userTicketId, receipientId: accountId, ...written }, context) => {
    const recipient = recipientIn({ accountId, field: 'receipientId', written }, context, GIFT_MESSAGES);
    return recipient ? { eventId, userTicketId, recipient } : z.NEVER;
  });
export type GiftTicket = z.output<typeof giftTicketSchema>;
