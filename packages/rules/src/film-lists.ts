import { z } from 'zod';
import { manyLines, oneLine } from './plain-text.ts';

/** Lists of one account. */
export const FILM_LISTS_MAX = 100;
/** Films of one list. */
export const FILM_LIST_FILMS_MAX = 250;
export const FILM_LIST_TITLE_MAX = 80;
export const FILM_LIST_DESCRIPTION_MAX = 1_000;
/** Films that stand for a list where lists are shown. */
export const FILM_LIST_FIRST_FILMS = 4;

/** Texts about lists, word for word. */
export const FILM_LIST_MESSAGES = {
  notFound: 'This list does not exist, or its owner does not show it.',
  listsMax: 'You have 100 lists, which is all you can have. Delete one first.',
  filmsMax: 'A list holds at most 250 films.',
  filmTwice: 'Each film can be on a list once.',
  titleMissing: 'Please enter a title.',
  titleMax: 'A title has at most 80 characters.',
  descriptionMax: 'A description has at most 1000 characters.',
} as const;

/** What a list says of itself [FLM-14]. */
export const filmListSchema = z.object({
  title: oneLine().min(1, FILM_LIST_MESSAGES.titleMissing).max(FILM_LIST_TITLE_MAX, FILM_LIST_MESSAGES.titleMax),
  description: manyLines().max(FILM_LIST_DESCRIPTION_MAX, FILM_LIST_MESSAGES.descriptionMax),
  ranked: z.boolean(),
  isPublic: z.boolean(),
});
