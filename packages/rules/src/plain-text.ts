import { z } from 'zod';

// Control characters, direction overrides and zero-width characters: invisible, but they can make one text pass for
// another. The marks that scripts and emoji need (U+200C to U+200F, U+061C) stay.
const UNSEEN = /[\p{Cc}\u200B\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
const UNSEEN_IN_LINES = /(?!\n)[\p{Cc}\u200B\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g;

/** A text of one line, trimmed, without invisible characters; breaks and tabs become spaces. */
export function oneLine(): z.ZodString {
  return z.string().overwrite((text) =>
    text
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      .replace(UNSEEN, '')
      .trim(),
  );
}

/** A text that may have several lines, trimmed, without invisible characters; every break becomes `\n`. */
export function manyLines(): z.ZodString {
  return z
    .string()
    .overwrite((text) => text.replace(LINE_BREAK, '\n').replaceAll('\t', ' ').replace(UNSEEN_IN_LINES, '').trim());
}
