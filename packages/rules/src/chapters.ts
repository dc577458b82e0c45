import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Numbers in entries, lengths in characters. */
export const CHAPTER_LIMITS = { chaptersMax: 100, titleLengthMax: 80 } as const;

export const CHAPTER_MESSAGES = {
  tooMany: 'A film has at most 100 chapters.',
  titleMissing: 'Please give each chapter a title.',
  titleLength: 'The title of a chapter has at most 80 characters.',
  timeUnknown: 'Please enter when each chapter begins, such as 1:02:30.',
  order: 'Each chapter begins later than the one before it.',
  afterEnd: 'A chapter begins after the end of the film.',
} as const;

/** Where a chapter of a film begins, in whole seconds from its first picture, and what it is called. */
export type Chapter = { startS: number; title: string };

/** The longest film, in seconds. */
const START_S_MAX = 12 * 3_600;

const chapterSchema = z.object({
  startS: z
    .int(CHAPTER_MESSAGES.timeUnknown)
    .min(0, CHAPTER_MESSAGES.timeUnknown)
    .max(START_S_MAX, CHAPTER_MESSAGES.afterEnd),
  title: oneLine()
    .min(1, CHAPTER_MESSAGES.titleMissing)
    .max(CHAPTER_LIMITS.titleLengthMax, CHAPTER_MESSAGES.titleLength),
});

/** The chapters of a film, in order [STU-12:chapters]. */
export const chaptersSchema = z
  .array(chapterSchema)
  .max(CHAPTER_LIMITS.chaptersMax, CHAPTER_MESSAGES.tooMany)
  .refine((chapters) => chapters.every(({ startS }, at) => at === 0 || startS > (chapters[at - 1]?.startS ?? 0)), {
    message: CHAPTER_MESSAGES.order,
  });

/** True when every chapter begins within a film of this length; one whose length is not known (0) has room for all. */
export const beginWithin = (chapters: readonly Chapter[], runningTimeS: number): boolean =>
  runningTimeS <= 0 || chapters.every(({ startS }) => startS < runningTimeS);
