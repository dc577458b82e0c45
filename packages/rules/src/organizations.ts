import { z } from 'zod';
import { countryOf } from './countries.ts';
import { manyLines, oneLine } from './plain-text.ts';

/** Of organizations, the types that the product knows [FES-02]. */
export const ORGANIZATION_TYPES = [
  ...(['FILM_FESTIVAL', 'MEDIA_CLUB', 'MUSIC_ARTIST', 'CINEMA', 'FILM_SCHOOL', 'OTHER'] as const),
] as const;
export type OrganizationTypeName = (typeof ORGANIZATION_TYPES)[number];

export const ORGANIZATION_STATUSES = ['INACTIVE', 'ACTIVE'] as const;
export type OrganizationStatusName = (typeof ORGANIZATION_STATUSES)[number];

/** Lengths in characters [ADO-03]. */
export const ORGANIZATION_LIMITS = {
  nameLengthMin: 2,
  nameLengthMax: 90,
  urlLengthMin: 2,
  urlLengthMax: 90,
  descriptionLengthMin: 2,
  descriptionLengthMax: 255,
  placeLengthMax: 30,
  /** Organizations that one person may direct. */
  perDirectorMax: 20,
} as const;

export const ORGANIZATION_MESSAGES = {
  notFound: 'Festival Not Found',
  notYours: 'Only the director and the team of this organization can do that.',
  name: 'Please enter a name of 2 to 90 characters.',
  url: 'A custom address has 2 to 90 lower-case letters, digits and hyphens, and begins and ends with a letter or digit.',
  urlIsId: 'Please choose an address that does not look like an id.',
  urlTaken: 'This address is taken. Please choose another one.',
  description: 'Please enter a description of 2 to 255 characters.',
  type: 'Please choose what kind of organization this is.',
  place: 'A city and a state have at most 30 characters each.',
  country: 'Please choose a country from the list.',
  tooMany: 'You direct 20 organizations already, which is the most that one person can direct.',
  loadFailed: 'Failed to load festivals',
} as const;

const ADDRESS = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The name of an organization. */
export const organizationName = oneLine()
  .min(ORGANIZATION_LIMITS.nameLengthMin, ORGANIZATION_MESSAGES.name)
  .max(ORGANIZATION_LIMITS.nameLengthMax, ORGANIZATION_MESSAGES.name);

/** Its custom address under /festivals/; capital letters are made small. '' for none. */
export const organizationUrl = oneLine()
  .overwrite((text) => text.toLowerCase())
  .refine(
    (text) =>
      text === '' ||
      (text.length >= ORGANIZATION_LIMITS.urlLengthMin &&
        text.length <= ORGANIZATION_LIMITS.urlLengthMax &&
        ADDRESS.test(text)),
    { message: ORGANIZATION_MESSAGES.url, abort: true },
  )
  .refine((text) => !ID.test(text), ORGANIZATION_MESSAGES.urlIsId);

/** What it says of itself. */
export const organizationDescription = manyLines()
  .min(ORGANIZATION_LIMITS.descriptionLengthMin, ORGANIZATION_MESSAGES.description)
  .max(ORGANIZATION_LIMITS.descriptionLengthMax, ORGANIZATION_MESSAGES.description);

const place = oneLine().max(ORGANIZATION_LIMITS.placeLengthMax, ORGANIZATION_MESSAGES.place);

/** What a director enters of an organization. */
export const organizationSchema = z.object({
  name: organizationName,
  type: z.enum(ORGANIZATION_TYPES, ORGANIZATION_MESSAGES.type),
  description: organizationDescription,
  url: organizationUrl,
  state: place,
  city: place,
  country: z.string().refine((code) => code === '' || countryOf(code) !== undefined, ORGANIZATION_MESSAGES.country),
  language: oneLine().max(35),
});
export type OrganizationFields = z.output<typeof organizationSchema>;
