import { z } from 'zod';
import { countryOf } from './countries.ts';
import { moment } from './moments.ts';
import { timeZoneSchema } from './notices.ts';
import { manyLines, oneLine } from './plain-text.ts';
import { isSecureWebAddress } from './web-address.ts';

export const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'CANCELLED'] as const;
export type EventStatusName = (typeof EVENT_STATUSES)[number];

/** Lengths in characters, capacities in people. */
export const PROGRAMME_LIMITS = {
  nameLengthMin: 2,
  nameLengthMax: 90,
  descriptionLengthMax: 2_000,
  addressLengthMax: 120,
  cityLengthMax: 60,
  capacityMax: 1_000_000,
  preRollSecondsMax: 600,
  uriLengthMax: 2_048,
  /** How long an event lasts at the most. */
  daysMax: 31,
  eventsPerFestivalMax: 2_000,
  venuesPerFestivalMax: 100,
  blocksPerEventMax: 30,
  filmsPerBlockMax: 50,
  awardsPerEventMax: 100,
  starsPerPersonMax: 500,
  categoryLengthMax: 120,
} as const;

export const PROGRAMME_MESSAGES = {
  eventNotFound: 'Event Not Found',
  venueNotFound: 'This venue is no longer there.',
  name: 'Please enter a name of 2 to 90 characters.',
  description: 'A description has at most 2000 characters.',
  startTime: 'Please enter when the event begins.',
  endTime: 'Please enter when the event ends.',
  endsBeforeStart: 'The event ends before it begins. Please check both times.',
  tooLong: 'An event lasts at most 31 days. Please plan a longer one as several.',
  venue: 'Please choose the venue, or make the event virtual.',
  capacity: 'Please enter how many people there is room for: 1 to 1,000,000.',
  capacityOverVenue: 'The venue does not have room for so many people.',
  address: 'An address has at most 120 characters.',
  city: 'A city has at most 60 characters.',
  country: 'Please choose a country from the list.',
  preRollVideoUri: 'Please enter an address that begins with https://.',
  preRollDuration: 'A pre-roll lasts at most 600 seconds.',
  editConflict: 'Somebody else changed this event meanwhile. Please reload it and change it again.',
  notDraft: 'Only a draft can be deleted. Cancel an event that was published.',
  notPublished: 'Only a published event can be cancelled.',
  cancelled: 'This event is cancelled.',
  ended: 'This event has already ended. Please change its times first.',
  venueInUse: 'There are events at this venue. Move them to another one first.',
  film: 'Please select a film',
  filmInBlock: 'This film is in the block already.',
  filmNotYours: 'You can choose from your own films.',
  filmGone: 'Film Not Found',
  blockNotFound: 'This block is no longer there.',
  blockFilmNotFound: 'This film is no longer in the block.',
  awardNotFound: 'This award is no longer there.',
  awardOfDraft: 'Awards are given at an event that is published.',
  category: 'A category has at most 120 characters.',
  tooManyBlocks: 'An event has at most 30 blocks.',
  tooManyFilms: 'A block has at most 50 films.',
  tooManyAwards: 'An event has at most 100 award records.',
  tooManyStars: 'Your schedule has 500 events already, which is the most that it holds.',
  deleteFilmFailed: 'Failed to delete block film',
  tooManyEvents: 'An organization has at most 2000 events.',
  tooManyVenues: 'An organization has at most 100 venues.',
} as const;

const { nameLengthMin, nameLengthMax, capacityMax } = PROGRAMME_LIMITS;
const DAY_MS = 86_400_000;

const name = oneLine().min(nameLengthMin, PROGRAMME_MESSAGES.name).max(nameLengthMax, PROGRAMME_MESSAGES.name);

/** What an organization enters of an event [ENT-03]. */
export const eventFields = z.object({
  name,
  description: manyLines().max(PROGRAMME_LIMITS.descriptionLengthMax, PROGRAMME_MESSAGES.description),
  eventVirtual: z.boolean(),
  sellingTickets: z.boolean(),
  startTime: moment(PROGRAMME_MESSAGES.startTime),
  endTime: moment(PROGRAMME_MESSAGES.endTime),
  timeZone: timeZoneSchema,
  /** '' for a virtual event. */
  venueId: z.string(),
  /** 0 for what the venue takes, or for no limit. */
  capacity: z
    .int(PROGRAMME_MESSAGES.capacity)
    .min(0, PROGRAMME_MESSAGES.capacity)
    .max(capacityMax, PROGRAMME_MESSAGES.capacity),
  preRollVideoUri: oneLine()
    .max(PROGRAMME_LIMITS.uriLengthMax, PROGRAMME_MESSAGES.preRollVideoUri)
    .refine((text) => text === '' || isSecureWebAddress(text), PROGRAMME_MESSAGES.preRollVideoUri),
  preRollDuration: z
    .int(PROGRAMME_MESSAGES.preRollDuration)
    .min(0, PROGRAMME_MESSAGES.preRollDuration)
    .max(PROGRAMME_LIMITS.preRollSecondsMax, PROGRAMME_MESSAGES.preRollDuration),
});
export type EventFields = z.output<typeof eventFields>;

/** The rules between the fields of an event, each refused at its field. */
export function eventRules<
  S extends z.ZodType<Pick<EventFields, 'startTime' | 'endTime' | 'eventVirtual' | 'venueId'>>,
>(schema: S): S {
  return schema
    .refine(({ startTime, endTime }) => endTime > startTime, {
      ...{ path: ['endTime'], message: PROGRAMME_MESSAGES.endsBeforeStart },
    })
    .refine(({ startTime, endTime }) => endTime.getTime() - startTime.getTime() <= PROGRAMME_LIMITS.daysMax * DAY_MS, {
      ...{ path: ['endTime'], message: PROGRAMME_MESSAGES.tooLong },
    })
    .refine(({ eventVirtual, venueId }) => eventVirtual || venueId !== '', {
      ...{ path: ['venueId'], message: PROGRAMME_MESSAGES.venue },
    });
}

export const eventSchema = eventRules(eventFields);

/** What an organization enters of a venue [FES-11]. */
export const venueSchema = z.object({
  name,
  address: oneLine().max(PROGRAMME_LIMITS.addressLengthMax, PROGRAMME_MESSAGES.address),
  city: oneLine().max(PROGRAMME_LIMITS.cityLengthMax, PROGRAMME_MESSAGES.city),
  country: z.string().refine((code) => code === '' || countryOf(code) !== undefined, PROGRAMME_MESSAGES.country),
  timeZone: timeZoneSchema,
  capacity: z
    .int(PROGRAMME_MESSAGES.capacity)
    .min(1, PROGRAMME_MESSAGES.capacity)
    .max(capacityMax, PROGRAMME_MESSAGES.capacity),
});
export type VenueFields = z.output<typeof venueSchema>;

/** A part of an event. */
export const blockSchema = z.object({ name });

/** A film that is put into a block, or awarded [FES-04]. */
export const chosenFilm = z.string().min(1, PROGRAMME_MESSAGES.film);

/** What an organization enters of an award [FES-07]. */
export const eventAwardSchema = z.object({
  filmId: chosenFilm,
  category: oneLine().max(PROGRAMME_LIMITS.categoryLengthMax, PROGRAMME_MESSAGES.category),
  winner: z.boolean(),
});
