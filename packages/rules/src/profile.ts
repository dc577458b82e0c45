import { z } from 'zod';
import { ACCOUNT_LIMITS, ACCOUNT_TYPES } from './account.ts';
import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { emailSchema, phoneSchema } from './contact.ts';
import { countryOf } from './countries.ts';
import { gallerySchema, profilePictureSchema } from './gallery.ts';
import { interfaceLanguageCodes } from './interface-languages.ts';
import { manyLines, oneLine } from './plain-text.ts';
import { PROFILE_MESSAGES } from './profile-messages.ts';
import { SOCIAL_LINK_LABELS, socialUrlSchema } from './social-links.ts';
import { TALENTS, TALENTS_MAX, TALENTS_MIN } from './talents.ts';

const name = (message: string) => oneLine().min(1, message).max(ACCOUNT_LIMITS.nameCharactersMax, message);
export const firstNameSchema = name(ACCOUNT_MESSAGES.firstNameInvalid.body);
export const lastNameSchema = name(ACCOUNT_MESSAGES.lastNameInvalid.body);
export const countrySchema = z
  .string()
  .refine((code) => countryOf(code) !== undefined, ACCOUNT_MESSAGES.countryUnknown);

const place = oneLine().max(ACCOUNT_LIMITS.placeCharactersMax, ACCOUNT_MESSAGES.cityTooLong);

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

const bio = manyLines().max(ACCOUNT_LIMITS.bioCharactersMax, ACCOUNT_MESSAGES.bioTooLong);
const union = oneLine().max(ACCOUNT_LIMITS.unionCharactersMax, PROFILE_MESSAGES.unionTooLong);

/** Letters of any script and single spaces between them [PRO-08]. */
const LETTERS_AND_SPACES = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u;

/** Whether a name is one that a profile may be given: onboarding takes names that a profile does not [PRO-08] [ONB-03]. */
export function isProfileName(text: string): boolean {
  return text.length <= ACCOUNT_LIMITS.profileNameCharactersMax && LETTERS_AND_SPACES.test(text);
}

const profileName = (known: string, missing: string, wrong: string) =>
  oneLine()
    .overwrite((text) => text.replace(/ {2,}/g, ' '))
    .min(1, { message: missing, abort: true })
    .refine((text) => text === known || isProfileName(text), wrong);

type FullName = { firstName: string; lastName: string };

/** Names in the profile; a name that was given before these rules, or by onboarding, may stay [PRO-08]. */
export function profileNamesSchema(known: FullName) {
  return z.object({
    firstName: profileName(known.firstName, PROFILE_MESSAGES.firstNameMissing, PROFILE_MESSAGES.firstNameWrong),
    lastName: profileName(known.lastName, PROFILE_MESSAGES.lastNameMissing, PROFILE_MESSAGES.lastNameWrong),
  });
}

export const bioSchema = z.object({ bio });
export const unionSchema = z.object({ union });

export const PROFILE_VISIBILITIES = ['PUBLIC', 'HIDDEN', 'PRIVATE'] as const;
export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];

const socialLinkSchema = z.object({
  label: z.enum(SOCIAL_LINK_LABELS, PROFILE_MESSAGES.linkLabelUnknown),
  url: socialUrlSchema,
});

const CONSUMER_TYPES_CHOSEN = ['MOVIE_LOVER', 'ENTERTAINMENT_PRO'] as const;

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

/** A change of a profile; absent fields stay as they are. */
export const updateProfileSchema = z.object({
  firstName: firstNameSchema.optional(),
  lastName: lastNameSchema.optional(),
  country: countrySchema.optional(),
  state: place.optional(),
  city: place.optional(),
  bio: bio.optional(),
  union: union.optional(),
  socialLinks: z.array(socialLinkSchema).max(SOCIAL_LINK_LABELS.length, PROFILE_MESSAGES.tooManyLinks).optional(),
  profileVisibility: z.enum(PROFILE_VISIBILITIES, PROFILE_MESSAGES.visibilityUnknown).optional(),
  type: z.enum(ACCOUNT_TYPES, ACCOUNT_MESSAGES.accountTypeUnknown).optional(),
  consumerType: z.enum(CONSUMER_TYPES_CHOSEN, ACCOUNT_MESSAGES.userTypeUnknown).optional(),
  talents: talentsSchema.optional(),
  isOnboarding: z.literal(false, ACCOUNT_MESSAGES.onboardingFailed).optional(),
  profilePicture: profilePictureSchema.optional(),
  gallery: gallerySchema.optional(),
  preferredLanguage: z.enum(interfaceLanguageCodes, ACCOUNT_MESSAGES.languageUnknown).optional(),
  // An empty one removes the address.
  email: emailSchema.optional(),
  phone: phoneSchema.optional(),
});
export type UpdateProfile = z.output<typeof updateProfileSchema>;
