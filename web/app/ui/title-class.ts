const LONG = 40;

/** A film's title over its still; a long one steps down, and no word is longer than its line. */
export const titleClass = (title: string): string =>
  `max-w-4xl text-balance hyphens-auto wrap-anywhere font-title ${title.length > LONG ? 'text-title' : 'text-display'}`;
