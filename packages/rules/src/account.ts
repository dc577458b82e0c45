import { z } from 'zod';
import { COUNTRY_DEFAULT, countryOf } from './countries.ts';
import { isPhone } from './phone.ts';
import { manyLines, oneLine } from './plain-text.ts';
import { TALENTS, TALENTS_MAX, TALENTS_MIN } from './talents.ts';

export const ACCOUNT_LIMITS = {
  nameCharactersMax: 45,
  emailCharactersMax: 254,
  placeCharactersMax: 30,
  bioCharactersMax: 180,
  searchCharactersMin: 2,
  searchCharactersMax: 90,
  intentCharactersMax: 64,
} as const;

export const CHALLENGE_LIMITS = {
  codeDigits: 6,
  codeTriesMax: 5,
  codeMinutes: 10,
  linkMinutes: 30,
  resendsMax: 5,
  /** How often the waiting screen asks [AUT-07]. */
  pollMs: 5_000,
} as const;

/** An account of source FESTIVAL is taken to its festival for so long after it was made [AUT-10]. */
export const FESTIVAL_SOURCE_MS = 259_200_000;

/** The texts of sign-in, account creation and onboarding, word for word. Those with two parts have a title and a body. */
export const ACCOUNT_MESSAGES = {
  emailOrPhoneMissing: 'Please enter your email or phone.',
  emailMissing: 'Please enter your email.',
  emailInvalid: 'Please enter a valid email.',
  phoneInvalid: 'Please enter a valid phone number.',
  noAccount: 'There is no account with this email.',
  emailInUse: 'Email address already in use.',
  emailInUseShown: 'That email is already used. Please sign in instead.',
  codeMissing: 'Please enter the code',
  codeInvalid: 'Invalid or Expired Code',
  sessionExpired: 'Session has expired.',
  errorTitle: 'Error',
  attemptExpired: 'Sign in attempt expired. Please send a email and try again.',
  linkSent: 'A new link has been sent. Please check your email.',
  codeSent: 'A new code has been sent. Please check your text messages.',
  emailResendFailed: 'We failed to send a new email.',
  codeResendFailed: 'We failed to send a new code.',
  resendEmailMissing: 'Email is missing.',
  resendPhoneMissing: 'Phone number is missing',
  signInFailed: "We can't sign you in right now. Please try again later.",
  linkInvalid: 'This link is not valid any more. Please go back to the page where you began and ask for a new one.',
  digitsMissing: 'Please enter the two digits that the other screen shows.',
  digitsWrong:
    'Those are not the digits that the other screen shows. For safety this sign-in was ended; please start again.',
  suspended: 'This account is suspended. Please contact support.',
  staffNeedsPasskey: 'Staff sign in with a passkey.',
  firstNameInvalid: { title: 'Invalid first name', body: 'Please provide your legal first name' },
  lastNameInvalid: { title: 'Invalid last name', body: 'Please provide your legal last name' },
  talentMissing: 'Please select at least 1 skill.',
  tooManyTalents: 'Please select at most 4 skills.',
  talentUnknown: 'Please select your skills from the list.',
  countryUnknown: 'Please select a country from the list.',
  cityTooLong: 'Please enter at most 30 characters.',
  bioTooLong: 'Please enter at most 180 characters.',
  userTypeMissing: 'Please choose how you use Marquee.',
  userTypeUnknown: 'Please choose Movie Lover or Entertainment Pro.',
  accountTypeUnknown: 'Please choose Individual or Company.',
  languageUnknown: 'Please choose a language from the list.',
  onboardingFailed: 'Failed to complete onboarding. Please try again later or contact support.',
  searchTooShort: 'Please type at least 2 characters.',
} as const;

/** Decides whether the one field of /sign-in holds an email or a phone number [AUT-01]. */
const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

/** True for a text that looks like an email. */
export function isEmail(text: string): boolean {
  return text.length <= ACCOUNT_LIMITS.emailCharactersMax && EMAIL_PATTERN.test(text.trim());
}

/** An email as it is kept and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** The text that a screen shows for a server's message about sign-in; its own when there is none [AUT-12]. */
export function signInMessage(serverMessage: string | undefined): string {
  if (!serverMessage) return ACCOUNT_MESSAGES.signInFailed;
  return serverMessage === ACCOUNT_MESSAGES.emailInUse ? ACCOUNT_MESSAGES.emailInUseShown : serverMessage;
}

/** True for a server's message after which the sign-in screen offers account creation [AUT-11]. */
export function saysNoAccount(serverMessage: string): boolean {
  return serverMessage.toLowerCase().includes('no account');
}

