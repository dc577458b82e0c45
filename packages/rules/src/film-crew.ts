import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { phoneSchema } from './contact.ts';
import { isEmail, normalizeEmail } from './email.ts';
import { isPhone, normalizePhone } from './phone.ts';
import { oneLine } from './plain-text.ts';

/** Lengths in characters, numbers in entries. */
export const CREW_LIMITS = {
  creditLengthMax: 60,
  roleLengthMax: 60,
  crewNameLengthMax: 45,
  crewMax: 500,
  invitationsPerFilmADayMax: 100,
  invitationsPerInviterADayMax: 100,
  /** By one inviter, over all their films. */
  invitationsPerPairADayMax: 2,
  invitationsPerRecipientADayMax: 10,
  /** Text messages to one number, which cost money and wake people. */
  textsPerRecipientADayMax: 2,
  daysBetweenInvitations: 7,
  daysAfterDecline: 30,
  asksPerPersonMax: 10,
  emailLengthMax: 254,
} as const;

const crewName = (missing: string) =>
  oneLine().min(1, missing).max(CREW_LIMITS.crewNameLengthMax, 'A name has at most 45 characters.');

/** A line of the credits [FLM-05, ENT-05]. */
export const addCrewSchema = z.object({
  credit: oneLine()
    .min(1, 'Please add a credit, such as Directed by.')
    .max(CREW_LIMITS.creditLengthMax, 'A credit has at most 60 characters.'),
  firstName: crewName('Please add a first name.'),
  lastName: crewName('Please add a last name.'),
  role: oneLine().max(CREW_LIMITS.roleLengthMax, 'A role has at most 60 characters.').default(''),
  personId: z.union([z.literal(''), z.uuid('Please select a person.')]).default(''),
});

const INVITE_MESSAGES = {
  emailInvalid: 'Please enter a valid email address.',
  missing: 'Please enter an email address or a phone number.',
  either: 'Please enter either an email address or a phone number.',
} as const;

/** Where the person behind a credit is invited: one of the two, the other is '' [NOT-04]. */
export const inviteCrewSchema = z
  .object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(CREW_LIMITS.emailLengthMax, INVITE_MESSAGES.emailInvalid)
      .refine((text) => text === '' || z.email().safeParse(text).success, INVITE_MESSAGES.emailInvalid),
    phoneNumber: phoneSchema,
  })
  .superRefine(({ email, phoneNumber }, { addIssue }) => {
    if (email === '' && phoneNumber === '')
      addIssue({ code: 'custom', path: ['email'], message: INVITE_MESSAGES.missing });
    if (email !== '' && phoneNumber !== '')
      addIssue({ code: 'custom', path: ['phoneNumber'], message: INVITE_MESSAGES.either });
  });

/** The one field of the form: what looks like an email is one, and everything else a phone number, as at sign-in. */
export const inviteContactSchema = z.object({
  contact: z
    .string()
    .trim()
    .min(1, INVITE_MESSAGES.missing)
    .transform((text, { issues }) => {
      if (isEmail(text)) return { email: normalizeEmail(text), phoneNumber: '' };
      const phoneNumber = normalizePhone(text);
      if (isPhone(phoneNumber)) return { email: '', phoneNumber };
      const looksLikePhone = /^[\s\d()+-]*$/.test(text);
      const message = looksLikePhone ? ACCOUNT_MESSAGES.phoneInvalid : INVITE_MESSAGES.emailInvalid;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
});
