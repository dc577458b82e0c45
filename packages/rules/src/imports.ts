import { z } from 'zod';
import { DIARY_DAY_MIN, DIARY_MESSAGES, diaryEntrySchema } from './diary.ts';
import { oneLine } from './plain-text.ts';

/** Bytes of a file that is imported. */
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024;
/** Rows of a file that is imported, as many as a diary holds. */
export const IMPORT_ROWS_MAX = 20_000;
/** Rows of one request. */
export const IMPORT_PART_ROWS_MAX = 200;
/** Films to choose from where several may be meant. */
export const IMPORT_CHOICES_MAX = 6;
/** Imports of one account that can be undone. */
export const IMPORTS_MAX = 30;
/** For how long an import can be undone. */
export const IMPORT_UNDO_DAYS = 90;

export const IMPORT_KINDS = ['DIARY', 'RATINGS', 'WATCHLIST', 'LIST'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Texts about imports, word for word. */
export const IMPORT_MESSAGES = {
  notFound: 'This import cannot be undone any more.',
  undone: 'This import was undone. Please start a new one.',
  full: 'You have 30 imports that can be undone, which is all we keep. Undo one first.',
  kindRequired: 'Please choose what this file holds.',
  nameMissing: 'A row needs a title.',
  rowsMax: 'A part of an import has at most 200 rows.',
} as const;

const kind = z.enum(IMPORT_KINDS, IMPORT_MESSAGES.kindRequired);
const line = z.number().int().min(1).max(10_000_000);
const day = z.union([
  z.literal(''),
  z.iso.date({ message: DIARY_MESSAGES.dayMissing }).refine((one) => one >= DIARY_DAY_MIN, DIARY_MESSAGES.dayRange),
]);
const part = <Row extends z.ZodType>(row: Row) => z.array(row).max(IMPORT_PART_ROWS_MAX, IMPORT_MESSAGES.rowsMax);

/** Rows of a file whose films are looked for [FLM-14]. */
export const matchRowsSchema = z.object({
  kind,
  listId: z.string(),
  rows: part(
    z.object({
      line,
      name: oneLine().min(1, IMPORT_MESSAGES.nameMissing).max(500),
      filmYear: z.number().int().min(0).max(9999),
      uri: z.string().max(2_000),
      watchedDay: day,
    }),
  ),
});

/** Rows of a file with the films that they mean [FLM-14]. */
export const importRowsSchema = z
  .object({
    importId: z.string(),
    kind,
    listId: z.string(),
    fileName: oneLine().transform((name) => name.slice(0, 200)),
    rows: part(
      z.object({
        line,
        filmId: z.string(),
        watchedDay: day,
        stars: diaryEntrySchema.shape.rating,
        rewatch: z.boolean(),
        tags: diaryEntrySchema.shape.tags,
      }),
    ),
  })
  .refine(({ kind: of, rows }) => of !== 'DIARY' || rows.every(({ watchedDay }) => watchedDay !== ''), {
    path: ['rows'],
    message: DIARY_MESSAGES.dayMissing,
  })
  .refine(({ kind: of, rows }) => of !== 'RATINGS' || rows.every(({ stars }) => stars > 0), {
    path: ['rows'],
    message: DIARY_MESSAGES.ratingRange,
  });