const name = (message: string) => oneLine().min(1, message).max(ACCOUNT_LIMITS.nameCharactersMax, message);
const firstNameSchema = name(ACCOUNT_MESSAGES.firstNameInvalid.body);
const lastNameSchema = name(ACCOUNT_MESSAGES.lastNameInvalid.body);
const countrySchema = z.string().refine((code) => countryOf(code) !== undefined, ACCOUNT_MESSAGES.countryUnknown);

const place = oneLine().max(ACCOUNT_LIMITS.placeCharactersMax, ACCOUNT_MESSAGES.cityTooLong);
const email = z
  .string()
  .transform(normalizeEmail)
  .refine((text) => text === '' || isEmail(text), ACCOUNT_MESSAGES.emailInvalid);
const phone = z.string().refine((text) => text === '' || isPhone(text), ACCOUNT_MESSAGES.phoneInvalid);

/** An email-only sign-in [AUT-02]. */
export const emailSignInSchema = z.object({
  email: email.refine((text) => text !== '', { message: ACCOUNT_MESSAGES.emailMissing, abort: true }),
});

/** Sign-in by one of both; the phone is normalised already [AUT-01]. */
export const signInSchema = z
  .object({ email, phoneNumber: phone })
  .refine((given) => given.email !== '' || given.phoneNumber !== '', {
    message: ACCOUNT_MESSAGES.emailOrPhoneMissing,
    path: ['email'],
  });

/** Account creation: email or phone or both, names, country [AUT-04]. */
export const createAccountSchema = z
  .object({
    email,
    phoneNumber: phone,
    firstName: firstNameSchema,
    lastName: lastNameSchema,
    country: z
      .string()
      .transform((code) => code || COUNTRY_DEFAULT)
      .pipe(countrySchema),
  })
  .refine((given) => given.email !== '' || given.phoneNumber !== '', {
    message: ACCOUNT_MESSAGES.emailOrPhoneMissing,
    path: ['email'],
    when: () => true,
  });

/** The name step [ONB-03]. */
export const fullNameSchema = z.object({ firstName: firstNameSchema, lastName: lastNameSchema });

/** 1 to 4 talents of the list [ONB-04]. */
export const talentsSchema = z
  .array(z.string().refine((talent) => TALENTS.some(({ name }) => name === talent), ACCOUNT_MESSAGES.talentUnknown))
  .min(TALENTS_MIN, ACCOUNT_MESSAGES.talentMissing)
  .max(TALENTS_MAX, ACCOUNT_MESSAGES.tooManyTalents)
  .refine((talents) => new Set(talents).size === talents.length, ACCOUNT_MESSAGES.talentUnknown);

/** The location step [ONB-06]. */
export const locationSchema = z.object({ country: countrySchema, state: place, city: place });

const CONSUMER_TYPES_CHOSEN = ['MOVIE_LOVER', 'ENTERTAINMENT_PRO'] as const;
export const ACCOUNT_TYPES = ['INDIVIDUAL', 'COMPANY'] as const;

/** The user-type chooser; b2b is never a choice [ONB-01]. */
export const userTypeSchema = z.discriminatedUnion(
  'consumerType',
  [
    z.object({ consumerType: z.literal('MOVIE_LOVER') }),
    z.object({
      consumerType: z.literal('ENTERTAINMENT_PRO'),
      type: z.enum(ACCOUNT_TYPES, ACCOUNT_MESSAGES.accountTypeUnknown),
    }),
  ],
  ACCOUNT_MESSAGES.userTypeUnknown,
);

/** What one update call takes; absent fields stay as they are. */
export const updateProfileSchema = z.object({
  firstName: firstNameSchema.optional(),
  lastName: lastNameSchema.optional(),
  country: countrySchema.optional(),
  state: place.optional(),
  city: place.optional(),
  bio: manyLines().max(ACCOUNT_LIMITS.bioCharactersMax, ACCOUNT_MESSAGES.bioTooLong).optional(),
  type: z.enum(ACCOUNT_TYPES, ACCOUNT_MESSAGES.accountTypeUnknown).optional(),
  consumerType: z.enum(CONSUMER_TYPES_CHOSEN, ACCOUNT_MESSAGES.userTypeUnknown).optional(),
  talents: talentsSchema.optional(),
  isOnboarding: z.literal(false, ACCOUNT_MESSAGES.onboardingFailed).optional(),
  preferredLanguage: z.literal('en', ACCOUNT_MESSAGES.languageUnknown).optional(),
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;

/** The screens of onboarding [ONB-02]. */
export const ONBOARDING_PATHS = {
  USER_TYPE: '/onboarding',
  FULL_NAME: '/onboarding/fullname',
  TALENTS: '/onboarding/talents',
  LOCATION: '/onboarding/location',
} as const;
