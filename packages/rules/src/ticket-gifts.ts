import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { isEmail, normalizeEmail } from './email.ts';
import { isPhone, normalizePhone } from './phone.ts';
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
  /** Text messages to one number, which cost money and wake people. */
  textsPerRecipientADayMax: 2,
  listedMax: 50,
} as const;

/** What givers and recipients read. */
export const GIFT_MESSAGES = {
  recipient: 'Please select a user to send the ticket to',
  either: 'Please send the ticket to a connection or to an address, not to both.',
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
  tooMany: 'You have sent many tickets today. Please try again tomorrow.',
  contact: 'Please enter an email address or a phone number.',
  contactEither: 'Please send the ticket to an email address or to a phone number, not to both.',
  textsNotSent: 'Tickets go by email only. Please enter an email address.',
} as const;

const { nameLengthMin, nameLengthMax } = GIFT_LIMITS;
const NAME = new RegExp(`^[\\p{L}\\p{M} ]{${nameLengthMin},${nameLengthMax}}$`, 'u');
const name = (message: string) => oneLine().regex(NAME, message);

const names = { firstName: name(GIFT_MESSAGES.firstName), lastName: name(GIFT_MESSAGES.lastName) };

/** What is asked of who gets a ticket by email [TIC-03]. */
export const giftByEmailForm = z.object({
  ...names,
  email: z
    .string()
    .transform(normalizeEmail)
    .pipe(z.string().max(GIFT_LIMITS.emailLengthMax, GIFT_MESSAGES.emailTooLong).refine(isEmail, GIFT_MESSAGES.email)),
});

/** What is asked of who gets a ticket by text message [NOT-04]. */
const giftByTextForm = z.object({
  ...names,
  phoneNumber: z
    .string()
    .transform((text) => normalizePhone(text))
    .refine(isPhone, ACCOUNT_MESSAGES.phoneInvalid),
});

/** The form of both: what looks like an email is one, and everything else a phone number, as at sign-in. */
export const giftByContactForm = z.object({
  ...names,
  contact: z
    .string()
    .trim()
    .min(1, GIFT_MESSAGES.contact)
    .transform((text, { issues }) => {
      const isWritten = text.includes('@');
      const parsed = isWritten
        ? giftByEmailForm.shape.email.safeParse(text)
        : giftByTextForm.shape.phoneNumber.safeParse(text);
      if (parsed.success && isWritten) return { email: parsed.data, phoneNumber: '' };
      if (parsed.success) return { email: '', phoneNumber: parsed.data };
      issues.push({ code: 'custom', message: parsed.error.issues[0]?.message ?? GIFT_MESSAGES.contact, input: text });
      return z.NEVER;
    }),
});

/** Who gets a ticket that is no connection: the owner of an address. */
export type WrittenRecipient = z.output<typeof giftByEmailForm>;
type TextedRecipient = z.output<typeof giftByTextForm>;

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
): { accountId: string } | WrittenRecipient | undefined {
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

/**
 * A gift as it is called: to a connection, or to an address or a number; `receipientId` is the name of the field in the
 * contract.
 */
export const giftTicketSchema = z
  .object({ eventId: z.string(), userTicketId: z.string(), receipientId: z.string(), ...writtenRecipient })
  .extend({ phoneNumber: z.string().default('') })
  .transform(({ eventId, userTicketId, receipientId: accountId, phoneNumber, ...written }, context) => {
    const recipient =
      phoneNumber === ''
        ? recipientIn({ accountId, field: 'receipientId', written }, context, GIFT_MESSAGES)
        : textedRecipient({ accountId, phoneNumber, ...written }, context);
    return recipient ? { eventId, userTicketId, recipient } : z.NEVER;
  });

/** The owner of a number. Undefined with an issue. */
function textedRecipient(
  { accountId, email, ...written }: Written & { accountId: string; phoneNumber: string },
  context: z.RefinementCtx,
): TextedRecipient | undefined {
  if (accountId !== '') refuse(context, ['receipientId'], GIFT_MESSAGES.either);
  else if (email !== '') refuse(context, ['phoneNumber'], GIFT_MESSAGES.contactEither);
  else {
    const parsed = giftByTextForm.safeParse(written);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) refuse(context, path, message);
  }
  return undefined;
}
export type GiftTicket = z.output<typeof giftTicketSchema>;
