import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Entries in one diary. */
export const DIARY_ENTRIES_MAX = 20_000;
export const DIARY_TAGS_MAX = 10;
export const DIARY_TAG_LENGTH_MAX = 40;
/** The first film that is kept is of this year. */
export const DIARY_DAY_MIN = '1888-01-01';
/** For how long a deleted entry can be put back. */
export const DIARY_UNDO_HOURS = 24;
export const FAVOURITE_FILMS_MAX = 4;

/** Texts about diaries, word for word. */
export const DIARY_MESSAGES = {
  full: 'Your diary holds 20,000 entries, which is all it can hold. Delete an entry first.',
  entryNotFound: 'This entry of your diary does not exist any more.',
  notShown: 'This diary is not shown to others.',
  dayMissing: 'Please enter a day, such as 2026-11-20.',
  dayRange: 'Please enter a day from 1888 to today.',
  ratingRange: 'Please choose from 1 to 5 stars, or none.',
  tagsMax: 'An entry has at most 10 tags.',
  tagLength: 'A tag has at most 40 characters.',
  favouritesMax: 'Please choose at most four films.',
  favouriteTwice: 'Each film can be chosen once.',
} as const;

const tag = oneLine().min(1).max(DIARY_TAG_LENGTH_MAX, DIARY_MESSAGES.tagLength);

/** When and how somebody watched a film [FLM-14]. That the day is not in the future depends on where they are. */
export const diaryEntrySchema = z.object({
  watchedOn: z.iso
    .date({ message: DIARY_MESSAGES.dayMissing, abort: true })
    .refine((day) => day >= DIARY_DAY_MIN, DIARY_MESSAGES.dayRange),
  rating: z
    .number(DIARY_MESSAGES.ratingRange)
    .refine((stars) => Number.isInteger(stars) && stars >= 0 && stars <= 5, DIARY_MESSAGES.ratingRange),
  rewatch: z.boolean(),
  tags: z
    .array(tag)
    .max(DIARY_TAGS_MAX, DIARY_MESSAGES.tagsMax)
    .transform((tags) => [...new Set(tags)]),
});
export type DiaryEntryFields = z.output<typeof diaryEntrySchema>;

/** The tags of a text that separates them by commas. */
export function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}
