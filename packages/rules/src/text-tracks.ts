import { z } from 'zod';
import { assetSchema, fileNameSchema } from './asset-requests.ts';
import { LANGUAGES } from './languages.ts';

export const TEXT_TRACK_LIMITS = {
  /** Hours of dense subtitles, also in UTF-16; a request may not be larger than 1 MiB. */
  bytesMax: 700 * 1024,
  cuesMax: 20_000,
  cueCharactersMax: 2_000,
  perVideoMax: 50,
  /** A cue may not begin this long after the start of any film. */
  endMsMax: 24 * 3_600_000,
} as const;

export const TEXT_TRACK_KINDS = ['SUBTITLES', 'CAPTIONS'] as const;
export type TextTrackKind = (typeof TEXT_TRACK_KINDS)[number];

export const TEXT_TRACK_MESSAGES = {
  tooLarge: 'This file is larger than 700 KB. Please choose the subtitles alone, as WebVTT or SRT.',
  empty: 'This file is empty. Please choose another one.',
  language: 'Please choose the language of the subtitles.',
  kind: 'Please choose subtitles or captions.',
  notFound: 'These subtitles do not exist any more.',
  tooMany: 'A video can have at most 50 subtitles and captions.',
} as const;

/** Why a file was refused. `{line}` is the line of the file, counted from 1. */
export const TEXT_TRACK_REFUSALS = {
  NOT_TEXT: 'This file is not text. Please choose a WebVTT or SRT file.',
  NO_TIMES: 'This file has no times. Subtitles need lines such as 00:00:01,000 --> 00:00:04,000.',
  TIMES_MISSING: 'Line {line}: the times are missing. They look like 00:00:01,000 --> 00:00:04,000.',
  TIMES_WRONG: 'Line {line}: these times cannot be read. They look like 00:00:01,000 --> 00:00:04,000.',
  ENDS_BEFORE_START: 'Line {line}: the text ends before it starts.',
  TOO_LATE: 'Line {line}: this time is more than 24 hours after the start.',
  CUE_TOO_LONG: 'Line {line}: this text is longer than 2000 characters.',
  TOO_MANY_CUES: 'Line {line}: a file can have at most 20000 texts.',
} as const;
export type TextTrackRefusal = keyof typeof TEXT_TRACK_REFUSALS;

const WITHOUT_WORDS = 'zxx';

/** The languages that subtitles can have. */
export const TEXT_TRACK_LANGUAGES = LANGUAGES.filter(({ code }) => code !== WITHOUT_WORDS);
const codes: readonly string[] = TEXT_TRACK_LANGUAGES.map(({ code }) => code);

export const addTextTrackSchema = assetSchema.extend({
  language: z.string().refine((code) => codes.includes(code), TEXT_TRACK_MESSAGES.language),
  kind: z.enum(TEXT_TRACK_KINDS, TEXT_TRACK_MESSAGES.kind),
  fileName: fileNameSchema,
  data: z
    .instanceof(Uint8Array)
    .refine(({ length }) => length > 0, TEXT_TRACK_MESSAGES.empty)
    .refine(({ length }) => length <= TEXT_TRACK_LIMITS.bytesMax, TEXT_TRACK_MESSAGES.tooLarge),
});
export const textTrackSchema = assetSchema.extend({ textTrackId: z.guid(TEXT_TRACK_MESSAGES.notFound) });
export const defaultTextTrackSchema = textTrackSchema.extend({ isDefault: z.boolean() });
