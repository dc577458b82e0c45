import { z } from 'zod';

/** The films that staff pick for the home page. */
export const FEATURED_LIMITS = {
  filmsMax: 100,
  timeMin: new Date('2000-01-01T00:00:00Z'),
  timeMax: new Date('2100-01-01T00:00:00Z'),
} as const;

export const FEATURED_MESSAGES = {
  full: 'The list holds at most 100 films. Remove one first.',
  notFeatured: 'This film is not featured any more.',
  endsBeforeStart: 'The end has to be after the start.',
  timeRange: 'Please enter a time between 2000 and 2100.',
  placeRange: 'A place is between 0 and 100.',
} as const;

export const featuredTime = z
  .date()
  .min(FEATURED_LIMITS.timeMin, FEATURED_MESSAGES.timeRange)
  .max(FEATURED_LIMITS.timeMax, FEATURED_MESSAGES.timeRange);

/** From 0. */
export const featuredPlace = z
  .number()
  .int()
  .min(0, FEATURED_MESSAGES.placeRange)
  .max(FEATURED_LIMITS.filmsMax, FEATURED_MESSAGES.placeRange);
