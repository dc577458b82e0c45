import { z } from 'zod';
import { countryOf } from './countries.ts';
import { PICTURE_MESSAGES } from './gallery.ts';
import { SENT_PICTURE_BYTES_MAX } from './media.ts';
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

/** What members of a team are [FES-06]. */
export const TEAM_ROLES = ['MANAGER', 'PROGRAMMER', 'DOOR'] as const;
export type TeamRoleName = (typeof TEAM_ROLES)[number];

export const TEAM_LIMITS = {
  /** In the team of one organization, with who is invited. */
  membersMax: 100,
  /** Of one person, the newest. */
  invitationsShownMax: 50,
} as const;

/** The years of a director's contract [ADO-04]. */
export const CONTRACT_YEARS = { min: 1, max: 10 } as const;

export const TEAM_MESSAGES = {
  full: 'A team has at most 100 members, with those who are invited.',
  member: 'This person is in the team already, or is invited.',
  director: 'This person directs the organization already.',
  notMember: 'This person is not in the team.',
  invitationGone: 'This invitation was taken back.',
  role: 'Please choose what they do.',
  failed: 'We failed to change the team.',
  answerFailed: 'We failed to send your answer.',
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
  editConflict: 'This organization was changed in another place. Please reload it, then make your change again.',
  personUnknown: 'We could not find this person.',
  contractYears: 'Please enter the length of the contract: 1 to 10 years.',
  withoutDirector: 'This organization has no director. Please choose one first.',
  hasEvents: 'This organization has announced events, so that it cannot be deleted. Please disable it instead.',
  hasCalls:
    'This organization has opened calls for submissions, so that it cannot be deleted. Please disable it instead.',
  directsAlready: 'This person directs the organization already.',
  nameFailed: 'Failed to update festival name',
  urlFailed: 'Failed to update festival custom url',
  descriptionFailed: 'Failed to update festival description',
  placeFailed: 'Failed to update festival place',
  logoFailed: 'We failed to change the logo',
  headerImageFailed: 'We failed to change the header image',
  directorFailed: 'Failed to change festival director',
  toggleFailed: 'Failed to toggle approval',
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

/** What its director changes of it later: absent fields stay as they are [ADO-03]. */
export const updateOrganizationSchema = organizationSchema.omit({ type: true }).partial();

/** A picture that it shows; empty data removes it. */
export const organizationPictureSchema = z.object({
  kind: z.enum(['LOGO', 'HEADER_IMAGE'], ORGANIZATION_MESSAGES.type),
  data: z.instanceof(Uint8Array).refine(({ length }) => length <= SENT_PICTURE_BYTES_MAX, PICTURE_MESSAGES.bad),
});
